import {
  eyesOf,
  isNoPictureDay,
  message,
  PHOTOGRAPH_TABLE,
  text,
  type DataOf,
  type Language,
  type PhotographRow,
  type readPhotographTable,
} from '@mingmou/contract'
import { readSheet } from '../../platform/sheets/read-sheet.ts'
import { NotASheet, type Cell, type SheetRow } from '../../platform/sheets/sheet.ts'
import { formsOf, headsIn, textOf, type Head } from '../patient-imports/columns.ts'
import { birthdayIn, numberIn, withoutGuard } from '../patient-imports/values.ts'

type Column = 'file' | 'number' | 'eye' | 'day'

const HEADS: Record<Column, Head> = {
  file: {
    title: ['文件名', 'File'],
    also: [
      '文件',
      '照片',
      '照片文件',
      '图片',
      '图像',
      '影像文件',
      'filename',
      'image',
      'photograph',
    ],
  },
  number: {
    title: ['就诊卡号', 'MRN'],
    also: ['卡号', '患者编号', '患者号', '患者id', '登记号', 'number', 'patientid', 'cardnumber'],
  },
  eye: { title: ['眼别', 'Eye'], also: ['眼', '左右眼', '侧别', 'side', 'laterality'] },
  day: {
    title: ['拍摄日期', 'Day'],
    also: ['检查日期', '日期', '采集日期', 'date', 'examdate', 'recorddate', 'acquisitiondate'],
  },
}
const BY_FORM = formsOf(HEADS)
/** A title may stand above the heads. */
const HEAD_AMONG = 10

/** Why a table is not taken: an encoded message. */
class Untaken extends Error {}
const refused = (why: string) => new Untaken(why)

export interface PhotographsAsked {
  of: 'photographs'
  bytes: Uint8Array<ArrayBuffer>
  today: string
  language: Language
}
export type PhotographsTold = DataOf<typeof readPhotographTable> | { refused: string }

/** Work for the thread of tables: a small file may unpack to a large one. */
export function readPhotographs({ bytes, today, language }: PhotographsAsked): PhotographsTold {
  try {
    return read(Buffer.from(bytes.buffer), today, language)
  } catch (error) {
    if (error instanceof Untaken) return { refused: error.message }
    throw error
  }
}

function read(bytes: Buffer, now: string, language: Language): DataOf<typeof readPhotographTable> {
  if (bytes.length > PHOTOGRAPH_TABLE.maxBytes)
    throw refused(message('import_rows', PHOTOGRAPH_TABLE.rows))
  try {
    const sheet = [...firstOf(readSheet(bytes), PHOTOGRAPH_TABLE.rows + HEAD_AMONG + 1)]
    const at = sheet.slice(0, HEAD_AMONG).findIndex(({ cells }) => {
      const { columns } = headsIn(BY_FORM, cells)
      return columns.has('file') && columns.has('number')
    })
    const titles = sheet[at]
    if (!titles) throw refused(sheet.length === 0 ? 'table_empty' : 'table_heads')
    const { columns, twice, ignored } = headsIn(BY_FORM, titles.cells)
    if (twice !== null) throw refused(message('import_head_twice', HEADS[twice].title.join(' / ')))
    const rows = sheet.slice(at + 1)
    if (rows.length === 0) throw refused('table_empty')
    if (rows.length > PHOTOGRAPH_TABLE.rows)
      throw refused(message('import_rows', PHOTOGRAPH_TABLE.rows))
    const said = rows.map((row) => rowOf(columns, row, now))
    const all = withoutContradictions(said)
    const inWords = (row: PhotographRow) => row.faults.map((fault) => text(language, fault))
    return { rows: all.map((row) => ({ ...row, faults: inWords(row) })), ignored }
  } catch (error) {
    throw error instanceof NotASheet ? refused(error.fault) : error
  }
}

function* firstOf(rows: Iterable<SheetRow>, most: number): Generator<SheetRow> {
  let count = 0
  for (const row of rows) {
    if (count++ === most) return
    yield row
  }
}

/** What cannot be read says nothing, and is a fault. */
function rowOf(
  columns: ReadonlyMap<Column, number>,
  { line, cells }: SheetRow,
  now: string,
): PhotographRow {
  const faults: string[] = []
  const cellOf = (column: Column): Cell | undefined => {
    const cell = cells[columns.get(column) ?? cells.length]
    if (textOf(cell).trim() === '') return undefined
    return typeof cell === 'string' ? withoutGuard(cell).trim() : cell
  }
  const [name, number, eye, day] = (['file', 'number', 'eye', 'day'] as const).map(cellOf)
  const readAs = (
    cell: Cell | undefined,
    how: (cell: Cell) => string | null,
    fault: 'row_eye' | 'row_day',
  ) => {
    if (cell === undefined) return ''
    const value = how(cell)
    if (value === null) faults.push(message(fault, textOf(cell)))
    return value ?? ''
  }
  // The table may have been made on a computer that parts folders otherwise.
  const file = textOf(name).split(/[\\/]/).at(-1) ?? ''
  if (file === '') faults.push('row_file')
  const whose = number === undefined ? { value: '' } : numberIn(number)
  if ('fault' in whose) faults.push(whose.fault)
  const eyes = (cell: Cell) => {
    const [one, ...others] = eyesOf(textOf(cell))
    return others.length > 0 ? null : (one ?? null)
  }
  const days = (cell: Cell) => {
    const found = birthdayIn(cell)
    const value = 'value' in found ? String(found.value) : null
    return value === null || value > now || isNoPictureDay(value) ? null : value
  }
  return {
    line,
    file,
    number: 'fault' in whose ? '' : String(whose.value).slice(0, 64),
    eye: readAs(eye, eyes, 'row_eye') as PhotographRow['eye'],
    record_date: readAs(day, days, 'row_day'),
    faults,
  }
}

/** Two rows of one file that say different things: neither is believed. */
function withoutContradictions(rows: readonly PhotographRow[]): PhotographRow[] {
  const says = ({ number, eye, record_date }: PhotographRow) =>
    [number, eye, record_date].join('\n')
  const nameOf = ({ file }: PhotographRow) => file.normalize('NFC').toLowerCase()
  const byFile = new Map<string, Set<string>>()
  for (const row of rows)
    byFile.set(nameOf(row), (byFile.get(nameOf(row)) ?? new Set()).add(says(row)))
  return rows.map((row) => {
    if (row.file === '' || byFile.get(nameOf(row))?.size === 1) return row
    const fault = message('row_file_twice', row.file)
    return { ...row, number: '', eye: '', record_date: '', faults: [...row.faults, fault] }
  })
}
