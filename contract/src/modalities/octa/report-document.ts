import type { Language } from '../../wire/constants.ts'
import { caution, plain, soft, type Line, type ReportDocument } from '../../report/document.ts'
import { figureDocument, type Parts } from '../figure-document.ts'
import { figureLines, without, type Reading, type ReadSitting } from '../report-sections.ts'
import { OCTA_FIGURES, OCTA_GROUPS, octaFiguresOf } from './figure-table.ts'
import { axialText } from './figures.ts'
import { OCTA_LAYERS } from './layers.ts'
import { reportLines } from './lines.ts'
import type { ReportedScan } from './report-data.ts'

/** A scan as a report is read. */
interface ReadScan extends Omit<ReportedScan, 'image_url' | 'overlays'> {
  overlays: readonly { name: string; color: string }[]
}
type Cell = (scan: ReadScan, reading: Reading<ReadScan>) => Line[]

export const octaDocument = (
  report: ReadSitting & ReadScan & { fellow: ReadScan | null },
  language: Language,
): ReportDocument => figureDocument(report, PARTS, language)

const zoneOf: Cell = (scan, reading) => [
  ...figureLines(OCTA_FIGURES, 'faz_area_mm2', scan, reading),
  ...(scan.gradable ? [soft(axialText(scan.axial_length, reading.language))] : []),
]
const densityOf: Cell = (scan, reading) =>
  figureLines(OCTA_FIGURES, 'vessel.density.whole', scan, reading)

const gapsOf: Cell = (scan, reading) => {
  const { say } = reading
  if (!scan.gradable) return []
  if (!scan.gaps) return [without(scan, 'gaps', 'not_measured', reading)]
  const { count, area } = scan.gaps
  if (count === 0) return [plain(say('octa.gaps.none'))]
  return [caution(say('octa.gaps.found', { count, area: area.toFixed(2) }))]
}

const PARTS: Parts<ReadScan> = {
  key: 'octa',
  layers: OCTA_LAYERS,
  lines: reportLines,
  figures: OCTA_FIGURES,
  possible: ({ scan_size }) => octaFiguresOf(scan_size),
  groups: OCTA_GROUPS,
  results: [
    ['octa.measure.faz_area_mm2', zoneOf],
    ['octa.report.density', densityOf],
    ['octa.gaps.title', gapsOf],
  ],
}
