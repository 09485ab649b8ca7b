import { CORNEA_MM, type LesionRegion, type SurfaceFindings } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import { stepOf, toImage, type PartMap } from '../geometry/part.ts'
import type { Ellipse } from './cornea.ts'
import {
  amountsOf,
  dotsIn,
  isOpen,
  isStained,
  oxfordOf,
  scoresOf,
  severityOf,
  typeOf,
} from './grades.ts'
import { visibleOf } from './regions.ts'
import type { SeenMaps } from './see.ts'
import { stainingOf, type Stain } from './staining.ts'

/** What is measured by one outline of the cornea. */
export type Figures = Pick<
  SurfaceFindings,
  | 'cornea'
  | 'lesion_bool'
  | 'lesion_type'
  | 'lesion_grade'
  | 'lesion_severity'
  | 'lesion_region'
  | 'staining'
>

/** Corners of the outline of the cornea. */
const CORNERS = 72
/** Spots that are listed. */
const MOST_SPOTS = 50

/** The whole ellipse in px of the image; `visible`: share of it that shows. */
function corneaIn(map: PartMap, cornea: Ellipse, visible: number): Figures['cornea'] {
  const step = stepOf(map)
  const [x, y] = toImage(map, [cornea.x, cornea.y])
  const [rx, ry] = [cornea.rx * step, cornea.ry * step]
  const outline = Array.from({ length: CORNERS }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / CORNERS
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)]
  })
  const area = Math.PI * rx * ry
  return {
    centre: [x, y],
    radii: [rx, ry],
    outline,
    area,
    percent: (100 * area) / (map.box.width * map.box.height),
    visible: 100 * visible,
  }
}

function spotsOf(stains: readonly Stain[], map: PartMap, mmPerPx: number) {
  const step = stepOf(map)
  return stains
    .toSorted((a, b) => b.area - a.area)
    .slice(0, MOST_SPOTS)
    .map(({ centre, extent }): [number, number, number] => {
      const [x, y]: Spot = toImage(map, centre)
      return [x, y, (extent / mmPerPx / 2) * step]
    })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** mm for one px of the map, by a cornea of 11.7 mm: an estimate. */
export const mmPerPxOf = ({ rx, ry }: Ellipse): number => CORNEA_MM / (2 * Math.max(rx, ry))

/** Every figure of the cornea and of its staining, by one set of maps. */
export function figuresOf(seen: SeenMaps, cornea: Ellipse): Figures {
  const map = seen.patch
  const mmPerPx = mmPerPxOf(cornea)
  const visible = visibleOf(seen.opening, cornea)
  const staining = stainingOf(seen, cornea, mmPerPx)
  const amounts = amountsOf(staining, cornea, mmPerPx, map.width)
  const scores = scoresOf(staining, amounts, visible)
  const { patches, dots } = staining
  const ellipse = Math.PI * cornea.rx * cornea.ry
  const all = sum([...patches, ...dots].map(({ pixels }) => pixels.length))
  const inPatches = sum(patches.map(({ pixels }) => pixels.length))
  const { central, superior, left, inferior, right } = scores
  const five = [central, superior, left, inferior, right]
  const lesion_region: LesionRegion = {
    central,
    superior,
    inferior,
    left,
    right,
    nasal: null,
    temporal: null,
    total: five.includes(null) ? null : sum(five.map((score) => score ?? 0)),
  }
  return {
    cornea: corneaIn(map, cornea, visible.whole),
    lesion_bool: isOpen(staining, amounts) ? null : isStained(staining, amounts),
    lesion_type: typeOf(staining, amounts),
    lesion_grade: oxfordOf(staining, amounts),
    lesion_severity: severityOf(scores),
    lesion_region,
    staining: {
      area: all * stepOf(map) ** 2,
      area_mm2: all * mmPerPx ** 2,
      percent: (100 * all) / ellipse,
      dots: Math.round(sum(dots.map(dotsIn))),
      patches: patches.length,
      patch_percent: (100 * inPatches) / ellipse,
      largest: Math.max(0, ...patches.map(({ extent }) => extent)),
      central: (central ?? 0) > 0,
      spots: spotsOf([...patches, ...dots], map, mmPerPx),
    },
  }
}

/** Nothing of a photograph. */
export const NOTHING: Figures = {
  cornea: null,
  lesion_bool: null,
  lesion_type: null,
  lesion_grade: null,
  lesion_severity: null,
  lesion_region: null,
  staining: null,
}
