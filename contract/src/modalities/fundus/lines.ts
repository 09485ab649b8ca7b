import { linesOf, type Lines, type Mark } from '../../findings/lines.ts'
import type { FundusFindings } from './findings.ts'
import { FUNDUS_LAYERS } from './layers.ts'
import type { ReadPhotograph } from './report-data.ts'

type Xy = readonly [number, number]

interface Landmarks {
  disc: { centre: Xy | null; height: number; outline: readonly Xy[] | null } | null
  cup: readonly Xy[] | null
  fovea: Xy | null
  /** Of a photograph of the disc alone no vessels are measured. */
  alone?: boolean
}

/** Radii of the rings that bound zones B and C, in disc diameters from the disc's centre. */
const RINGS = [1, 1.5, 2.5]
const CUP = FUNDUS_LAYERS.find(({ name }) => name === 'cup')?.color

/** Disc, cup, fovea and the zones of the vessels, as lines over the photograph. */
function drawn({ disc, cup, fovea, alone = false }: Landmarks): Lines[] {
  const outlines: Mark[] = []
  if (disc?.outline) outlines.push({ kind: 'outline', points: disc.outline })
  if (cup) outlines.push({ kind: 'outline', points: cup, ...(CUP && { color: CUP }) })
  const at = disc?.centre
  const landmarks: Mark[] = fovea ? [{ kind: 'cross', at: fovea }] : []
  if (fovea && at) landmarks.push({ kind: 'line', from: at, to: fovea })
  const zones: Mark[] =
    at && !alone ? RINGS.map((radius) => ({ kind: 'ring', at, radius: radius * disc.height })) : []
  return linesOf(FUNDUS_LAYERS, { outlines, landmarks, zones })
}

export const findingLines = ({
  disc,
  disc_centre,
  fovea_centre,
  quality,
}: FundusFindings): Lines[] =>
  drawn({
    alone: quality.reasons.includes('disc_alone'),
    disc: disc && {
      centre: disc_centre,
      height: disc.disc.height,
      outline: disc.disc.outline,
    },
    cup: disc?.cup?.outline ?? null,
    fovea: fovea_centre,
  })

/** Without the zones: a printed page has room for what was found. */
export const reportLines = ({ segmentation }: Pick<ReadPhotograph, 'segmentation'>): Lines[] =>
  drawn({
    disc: segmentation.disc_height
      ? {
          centre: segmentation.disc_center,
          height: segmentation.disc_height,
          outline: segmentation.disc_outline,
        }
      : null,
    cup: segmentation.cup_outline,
    fovea: segmentation.fovea_center,
  }).filter(({ hidden }) => hidden !== true)
