import { figuresOf } from '../../findings/figure-rows.ts'
import { figureTable, PICTURE_FIGURES } from '../../findings/figure-table.ts'
import { SURFACE_ROWS } from './figure-rows.ts'

/** Tables of figures on page and report. */
export const SURFACE_GROUPS = ['staining', 'scores', 'cornea'] as const

/** Every number that the analysis of a fluorescein photograph finds, in the order it is read. */
export const SURFACE_FIGURES = figureTable([
  ...figuresOf(SURFACE_ROWS, 'surface.measure'),
  ...PICTURE_FIGURES,
])
