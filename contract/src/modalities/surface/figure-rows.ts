import { z } from 'zod'
import type { FigureRows } from '../../findings/figure-rows.ts'
import { share, within } from '../../findings/figure-table.ts'
import { Point } from '../../findings/findings.ts'

const STAINING = { group: 'staining', layer: 'lesion', holds: z.number() } as const
const GRADE = { group: 'scores', traced: true, unit: '1', digits: 0 } as const
const CORNEA = { group: 'cornea', layer: 'cornea' } as const
/** An NEI score; of a region of which the lids hide too much, null. */
const SIDE = { holds: z.int().min(0).max(3).nullable(), unit: '1', digits: 0 } as const
const SCORE = { ...GRADE, ...SIDE } as const

/**
 * In the order in which they are read. Staining of the cornea that shows: patches and dots together, unless the name says
 * one of them. The cornea is the whole of it, also under the lids: an ellipse.
 */
export const SURFACE_ROWS = {
  /** Of the whole cornea. */
  'staining.percent': {
    ...STAINING,
    report: 'lesion_percent',
    unit: '%',
    digits: 1,
    error: share(0.3, 0.41),
    name: ['染色占角膜', 'Staining, proportion of the cornea'],
  },
  'staining.area_mm2': {
    ...STAINING,
    unit: 'mm2',
    digits: 1,
    error: share(0.3, 0.42),
    name: ['染色面积（估算）', 'Staining area (estimate)'],
  },
  /** px2 of the image */
  'staining.area': {
    ...STAINING,
    report: 'lesion_area',
    unit: '{px2}',
    digits: 0,
    rare: true,
    error: share(0.3, 0.43),
    name: ['染色面积', 'Staining area'],
  },
  'staining.patches': {
    ...STAINING,
    holds: z.int(),
    unit: '1',
    digits: 0,
    error: within(1, 1),
    name: ['片状染色数', 'Staining patches'],
  },
  /** Of patches alone, percent of the whole cornea. */
  'staining.patch_percent': {
    ...STAINING,
    unit: '%',
    digits: 1,
    error: share(0.3, 0.33),
    name: ['片状染色占角膜', 'Patches, proportion of the cornea'],
  },
  /** Greatest extent of the largest patch, mm; 0 without one. */
  'staining.largest': {
    ...STAINING,
    unit: 'mm',
    digits: 1,
    error: share(0.15, 0.16),
    name: ['最大一片长径（估算）', 'Largest patch, length (estimate)'],
  },
  'staining.dots': {
    ...STAINING,
    holds: z.int(),
    layer: 'dots',
    unit: '1',
    digits: 0,
    error: share(0.5, 0.43),
    name: ['点状染色数', 'Punctate spots'],
  },
  /** The largest, at most 50, to fly to: centre and radius, px. */
  'staining.spots': {
    holds: z.array(z.tuple([z.number(), z.number(), z.number()])),
    unit: '{px}',
    digits: 0,
    name: ['染色位置', 'Staining locations'],
  },
  /** After the limits of the Oxford scheme, for the cornea alone. */
  lesion_grade: {
    ...GRADE,
    holds: z.int().min(0).max(5).nullable(),
    name: ['牛津式分级（0–5）', 'Oxford-like grade (0–5)'],
  },
  /** By quarters around the centre and the central zone, as SUSTech-SYSU grades. */
  lesion_severity: {
    ...GRADE,
    holds: z.int().min(0).max(4).nullable(),
    name: ['严重度（0–4）', 'Severity (0–4)'],
  },
  /** It needs all five. */
  'lesion_region.total': {
    ...GRADE,
    holds: z.int().min(0).max(15).nullable(),
    error: within(1, 2),
    name: ['NEI总分（0–15）', 'NEI total (0–15)'],
  },
  'lesion_region.central': { ...SCORE, name: ['NEI中央（0–3）', 'NEI central (0–3)'] },
  'lesion_region.superior': { ...SCORE, name: ['NEI上方（0–3）', 'NEI superior (0–3)'] },
  'lesion_region.nasal': { ...SCORE, name: ['NEI鼻侧（0–3）', 'NEI nasal (0–3)'] },
  'lesion_region.inferior': { ...SCORE, name: ['NEI下方（0–3）', 'NEI inferior (0–3)'] },
  'lesion_region.temporal': { ...SCORE, name: ['NEI颞侧（0–3）', 'NEI temporal (0–3)'] },
  /** Sides stand for nasal and temporal until the eye is known: in no table. */
  'lesion_region.left': { ...SIDE, name: ['NEI图左（0–3）', 'NEI image left (0–3)'] },
  'lesion_region.right': { ...SIDE, name: ['NEI图右（0–3）', 'NEI image right (0–3)'] },
  /** Of the ellipse, between the lids and inside the photograph; null where that is in doubt. */
  'cornea.visible': {
    ...CORNEA,
    unit: '%',
    digits: 0,
    error: within(5, 3.3),
    name: ['角膜可见部分', 'Visible cornea'],
  },
  /** Of the ellipse, percent of the photograph, and px2; null where the outline is not trusted. */
  'cornea.percent': {
    ...CORNEA,
    report: 'cornea_percent',
    unit: '%',
    digits: 1,
    error: share(0.1, 0.14),
    name: ['角膜占图像', 'Cornea, proportion of the image'],
  },
  'cornea.area': {
    ...CORNEA,
    report: 'cornea_area',
    unit: '{px2}',
    digits: 0,
    rare: true,
    error: share(0.1, 0.14),
    name: ['角膜面积', 'Corneal area'],
  },
  'cornea.centre': {
    holds: Point,
    unit: '{px}',
    digits: 0,
    name: ['角膜中心', 'Corneal centre'],
  },
  /** Semi-axes along the sides of the picture, px: across, down. */
  'cornea.radii': {
    holds: z.tuple([z.number(), z.number()]),
    unit: '{px}',
    digits: 0,
    name: ['角膜半径', 'Corneal radii'],
  },
  /** A closed polygon, px of the image. */
  'cornea.outline': {
    holds: z.array(Point),
    unit: '{px}',
    digits: 0,
    name: ['角膜轮廓', 'Corneal outline'],
  },
} as const satisfies FigureRows
