import {
  figure,
  figureTable,
  PICTURE_FIGURES,
  share,
  within,
  type Figure,
  type Unit,
} from '../../findings/figure-table.ts'
import { CORNEAL_REGIONS, CORNEAL_SIDES } from './findings.ts'

/** Tables of figures on page and report. */
export const SURFACE_GROUPS = ['staining', 'scores', 'cornea'] as const
export type SurfaceGroup = (typeof SURFACE_GROUPS)[number]

type More = NonNullable<Parameters<typeof figure>[3]>
const own = (key: string, unit: Unit, digits: number, more: More = {}): Figure =>
  figure(key, unit, digits, { labels: [`surface.measure.${key}`], ...more })

const STAINING = { group: 'staining', layer: 'lesion' } as const
const DOTS = { group: 'staining', layer: 'dots' } as const
const SCORES = { group: 'scores', layer: null, traced: true } as const
const CORNEA = { group: 'cornea', layer: 'cornea' } as const

const FIGURES: readonly Figure[] = [
  own('staining.percent', '%', 1, {
    ...STAINING,
    report: 'lesion_percent',
    error: share(0.3, 0.41),
  }),
  own('staining.area_mm2', 'mm2', 1, {
    ...STAINING,
    report: 'staining.area_mm2',
    error: share(0.3, 0.42),
  }),
  own('staining.area', '{px2}', 0, {
    ...STAINING,
    report: 'lesion_area',
    rare: true,
    error: share(0.3, 0.43),
  }),
  own('staining.patches', '1', 0, { ...STAINING, report: 'staining.patches', error: within(1, 1) }),
  own('staining.patch_percent', '%', 1, {
    ...STAINING,
    report: 'staining.patch_percent',
    error: share(0.3, 0.33),
  }),
  own('staining.largest', 'mm', 1, {
    ...STAINING,
    report: 'staining.largest',
    error: share(0.15, 0.16),
  }),
  own('staining.dots', '1', 0, { ...DOTS, report: 'staining.dots', error: share(0.5, 0.71) }),
  own('staining.spots', '{px}', 0, { report: 'staining.spots' }),
  own('lesion_grade', '1', 0, { ...SCORES, report: 'lesion_grade' }),
  own('lesion_severity', '1', 0, { ...SCORES, report: 'lesion_severity' }),
  own('lesion_region.total', '1', 0, {
    ...SCORES,
    report: 'lesion_region.total',
    error: within(1, 2),
  }),
  ...CORNEAL_REGIONS.map((region) =>
    own(`lesion_region.${region}`, '1', 0, {
      ...SCORES,
      report: `lesion_region.${region}`,
    }),
  ),
  // Sides stand for nasal and temporal until the eye is known: in no table.
  ...CORNEAL_SIDES.map((side) =>
    own(`lesion_region.${side}`, '1', 0, {
      report: `lesion_region.${side}`,
    }),
  ),
  own('cornea.visible', '%', 0, { ...CORNEA, report: 'cornea.visible', error: within(5, 3.3) }),
  own('cornea.percent', '%', 1, { ...CORNEA, report: 'cornea_percent', error: share(0.1, 0.14) }),
  own('cornea.area', '{px2}', 0, {
    ...CORNEA,
    report: 'cornea_area',
    rare: true,
    error: share(0.1, 0.14),
  }),
  own('cornea.centre', '{px}', 0, { report: 'cornea.centre' }),
  own('cornea.radii', '{px}', 0, { report: 'cornea.radii' }),
  own('cornea.outline', '{px}', 0, { report: 'cornea.outline' }),
]

/** Every number that the analysis of a fluorescein photograph finds, in the order it is read. */
export const SURFACE_FIGURES = figureTable([...FIGURES, ...PICTURE_FIGURES])
