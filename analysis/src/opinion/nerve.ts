import { figureText, type FundusFindings } from '@mingmou/contract'
import {
  BANDS,
  fixed,
  GLAUCOMA_ADVICE,
  joined,
  NOTHING,
  sentence,
  SIGNS,
  type Both,
} from './words.ts'

function ratioOf({ vcdr, confidence }: FundusFindings): Both {
  if (vcdr === null) return NOTHING
  const spread = confidence['vcdr']?.spread
  const about = spread ? `±${fixed(spread, 2)}` : ''
  return [
    `垂直杯盘比${fixed(vcdr, 2)}${about}`,
    `vertical cup-to-disc ratio ${fixed(vcdr, 2)}${about}`,
  ]
}

function damageOf({ disc }: FundusFindings): Both {
  const ddls = disc?.ddls
  if (!ddls) return NOTHING
  const [zh, en]: Both = ddls.size_assumed
    ? ['视盘大小按中等假定', 'an average disc assumed']
    : ['按实测视盘大小', 'by the measured disc size']
  return [
    `DDLS ${ddls.stage}级（${zh}），盘沿最窄处在${ddls.clock_hour}点位`,
    `DDLS ${ddls.stage} (${en}), rim thinnest at ${ddls.clock_hour} o'clock`,
  ]
}

/** The disc's size, where a scale tells it. */
function sizeOf({ disc, scale }: FundusFindings): Both {
  if (!disc || !scale) return NOTHING
  const { mm_per_px: mmPerPx } = scale
  const height = figureText({ value: disc.disc.height, unit: 'px', digits: 0, mmPerPx }) ?? ''
  return [`垂直径${height}`, `vertical diameter ${height}`]
}

/** The disc, and how far it makes glaucoma suspected. */
export function nervePart(findings: FundusFindings): Both[] {
  const [zh, en] = joined([sizeOf(findings), ratioOf(findings), damageOf(findings)])
  const disc: Both = zh === '' ? NOTHING : [`视盘：${zh}。`, `Optic disc: ${en}.`]
  return [disc, findings.glaucoma ? suspicion(findings.glaucoma) : NOTHING]
}

export function suspicion({ band, signs }: NonNullable<FundusFindings['glaucoma']>): Both {
  const why = joined(
    signs.map((sign) => SIGNS[sign]),
    ['、', '; '],
  )
  const shown = (at: 0 | 1) => (why[at] === '' ? '' : at ? ` (${why[1]})` : `（${why[0]}）`)
  const head: Both = [
    `青光眼：${BANDS[band][0]}${shown(0)}`,
    `glaucoma: ${BANDS[band][1]}${shown(1)}`,
  ]
  return sentence(joined([head, GLAUCOMA_ADVICE[band]], ['，', '; ']))
}
