import { figuresOf } from '../../findings/figure-rows.ts'
import { figureTable, outsideOf, PICTURE_FIGURES } from '../../findings/figure-table.ts'
import { OCTA_ROWS } from './figure-rows.ts'
import type { OctaFindings } from './findings.ts'

/** Tables of figures on page and report. */
export const OCTA_GROUPS = ['faz', 'perfusion', 'large_vessels', 'gaps'] as const

/** Every number that the analysis of an OCTA scan finds, in the order it is read. */
export const OCTA_FIGURES = figureTable(
  [...figuresOf(OCTA_ROWS, 'octa.measure'), ...PICTURE_FIGURES],
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
