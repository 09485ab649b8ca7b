import { figuresOf, type FigureRows } from '../../findings/figure-rows.ts'
import { figure, figureTable, PICTURE_FIGURES, type Figure } from '../../findings/figure-table.ts'
import { DISC_ROWS } from './disc-rows.ts'
import { LESIONS, lesionRowsOf } from './lesion-rows.ts'
import { MACULA_ROWS } from './macula-rows.ts'
import { VESSEL_ROWS } from './vessel-rows.ts'

/** Tables of figures on page and report. */
export const FIGURE_GROUPS = ['disc', 'macula', 'vessel'] as const
export type FigureGroup = (typeof FIGURE_GROUPS)[number]

const GRADE: readonly Figure[] = [
  figure('dr_grade', '1', 0, { report: 'DR.stage', scale: [0, 4], traced: true }),
  figure('dr_referable_probability', '1', 2, {
    report: 'DR.referable_probability',
    chance: true,
    scale: [0, 1],
    traced: true,
  }),
  figure('dr.stages', '1', 2, { report: 'DR.stages' }),
  figure('dr.near_uncounted', '1', 0, { report: 'DR.near_uncounted' }),
]

/** All that is stated in rows. */
export const FUNDUS_ROWS: FigureRows = {
  ...Object.fromEntries(LESIONS.flatMap((kind) => Object.entries(lesionRowsOf(kind)))),
  ...DISC_ROWS,
  ...MACULA_ROWS,
  ...VESSEL_ROWS,
}

/** Every number that the analysis of a fundus photograph finds, in the order it is read. */
export const FUNDUS_FIGURES = figureTable(
  [...GRADE, ...figuresOf(FUNDUS_ROWS), ...PICTURE_FIGURES],
  [
    { key: 'lesions.microaneurysms.count', report: 'DR.microaneurysms' },
    { key: 'lesions.hard_exudates.percent', report: 'DR.exudation' },
    { key: 'disc.odr', report: 'segmentation.odr_percent', unit: '%' },
  ],
)
