import type { Language } from '../wire/constants.ts'
import {
  eyesText,
  reportDocument,
  type Line,
  type PictureLayer,
  type ReportDocument,
  type ReportPicture,
  type ReportRow,
  type ReportSection,
} from '../report/document.ts'
import type { Layer } from '../findings/layer.ts'
import type { FigureTable } from '../findings/figure-table.ts'
import type { Lines } from '../findings/lines.ts'
import {
  correctionRows,
  drawnRows,
  eyeOf,
  groupRows,
  leftOut,
  machineOf,
  missingOf,
  qualityOf,
  readingOf,
  restsOn,
  sittingOf,
  type Judged,
  type Reading,
  type ReadSitting,
} from './report-sections.ts'

/**
 * What a modality says in a report that shows each photograph, all that was found on it, results in words and tables of
 * figures. Its words are at `<key>.report` and `<key>.group` of the texts.
 */
export interface Parts<Picture extends Judged> {
  key: string
  layers: readonly Layer[]
  lines: (photograph: Picture) => readonly Lines[]
  figures: FigureTable
  /** Those that a photograph can have, where some have fewer. */
  possible?: (photograph: Picture) => FigureTable
  groups: readonly string[]
  /** What was found on a photograph that can be judged: the name of a text, and the words. */
  results: readonly (readonly [label: string, cell: Cell<Picture>])[]
}

type Cell<Picture extends Judged> = (photograph: Picture, reading: Reading<Picture>) => Line[]

export function figureDocument<Picture extends Judged>(
  report: ReadSitting & Picture & { fellow: Picture | null },
  parts: Parts<Picture>,
  language: Language,
): ReportDocument {
  const reading = readingOf<Picture>(report, language)
  const { photographs, columns, say } = reading
  const judged = photographs.some(({ gradable }) => gradable)
  return reportDocument(
    report,
    {
      title: say(`${parts.key}.report.title`),
      eye: eyeOf(reading),
      summary: [
        { kind: 'pictures', pictures: picturesOf(reading, parts) },
        ...leftOut(reading),
        ...sittingOf(reading),
        {
          kind: 'results',
          columns,
          rows: [
            ...resultRows(reading, judged ? parts.results : []),
            ...correctionRows(reading),
            ...drawnRows(parts.figures, reading),
          ],
        },
      ],
      details: [
        ...(judged ? [...figureSections(reading, parts), notesOf(reading, parts)] : []),
        ...machineOf(reading),
      ],
      ...restsOn(reading),
    },
    language,
  )
}

/** The photograph itself, and what was found on it. */
function picturesOf<Picture extends Judged>(
  { photographs, report, say }: Reading<Picture>,
  parts: Parts<Picture>,
): ReportPicture[] {
  return photographs.flatMap((picture, photograph) => {
    const n = `${picture.image_index + 1}/${report.image_count}`
    const caption =
      photographs.length > 1
        ? say('report.photograph_of_eye', { eye: eyesText([picture.eye], say), n })
        : say(`${parts.key}.report.photograph`)
    const layers = layersOf(picture, parts).map((layer) => ({
      ...layer,
      label: say(`overlay.${layer.name}`),
    }))
    return [
      { photograph, name: 'photograph', caption, layers: [] },
      ...(picture.gradable && layers.length > 0
        ? [{ photograph, name: 'found', caption: say(`${parts.key}.report.found`), layers }]
        : []),
    ]
  })
}

/** The layers that a photograph has; a map gives way to the layer that says the same more finely. */
function layersOf<Picture extends Judged>(
  photograph: Picture,
  { layers, lines }: Parts<Picture>,
): Omit<PictureLayer, 'label'>[] {
  const there = [...photograph.overlays, ...lines(photograph)].map(({ name }) => name)
  return layers.flatMap(({ name, color, finer, hidden }) => {
    const coarse = finer !== undefined && there.includes(finer)
    return coarse || !there.includes(name) ? [] : [{ name, color, ...(hidden && { hidden }) }]
  })
}

const resultRows = <Picture extends Judged>(
  reading: Reading<Picture>,
  results: Parts<Picture>['results'],
): ReportRow[] =>
  [['report.quality', qualityOf] as const, ...results].map(([label, cell]) => ({
    label: reading.say(label),
    notes: [],
    cells: reading.photographs.map((photograph) => cell(photograph, reading)),
  }))

function figureSections<Picture extends Judged>(
  reading: Reading<Picture>,
  { key, figures, groups }: Parts<Picture>,
): ReportSection[] {
  const { columns, say } = reading
  return groups.flatMap((group) => {
    const rows = groupRows(figures, group, reading)
    const title = say(`${key}.group.${group}`)
    return rows.length === 0 ? [] : [{ kind: 'figures' as const, title, columns, rows }]
  })
}

function notesOf<Picture extends Judged>(
  { photographs, columns, language, say }: Reading<Picture>,
  { key, figures, possible, groups }: Parts<Picture>,
): ReportSection {
  const lines = photographs.flatMap((photograph, index) =>
    missingOf(possible?.(photograph) ?? figures, groups, photograph, language).map((line) =>
      columns[index] ? say('report.of_column', { eye: columns[index], line }) : line,
    ),
  )
  return { kind: 'notes', lines: [...lines, say(`${key}.report.legend`)] }
}
