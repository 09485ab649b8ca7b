import {
  mapColor,
  MODALITY,
  type FundusFindings,
  type ReportedPhotograph,
  type Layer,
} from '@mingmou/contract'
import type { Mark, ViewerShape } from '../../ui/eye-viewer/shapes.tsx'

type Xy = readonly [number, number]

interface Landmarks {
  disc: { centre: Xy | null; height: number; outline: readonly Xy[] | null } | null
  cup: readonly Xy[] | null
  fovea: Xy | null
}

/** Radii of the rings that bound zones B and C, in disc diameters from the disc's centre. */
const RINGS = [1, 1.5, 2.5]

/** Disc, cup, fovea and the zones of the vessels, as lines over the photograph. */
function shapesOf({ disc, cup, fovea }: Landmarks): ViewerShape[] {
  const outlines: Mark[] = []
  if (disc?.outline) outlines.push({ kind: 'outline', points: disc.outline })
  if (cup) outlines.push({ kind: 'outline', points: cup, color: mapColor('cup') })
  const at = disc?.centre
  const landmarks: Mark[] = fovea ? [{ kind: 'cross', at: fovea }] : []
  if (fovea && at) landmarks.push({ kind: 'line', from: at, to: fovea })
  const zones: Mark[] = at
    ? RINGS.map((radius) => ({ kind: 'ring', at, radius: radius * disc.height }))
    : []
  const marks: Readonly<Record<string, Mark[]>> = { outlines, landmarks, zones }
  return (MODALITY.fundus.layers as readonly Layer[]).flatMap(
    ({ name, key = '', color, hidden }) => {
      const drawn = marks[name] ?? []
      if (drawn.length === 0) return []
      return [{ name, color, key, marks: drawn, ...(hidden && { hidden }) }]
    },
  )
}

export const findingShapes = ({ disc, disc_centre, fovea_centre }: FundusFindings): ViewerShape[] =>
  shapesOf({
    disc: disc && {
      centre: disc_centre,
      height: disc.disc.height,
      outline: disc.disc.outline,
    },
    cup: disc?.cup?.outline ?? null,
    fovea: fovea_centre,
  })

/** Leaves the zones out, to keep room for the findings on a printed page. */
export const reportShapes = ({ segmentation }: ReportedPhotograph): ViewerShape[] =>
  shapesOf({
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
