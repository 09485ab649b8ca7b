import type { Language } from '../../messages.ts'
import {
  caution,
  eyesText,
  plain,
  reportDocument,
  soft,
  type Line,
  type PictureLayer,
  type ReportDocument,
  type ReportPicture,
  type ReportRow,
  type ReportSection,
} from '../../report-document.ts'
import { figureText, normText, outsideText, reportMeasures } from '../figures.ts'
import {
  eyeOf,
  groupRows,
  leftOut,
  machineOf,
  missingOf,
  qualityOf,
  readingOf,
  restsOn,
  sittingOf,
  sureText,
  without,
  type Reading,
  type ReadSitting,
} from '../report-sections.ts'
import { OCTA_FIGURES, OCTA_GROUPS } from './figure-table.ts'
import { axialText } from './figures.ts'
import { OCTA_LAYERS } from './layers.ts'
import { reportLines } from './lines.ts'
import type { ReportedScan } from './report-data.ts'

/** A scan as a report is read. */
interface ReadScan extends Omit<ReportedScan, 'image_url' | 'overlays'> {
  overlays: readonly { name: string; color: string }[]
}
type OctaReading = Reading<ReadScan>
type Cell = (scan: ReadScan, reading: OctaReading) => Line[]

export function octaDocument(
  report: ReadSitting & ReadScan & { fellow: ReadScan | null },
  language: Language,
): ReportDocument {
  const reading = readingOf<ReadScan>(report, language)
  const { photographs, columns, say } = reading
  const judged = photographs.some(({ gradable }) => gradable)
  return reportDocument(
    report,
    {
      title: say('octa.report.title'),
      eye: eyeOf(reading),
      summary: [
        { kind: 'pictures', pictures: picturesOf(reading) },
        ...leftOut(reading),
        ...sittingOf(reading),
        { kind: 'results', columns, rows: resultRows(reading) },
      ],
      details: [
        ...(judged ? [...figureSections(reading), notesOf(reading)] : []),
        ...machineOf(reading),
      ],
      ...restsOn(reading),
    },
    language,
  )
}

/** The scan itself, and what was found on it. */
function picturesOf({ photographs, report, say }: OctaReading): ReportPicture[] {
  return photographs.flatMap((one, photograph) => {
    const n = `${one.image_index + 1}/${report.image_count}`
    const caption =
      photographs.length > 1
        ? say('report.photograph_of_eye', { eye: eyesText([one.eye], say), n })
        : say('octa.report.scan')
    const found = layersOf(one, say)
    return [
      { photograph, name: 'photograph', caption, layers: [] },
      ...(one.gradable && found.length > 0
        ? [{ photograph, name: 'found', caption: say('octa.report.found'), layers: found }]
        : []),
    ]
  })
}

function layersOf(scan: ReadScan, say: OctaReading['say']): PictureLayer[] {
  const there = [
    ...scan.overlays.map(({ name }) => name),
    ...reportLines(scan as ReportedScan).map(({ name }) => name),
  ]
  return OCTA_LAYERS.flatMap((layer) => {
    const { name, color } = layer
    const coarse = 'finer' in layer && there.includes(layer.finer)
    if (!there.includes(name) || coarse) return []
    return [
      { name, label: say(`overlay.${name}`), color, ...('hidden' in layer && { hidden: true }) },
    ]
  })
}

function resultRows(reading: OctaReading): ReportRow[] {
  const { photographs, say } = reading
  const row = (label: string, cell: Cell): ReportRow => ({
    label,
    notes: [],
    cells: photographs.map((one) => cell(one, reading)),
  })
  const judged = photographs.some(({ gradable }) => gradable)
  return [
    row(say('report.quality'), qualityOf),
    ...(judged
      ? [
          row(say('octa.measure.faz_area_mm2'), zoneOf),
          row(say('octa.measure.vessel.density'), densityOf),
          row(say('octa.gaps.title'), gapsOf),
        ]
      : []),
  ]
}

/** A figure of a report in words, with how sure it is and whether it is usual. */
function told(scan: ReadScan, group: string, key: string, reading: OctaReading): Line[] {
  const { say, language } = reading
  if (!scan.gradable) return []
  const measure = reportMeasures(OCTA_FIGURES, scan, group).find((one) => one.key === key)
  const text = measure && figureText({ ...measure, mmPerPx: null })
  if (!measure || text === null || text === undefined)
    return [without(scan, measure?.report ?? key, 'not_measured', reading)]
  const [norm, outside] = [normText(measure, language), outsideText(measure, language)]
  const aside = sureText(measure.confidence ?? undefined, say)
  return [
    { ...plain(text), strong: true, ...(aside !== undefined && { aside }) },
    ...(outside === null ? [] : [caution(outside)]),
    ...(norm === null ? [] : [soft(say('norm', { norm }))]),
  ]
}

const zoneOf: Cell = (scan, reading) => [
  ...told(scan, 'faz', 'faz_area_mm2', reading),
  ...(scan.gradable ? [soft(axialText(scan.axial_length, reading.language))] : []),
]
const densityOf: Cell = (scan, reading) => told(scan, 'perfusion', 'vessel.density.whole', reading)

const gapsOf: Cell = (scan, reading) => {
  const { say } = reading
  if (!scan.gradable) return []
  if (!scan.gaps) return [without(scan, 'gaps', 'not_measured', reading)]
  const { count, area } = scan.gaps
  if (count === 0) return [plain(say('octa.gaps.none'))]
  return [caution(say('octa.gaps.found', { count, area: area.toFixed(2) }))]
}

function figureSections(reading: OctaReading): ReportSection[] {
  const { columns, say } = reading
  return OCTA_GROUPS.flatMap((group) => {
    const rows = groupRows(OCTA_FIGURES, group, reading)
    const title = say(`octa.group.${group}`)
    return rows.length === 0 ? [] : [{ kind: 'figures' as const, title, columns, rows }]
  })
}

function notesOf({ photographs, columns, language, say }: OctaReading): ReportSection {
  const lines = photographs.flatMap((one, index) =>
    missingOf(OCTA_FIGURES, OCTA_GROUPS, one, language).map((line) =>
      columns[index] ? `${columns[index]}: ${line}` : line,
    ),
  )
  return { kind: 'notes', lines: [...lines, say('octa.report.legend')] }
}
