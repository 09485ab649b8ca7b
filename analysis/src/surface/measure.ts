import {
  CORNEA_MM,
  SURFACE_FIGURES,
  type LesionRegion,
  type Reason,
  type SurfaceFindings,
} from '@mingmou/contract'
import { Ledger } from '../certainty/ledger.ts'
import { enterNumbers } from '../certainty/numbers.ts'
import type { Spot } from '../geometry/circle.ts'
import { stepOf, toImage, type PartMap } from '../geometry/part.ts'
import type { Ellipse } from './cornea.ts'
import { amountsOf, isOpen, isStained, oxfordOf, scoresOf, severityOf, typeOf } from './grades.ts'
import { visibleOf } from './regions.ts'
import type { Seen, SeenMaps } from './see.ts'
import { stainingOf, type Stain } from './staining.ts'

export type Measured = Omit<
  SurfaceFindings,
  'modality' | 'file' | 'gradable' | 'quality_score' | 'quality' | 'model_versions'
>
type Figures = Pick<
  Measured,
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

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

/** mm for one px of the map, by a cornea of 11.7 mm: an estimate. */
export const mmPerPxOf = ({ rx, ry }: Ellipse): number => CORNEA_MM / (2 * Math.max(rx, ry))

/** Every figure of the cornea and of its staining, by one set of maps. */
export function figuresOf(seen: SeenMaps, cornea: Ellipse): Figures {
  const map = seen.patch
  const mmPerPx = mmPerPxOf(cornea)
  const visible = visibleOf(seen.opening, cornea)
  const staining = stainingOf(seen, cornea, mmPerPx)
  const amounts = amountsOf(staining, cornea, mmPerPx, map.width)
  const scores = scoresOf(amounts, visible)
  const { patches, dots } = staining
  const ellipse = Math.PI * cornea.rx * cornea.ry
  const all = sum([...patches, ...dots].map(({ pixels }) => pixels.length))
  const inPatches = sum(patches.map(({ pixels }) => pixels.length))
  const { central, superior, left, inferior, right } = scores
  const five = [central, superior, left, inferior, right]
  const lesion_region: LesionRegion = {
    ...{ central, superior, inferior, left, right, nasal: null, temporal: null },
    total: five.includes(null) ? null : sum(five.map((score) => score ?? 0)),
  }
  return {
    cornea: corneaIn(map, cornea, visible.whole),
    lesion_bool: isOpen(staining, amounts) ? null : isStained(amounts),
    lesion_type: typeOf(staining, amounts),
    lesion_grade: oxfordOf(amounts),
    lesion_severity: severityOf(scores),
    lesion_region,
    staining: {
      area: all * stepOf(map) ** 2,
      area_mm2: all * mmPerPx ** 2,
      percent: (100 * all) / ellipse,
      dots: sum(dots.map(({ peaks }) => peaks)),
      patches: patches.length,
      patch_percent: (100 * inPatches) / ellipse,
      largest: Math.max(0, ...patches.map(({ extent }) => extent)),
      central: (central ?? 0) > 0,
      spots: spotsOf([...patches, ...dots], map, mmPerPx),
    },
  }
}

const EMPTY: Figures = {
  cornea: null,
  lesion_bool: null,
  lesion_type: null,
  lesion_grade: null,
  lesion_severity: null,
  lesion_region: null,
  staining: null,
}

/** What no photograph tells. */
const UNKNOWN = { eye: null, eye_confidence: null, scale: null } as const
const WHY: Readonly<Record<keyof typeof UNKNOWN, Reason>> = {
  eye: 'eye_unknown',
  eye_confidence: 'eye_unknown',
  scale: 'no_scale',
}

/** Nothing is measured, for one reason; a cornea that was found stands. */
export function unmeasured(reason: Reason, seen?: SeenMaps, cornea?: Ellipse): Measured {
  const found = seen && cornea ? figuresOf(seen, cornea).cornea : null
  const not_measured: Record<string, Reason> = { ...WHY }
  for (const name of Object.keys(EMPTY))
    if (name !== 'cornea' || !found) not_measured[name] = reason
  return { ...UNKNOWN, ...EMPTY, cornea: found, confidence: {}, not_measured }
}

/**
 * All figures of a gradable photograph. Nasal and temporal parts follow the eye, `withFacts` of the contract. Whether there
 * is staining, and of which kind, is withheld where a mirrored view of the photograph says otherwise, or where a few dots or
 * faint patches are all that there is.
 */
export function measureEye(seen: Seen, cornea: Ellipse): Measured {
  const ledger = new Ledger()
  for (const [name, reason] of Object.entries(WHY)) ledger.missing(name, reason)
  const found = figuresOf(seen, cornea)
  const views = seen.views.map((view) => figuresOf(view, cornea))
  const doubted =
    found.lesion_bool === null ||
    views.some(({ lesion_bool }) => lesion_bool !== null && lesion_bool !== found.lesion_bool)
  const figures = doubted ? { ...EMPTY, cornea: found.cornea } : found
  if (doubted)
    for (const name of Object.keys(EMPTY)) if (name !== 'cornea') ledger.missing(name, 'uncertain')
  const { lesion_region: regions } = figures
  if (regions)
    for (const [name, score] of Object.entries(regions))
      if (score === null)
        ledger.missing(
          `lesion_region.${name}`,
          name === 'nasal' || name === 'temporal' ? 'eye_unknown' : 'lids_cover',
        )
  if (regions && figures.lesion_severity === null) ledger.missing('lesion_severity', 'lids_cover')
  enterNumbers(SURFACE_FIGURES, figures, doubted ? [] : views, ledger)
  return {
    ...UNKNOWN,
    ...figures,
    confidence: ledger.confidence,
    not_measured: ledger.not_measured,
  }
}
