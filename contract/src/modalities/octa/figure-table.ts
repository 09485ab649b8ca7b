import {
  figure,
  figureTable,
  isCoarse,
  outsideOf,
  PICTURE_FIGURES,
  share,
  within,
  type Figure,
  type FigureError,
  type Unit,
} from '../../findings/figure-table.ts'
import { REGIONS, type OctaFindings } from './findings.ts'

/** Tables of figures on page and report. */
export const OCTA_GROUPS = ['faz', 'perfusion', 'large_vessels', 'gaps'] as const
export type OctaGroup = (typeof OCTA_GROUPS)[number]

type More = NonNullable<Parameters<typeof figure>[3]>
const own = (key: string, unit: Unit, digits: number, more: More = {}): Figure =>
  figure(key, unit, digits, { labels: [`octa.measure.${key}`], ...more })

const ofZone = (
  key: string,
  name: string,
  unit: Unit,
  digits: number,
  error: FigureError,
  more: More = {},
) => own(key, unit, digits, { group: 'faz', report: `faz.${name}`, layer: 'faz', error, ...more })

const ZONE: readonly Figure[] = [
  ofZone('faz_area_mm2', 'area', 'mm2', 3, share(0.1, 0.12), {
    norm: {
      // Mean 0.32 and two standard deviations of 0.11.
      low: 0.1,
      high: 0.54,
      source: 'superficial slab, RTVue 3x3 mm, PMC6058537',
      healthy: null,
    },
  }),
  ofZone('zone.perimeter', 'perimeter', 'mm', 2, share(0.1, 0.05)),
  ofZone('zone.circularity', 'circularity', '1', 2, within(0.1, 0.06)),
  ofZone('zone.acircularity', 'acircularity', '1', 2, within(0.1, 0.04)),
  ofZone('zone.axis_ratio', 'axis_ratio', '1', 2, within(0.1, 0.17)),
  own('zone.outline', '{px}', 0, { report: 'faz.outline' }),
  own('fovea_centre', '{px}', 0, { report: 'faz.center' }),
]

/** Sides stand for nasal and temporal until the eye is known, and halves beside quarters: in no table. */
const FOLDED: readonly string[] = ['left', 'right', 'outer_left', 'outer_right']

/** Of the whole scan, of the fovea, where there is little to measure, and of the other parts. */
interface Errors {
  whole: FigureError
  fovea: FigureError
  part: FigureError
}

const regionsOf = (
  place: string,
  report: string,
  unit: Unit,
  digits: number,
  errors: Errors,
  more: More,
): Figure[] =>
  (['whole', ...REGIONS] as const).map((region) => {
    const key = `${place}.${region}`
    const error = region === 'whole' || region === 'fovea' ? errors[region] : errors.part
    return own(key, unit, digits, {
      labels: [`octa.measure.${place}`, `octa.region.${region}`],
      report: `${report}.${region}`,
      error,
      ...more,
      ...(FOLDED.includes(region) && { group: null, traced: false }),
      rare: isCoarse({ error }) || (region !== 'whole' && more.rare !== false),
    })
  })

const networkOf = (
  place: 'vessel' | 'large',
  group: OctaGroup,
  layer: string,
  { density, length, diameter }: { density: Errors; length: Errors; diameter: FigureError },
): Figure[] => [
  ...regionsOf(
    `${place}.density`,
    place === 'vessel' ? 'density' : 'large.density',
    '%',
    1,
    density,
    {
      group,
      layer,
      ...(place === 'vessel' && { rare: false }),
    },
  ),
  ...regionsOf(`${place}.length_density`, `${place}.length_densities`, 'mm/mm2', 1, length, {
    group,
    layer,
  }),
  own(`${place}.diameter`, 'um', 1, {
    group,
    layer,
    report: `${place}.diameter`,
    error: diameter,
    rare: isCoarse({ error: diameter }),
  }),
  own(`${place}.fractal_dimension`, '1', 3, {
    group,
    layer,
    report: `${place}.fractal_dimension`,
    error: within(0.05, 0.05),
  }),
]

const GAPS: readonly Figure[] = [
  own('gaps.count', '1', 0, {
    group: 'gaps',
    layer: 'gaps',
    report: 'gaps.count',
    error: within(1, 0.2),
  }),
  own('gaps.area', 'mm2', 2, {
    group: 'gaps',
    layer: 'gaps',
    report: 'gaps.area',
    error: share(0.2, 0.28),
  }),
  own('gaps.percent', '%', 1, {
    group: 'gaps',
    layer: 'gaps',
    report: 'gaps.percent',
    error: share(0.2, 0.28),
  }),
  own('gaps.largest', 'mm2', 2, {
    group: 'gaps',
    layer: 'gaps',
    report: 'gaps.largest',
    error: share(0.2, 0.28),
  }),
  own('gaps.spots', '{px}', 0, { report: 'gaps.spots' }),
]

const ABOUT: readonly Figure[] = [
  own('scan_mm', 'mm', 0, { report: 'scan_size' }),
  own('axial_length_mm', 'mm', 2, { report: 'axial_length' }),
  // The density of the whole scan as a share.
  own('capillary_density', '1', 3, { error: within(0.03, 0.035), traced: false }),
]

/**
 * Every number that the analysis of an OCTA scan finds, in the order it is read. Usual errors are the largest of those
 * that `analysis/fit/errors.ts octa` prints for any set, rounded up. Those that err too much to be compared are read
 * less often, and so stand on no sheet of a report.
 */
export const OCTA_FIGURES = figureTable(
  [
    ...ZONE,
    ...networkOf('vessel', 'perfusion', 'capillaries', {
      density: { whole: within(3, 3.5), fovea: within(3, 4.3), part: within(3, 3.8) },
      length: { whole: share(0.1, 0.39), fovea: share(0.1, 0.48), part: share(0.1, 0.39) },
      diameter: share(0.1, 0.6),
    }),
    ...networkOf('large', 'large_vessels', 'large_vessels', {
      density: { whole: within(1, 1.3), fovea: within(1, 1.4), part: within(1, 3.2) },
      length: { whole: share(0.1, 0.11), fovea: share(0.1, 1.2), part: share(0.1, 0.3) },
      diameter: share(0.1, 0.17),
    }),
    ...GAPS,
    ...ABOUT,
    ...PICTURE_FIGURES,
  ],
  [{ key: 'vessel.length_density.whole', report: 'vessel.length_density' }],
)

const INNER = figureTable(OCTA_FIGURES.all.filter(({ key }) => !key.includes('.outer_')))

/** The figures that a scan of this breadth can have: the outer ring lies in scans of 6 mm alone. */
export const octaFiguresOf = (scan_mm: number | null) => (scan_mm === 6 ? OCTA_FIGURES : INNER)

/** On which side of its norm the zone's area lies beyond its spread; null where that cannot be told. */
export const zoneSideOf = ({
  faz_area_mm2: value,
  confidence,
}: Pick<OctaFindings, 'faz_area_mm2' | 'confidence'>) =>
  outsideOf({
    ...OCTA_FIGURES.at('faz_area_mm2'),
    value,
    confidence: confidence['faz_area_mm2'] ?? null,
  })
