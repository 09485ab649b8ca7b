import { z } from 'zod'
import type { FigurePart, FigureRow, FigureRows } from '../../findings/figure-rows.ts'
import { isCoarse, share, within, type FigureError } from '../../findings/figure-table.ts'
import { Fraction, Point } from '../../findings/findings.ts'
import { REGIONS, Regions } from './regions.ts'

const ZONE = { group: 'faz', layer: 'faz' } as const
const SHAPE = { ...ZONE, holds: z.number(), unit: '1', digits: 2 } as const
const GAPS = { group: 'gaps', layer: 'gaps', holds: z.number() } as const
const GAPS_ERROR = share(0.2, 0.28)

/** Of the avascular zone. */
const ZONE_ROWS = {
  faz_area_mm2: {
    ...ZONE,
    report: 'faz.area',
    unit: 'mm2',
    digits: 3,
    error: share(0.1, 0.12),
    norm: {
      // Mean 0.32 and two standard deviations of 0.11.
      low: 0.1,
      high: 0.54,
      source: 'superficial slab, RTVue 3x3 mm, PMC6058537',
      healthy: null,
    },
    name: ['无血管区面积', 'FAZ area'],
  },
  'zone.perimeter': {
    ...ZONE,
    report: 'faz.perimeter',
    holds: z.number(),
    unit: 'mm',
    digits: 2,
    error: share(0.1, 0.05),
    name: ['周长', 'Perimeter'],
  },
  'zone.circularity': {
    ...SHAPE,
    report: 'faz.circularity',
    error: within(0.1, 0.06),
    name: ['圆度', 'Circularity'],
  },
  'zone.acircularity': {
    ...SHAPE,
    report: 'faz.acircularity',
    error: within(0.1, 0.04),
    name: ['非圆度指数', 'Acircularity index'],
  },
  'zone.axis_ratio': {
    ...SHAPE,
    report: 'faz.axis_ratio',
    error: within(0.1, 0.17),
    name: ['长短轴比', 'Axis ratio'],
  },
  /** A closed polygon, px of the image. */
  'zone.outline': {
    report: 'faz.outline',
    holds: z.array(Point),
    unit: '{px}',
    digits: 0,
    name: ['轮廓', 'Outline'],
  },
  /** The middle of the avascular zone, px. */
  fovea_centre: {
    report: 'faz.center',
    holds: Point.nullable(),
    unit: '{px}',
    digits: 0,
    name: ['中心凹位置', 'Fovea position'],
  },
} as const satisfies FigureRows

/** Sides stand for nasal and temporal until the eye is known, and halves beside quarters: in no table. */
const FOLDED: readonly string[] = ['left', 'right', 'outer_left', 'outer_right']

/** Of the whole scan, of the fovea, where there is little to measure, and of the other parts. */
interface Errors {
  whole: FigureError
  fovea: FigureError
  part: FigureError
}

/** Read less often: what errs too much to be compared, and the parts beside the whole, unless `shown`. */
const partsOf = (errors: Errors, shown = false): readonly FigurePart[] =>
  (['whole', ...REGIONS] as const).map((region) => {
    const error = region === 'whole' || region === 'fovea' ? errors[region] : errors.part
    return {
      part: region,
      label: `octa.region.${region}`,
      error,
      rare: isCoarse({ error }) || (region !== 'whole' && !shown),
      ...(FOLDED.includes(region) && { group: null, traced: false }),
    }
  })

/** Errs so much that it is read less often, or not. */
const erring = (error: FigureError) => ({ error, rare: isCoarse({ error }) })

/** Vessel px over px, percent. */
const DENSITY = { holds: Regions, unit: '%', digits: 1 } as const
/** Centreline over area, mm/mm2. */
const LENGTH_DENSITY = { holds: Regions, unit: 'mm/mm2', digits: 1 } as const
/** Vessel area over centreline length, um. */
const DIAMETER = { holds: z.number(), unit: 'um', digits: 1 } as const
/** Box-counting dimension of the centrelines. */
const FRACTAL = { unit: '1', digits: 3, error: within(0.05, 0.05) } as const
const ALL = { group: 'perfusion', layer: 'capillaries' } as const
const LARGE = { group: 'large_vessels', layer: 'large_vessels' } as const

/** Of vessels of all sizes, and of large ones. */
const VESSEL_ROWS = {
  'vessel.density': {
    ...ALL,
    ...DENSITY,
    report: 'density',
    parts: partsOf({ whole: within(3, 3.5), fovea: within(3, 4.3), part: within(3, 3.8) }, true),
    name: ['血管面积密度', 'Area density'],
  },
  'vessel.length_density': {
    ...ALL,
    ...LENGTH_DENSITY,
    report: 'vessel.length_densities',
    parts: partsOf({ whole: share(0.1, 0.39), fovea: share(0.1, 0.48), part: share(0.1, 0.39) }),
    name: ['血管长度密度', 'Vessel length density'],
  },
  'vessel.diameter': {
    ...ALL,
    ...DIAMETER,
    ...erring(share(0.1, 0.6)),
    name: ['平均管径', 'Mean vessel diameter'],
  },
  'vessel.fractal_dimension': {
    ...ALL,
    ...FRACTAL,
    name: ['分形维数（盒计数）', 'Fractal dimension (boxes)'],
  },
  'large.density': {
    ...LARGE,
    ...DENSITY,
    parts: partsOf({ whole: within(1, 1.3), fovea: within(1, 1.4), part: within(1, 3.2) }),
    name: ['大血管面积密度', 'Area density, large'],
  },
  'large.length_density': {
    ...LARGE,
    ...LENGTH_DENSITY,
    report: 'large.length_densities',
    parts: partsOf({ whole: share(0.1, 0.11), fovea: share(0.1, 1.2), part: share(0.1, 0.3) }),
    name: ['大血管长度密度', 'Length density, large'],
  },
  'large.diameter': {
    ...LARGE,
    ...DIAMETER,
    ...erring(share(0.1, 0.17)),
    name: ['大血管平均管径', 'Mean diameter, large'],
  },
  'large.fractal_dimension': {
    ...LARGE,
    ...FRACTAL,
    name: ['大血管分形维数', 'Fractal dimension, large'],
  },
} as const satisfies FigureRows

/** Of patches without capillaries. */
const GAP_ROWS = {
  'gaps.count': {
    ...GAPS,
    holds: z.int(),
    unit: '1',
    digits: 0,
    error: within(1, 0.2),
    name: ['无灌注区数', 'Non-perfusion areas'],
  },
  'gaps.area': {
    ...GAPS,
    unit: 'mm2',
    digits: 2,
    error: GAPS_ERROR,
    name: ['无灌注区总面积', 'Total non-perfusion area'],
  },
  /** Of the scan. */
  'gaps.percent': {
    ...GAPS,
    unit: '%',
    digits: 1,
    error: GAPS_ERROR,
    name: ['占扫描面积', 'Proportion of the scan'],
  },
  'gaps.largest': {
    ...GAPS,
    unit: 'mm2',
    digits: 2,
    error: GAPS_ERROR,
    name: ['最大一处面积', 'Largest area'],
  },
  /** The largest, at most 50, to fly to: centre and radius, px. */
  'gaps.spots': {
    holds: z.array(z.tuple([z.number(), z.number(), z.number()])),
    unit: '{px}',
    digits: 0,
    name: ['无灌注区位置', 'Positions'],
  },
} as const satisfies FigureRows

const ABOUT_ROWS = {
  /** Breadth of the scan, as the archive says. */
  scan_mm: {
    report: 'scan_size',
    holds: z.union([z.literal(3), z.literal(6)]).nullable(),
    unit: 'mm',
    digits: 0,
    name: ['扫描边长', 'Scan width'],
  },
  /** Of the eye, where a clinician entered it: lengths and areas are corrected by it. */
  axial_length_mm: {
    report: 'axial_length',
    unit: 'mm',
    digits: 2,
    name: ['眼轴长度', 'Axial length'],
  },
  /** The density of the whole scan as a share: px that are a vessel of any size. */
  capillary_density: {
    report: null,
    holds: Fraction.nullable(),
    unit: '1',
    digits: 3,
    error: within(0.03, 0.035),
    traced: false,
    name: ['血管面积比', 'Vessel area fraction'],
  },
} as const satisfies FigureRows

/**
 * In the order in which they are read. Usual errors are the largest of those that `analysis/fit/errors.ts octa` prints for
 * any set, rounded up. Those that err too much to be compared are read less often, and so stand on no sheet of a report.
 */
export const OCTA_ROWS = { ...ZONE_ROWS, ...VESSEL_ROWS, ...GAP_ROWS, ...ABOUT_ROWS }

/** Places that hold a figure of each part of the scan. */
export const BY_REGION = Object.entries<FigureRow>(OCTA_ROWS).flatMap(([place, { parts }]) =>
  parts ? [place] : [],
)
