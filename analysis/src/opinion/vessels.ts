import { figureText, reasonText, type FundusFindings } from '@mingmou/contract'
import { fixed, joined, NOTHING, type Both } from './words.ts'

/** The vessels in figures; why there are none where there are none. */
export function vesselPart({ vessel, not_measured, scale }: FundusFindings): Both {
  if (!vessel) {
    const why = not_measured['vessel'] ?? 'not_implemented'
    return [
      `视网膜血管：${reasonText(why, 'zh-CN')}。`,
      `Retinal vessels: ${reasonText(why, 'en')}.`,
    ]
  }
  const { fractal_dimension: fractal, tortuosity, calibre } = vessel
  const density = fixed(vessel.density, 1)
  const mmPerPx = scale?.mm_per_px ?? null
  const width = figureText({ value: vessel.diameter, unit: 'px', digits: 1, mmPerPx }) ?? ''
  const parts: Both[] = [
    [`密度${density}%（占视野面积）`, `density ${density} % of the field of view`],
    [`平均管径${width}`, `mean diameter ${width}`],
    fractal === null
      ? NOTHING
      : [`分形维数${fixed(fractal, 2)}`, `fractal dimension ${fixed(fractal, 2)}`],
    tortuosity === null
      ? NOTHING
      : [
          `迂曲度${fixed(tortuosity, 3)}（弧长/弦长−1）`,
          `tortuosity ${fixed(tortuosity, 3)} (arc over chord − 1)`,
        ],
    calibre === null
      ? NOTHING
      : [
          `动静脉管径比${fixed(calibre.avr, 2)}（Knudtson，B区）`,
          `artery-to-vein ratio ${fixed(calibre.avr, 2)} (Knudtson, zone B)`,
        ],
  ]
  const [zh, en] = joined(parts)
  const unit: Both = scale
    ? NOTHING
    : ['像素值未经毫米标定。', ' Lengths are pixels of the image; no scale in mm is known.']
  return [`视网膜血管：${zh}。${unit[0]}`, `Retinal vessels: ${en}.${unit[1]}`]
}
