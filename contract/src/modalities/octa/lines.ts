import { linesOf, type Lines, type Mark } from '../../findings/lines.ts'
import type { OctaFindings } from './findings.ts'
import { OCTA_LAYERS } from './layers.ts'
import type { ReportedScan } from './report-data.ts'

type Xy = readonly [number, number]

/** Radii of the parts around the fovea, mm. */
const RINGS = { 3: [0.5, 1.5], 6: [0.5, 1.5, 3] } as const

function drawn(
  outline: readonly Xy[] | null,
  fovea: Xy | null,
  scan: 3 | 6 | null,
  mmPerPx: number | null,
): Lines[] {
  const faz_outline: Mark[] = outline ? [{ kind: 'outline', points: outline }] : []
  const sectors: Mark[] = []
  if (fovea && scan && mmPerPx) {
    const radii = RINGS[scan].map((mm) => mm / mmPerPx)
    for (const radius of radii) sectors.push({ kind: 'ring', at: fovea, radius })
    const [inner = 0, outer = 0] = [radii[0], radii.at(-1)]
    for (const [dx, dy] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      const along = (r: number): Xy => [
        fovea[0] + (dx * r) / Math.SQRT2,
        fovea[1] + (dy * r) / Math.SQRT2,
      ]
      sectors.push({ kind: 'line', from: along(inner), to: along(outer) })
    }
  }
  return linesOf(OCTA_LAYERS, { faz_outline, sectors })
}

/** The scanner's own millimetres: the parts are drawn by them, whatever the length of the eye. */
const nominal = (scan: 3 | 6 | null, side: number) => (scan === null ? null : scan / side)

export const findingLines = ({ zone, fovea_centre, scan_mm, file }: OctaFindings): Lines[] =>
  drawn(
    zone?.outline ?? null,
    fovea_centre,
    scan_mm,
    nominal(scan_mm, Math.max(file.width, file.height)),
  )

/** Without the parts: a printed page has room for what was found. */
export const reportLines = ({
  faz,
  scan_size,
  image_size,
}: Pick<ReportedScan, 'faz' | 'scan_size' | 'image_size'>): Lines[] =>
  drawn(faz.outline, faz.center, scan_size, nominal(scan_size, Math.max(...image_size))).filter(
    ({ hidden }) => hidden !== true,
  )
