import { z } from 'zod'
import type { FigureRow, FigureRows } from '../../findings/figure-rows.ts'
import { REPEATS } from './repeats.ts'

export const LESIONS = ['microaneurysms', 'haemorrhages', 'hard_exudates', 'soft_exudates'] as const
export type Lesion = (typeof LESIONS)[number]

const COUNT = { holds: z.int(), unit: '1', digits: 0 } as const
const RARE = { rare: true } as const

/** Figures of the lesions of one kind, the same of each. Those that other words name stand in `lesion` of the texts. */
export const LESION_ROWS = {
  /** Spots that meet the rule of their kind and that the stage rests on: of them are all figures below. */
  'lesion.count': { ...COUNT, labels: ['lesion.count'] },
  /**
   * Spots that may be lesions and are not counted; null in analyses that did not tell them apart.
   */
  'lesion.uncounted': {
    ...COUNT,
    ...RARE,
    holds: z.int().nullable(),
    labels: ['lesion.uncounted'],
  },
  /** px, and percent of the field of view */
  'lesion.area': {
    ...RARE,
    holds: z.number(),
    unit: '{px2}',
    digits: 0,
    name: ['面积', 'Area'],
  },
  'lesion.percent': { holds: z.number(), unit: '%', digits: 3, labels: ['lesion.percent'] },
  /** The distance from the fovea to the nearest one, disc diameters. The fovea is found to about a tenth of one. */
  'lesion.fovea_distance_dd': {
    unit: '{DD}',
    digits: 1,
    floor: 0.1,
    labels: ['lesion.nearest'],
  },
  /** Around the fovea, or around the middle of the field where no fovea is found. */
  'lesion.quadrants.superior_temporal': {
    ...COUNT,
    ...RARE,
    labels: ['quadrant.superior_temporal'],
  },
  'lesion.quadrants.superior_nasal': { ...COUNT, ...RARE, labels: ['quadrant.superior_nasal'] },
  'lesion.quadrants.inferior_temporal': {
    ...COUNT,
    ...RARE,
    labels: ['quadrant.inferior_temporal'],
  },
  'lesion.quadrants.inferior_nasal': { ...COUNT, ...RARE, labels: ['quadrant.inferior_nasal'] },
  /** The largest, at most 50, to fly to: centre and radius, px. */
  'lesion.spots': {
    ...RARE,
    holds: z.array(z.tuple([z.number(), z.number(), z.number()])),
    unit: '{px}',
    digits: 0,
    traced: false,
    name: ['位置', 'Locations'],
  },
} as const satisfies FigureRows

/** The rows of the lesions of a kind, at their places. */
export const lesionRowsOf = (kind: Lesion): FigureRows =>
  Object.fromEntries(
    Object.entries<FigureRow>(LESION_ROWS).map(([key, row]) => {
      const figure = key.slice('lesion.'.length)
      return [`lesions.${kind}.${figure}`, rowOf(kind, figure, row)]
    }),
  )

const rowOf = (kind: Lesion, figure: string, row: FigureRow): FigureRow => ({
  traced: true,
  layer: kind,
  repeats: row.unit === '1' ? repeatsOf(kind, figure) : null,
  report: `lesion.measures.${kind}.${figure}`,
  ...row,
  labels: [`overlay.${kind}`, ...('labels' in row ? row.labels : [`measure.lesion.${figure}`])],
})

const repeatsOf = (kind: Lesion, figure: string) =>
  figure === 'uncounted' ? REPEATS.uncounted[kind] : REPEATS.counts[kind]
