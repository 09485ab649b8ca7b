import { message, type Eye, type ValidationAnswer } from '@mingmou/contract'
import { readSheet } from '../../platform/sheets/read-sheet.ts'
import { NotASheet, type SheetRow } from '../../platform/sheets/sheet.ts'
import { textOf } from '../patient-imports/columns.ts'

/** Why a table of readings is not taken: an encoded message. */
class ReadingsRefused extends Error {}

/** What a table says of a photograph. */
export interface Reading {
  reader: ValidationAnswer
  eye: Eye | null
  patient: string | null
  device: string
}

const HEADS = {
  file: ['file', 'filename', 'image', 'stem', '文件', '文件名', '照片', '图像'],
  stage: ['stage', 'grade', 'dr', 'drgrade', '分级', '糖网分级', '级别'],
  oedema: ['oedema', 'edema', 'dme', 'macularoedema', '黄斑水肿', '水肿'],
  glaucoma: ['glaucoma', 'glaucomasuspect', '青光眼', '青光眼可疑'],
  eye: ['eye', 'laterality', '眼别', '眼'],
  patient: ['patient', 'patientkey', 'patientid', '患者', '患者代号', '患者编号'],
  device: ['device', 'camera', '设备', '相机'],
} as const
type Column = keyof typeof HEADS
const COLUMNS = Object.keys(HEADS) as Column[]

/** One form of words for whatever width, case and signs they are written with. */
const form = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const YES = ['1', 'yes', 'y', 'true', '是', '有', '阳性']
const NO = ['0', 'no', 'n', 'false', '否', '无', '阴性']
const EYES: Readonly<Record<string, Eye>> = {
  od: 'OD',
  r: 'OD',
  right: 'OD',
  右: 'OD',
  右眼: 'OD',
  os: 'OS',
  l: 'OS',
  left: 'OS',
  左: 'OS',
  左眼: 'OS',
}

/** A name without its ending: tables name files with it or without. */
const stemOf = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(/\.(jpe?g|png|tiff?|bmp|webp|dcm)$/, '')

/** A table of readings by the names of its files. Throws ReadingsRefused and NotASheet. */
class Readings {
  readonly #rows = new Map<string, Reading>()

  constructor(bytes: Buffer) {
    const columns = new Map<Column, number>()
    for (const row of readSheet(bytes)) {
      if (columns.size > 0) this.#add(row, columns)
      else readHeads(row, columns)
    }
    if (columns.size === 0) throw new ReadingsRefused('validation_columns')
  }

  get count(): number {
    return this.#rows.size
  }

  of(file_name: string): Reading {
    const reading = this.#rows.get(stemOf(file_name))
    if (!reading) throw new ReadingsRefused(message('validation_unread', file_name))
    return reading
  }

  #add(row: SheetRow, columns: ReadonlyMap<Column, number>): void {
    const cell = (column: Column) => {
      const at = columns.get(column)
      return at === undefined ? '' : textOf(row.cells[at]).trim()
    }
    const file = cell('file')
    if (file === '') return
    const stem = stemOf(file)
    if (this.#rows.has(stem)) throw new ReadingsRefused(message('validation_twice', file))
    const refuse = (value: string): never => {
      throw new ReadingsRefused(message('validation_cell', `${value}|${row.line}`))
    }
    const yesNo = (column: 'oedema' | 'glaucoma') => {
      const value = form(cell(column))
      if (value === '') return null
      if (YES.includes(value)) return true
      return NO.includes(value) ? false : refuse(cell(column))
    }
    const stage = cell('stage')
    if (!/^[0-4]?$/.test(stage)) refuse(stage)
    const eye = form(cell('eye'))
    if (eye !== '' && !EYES[eye]) refuse(cell('eye'))
    const patient = cell('patient')
    this.#rows.set(stem, {
      reader: {
        stage: stage === '' ? null : Number(stage),
        oedema: yesNo('oedema'),
        glaucoma: yesNo('glaucoma'),
      },
      eye: EYES[eye] ?? null,
      patient: patient === '' ? null : patient,
      device: cell('device').slice(0, 100),
    })
  }
}

export interface ReadingsAsked {
  of: 'readings'
  bytes: Uint8Array<ArrayBuffer>
  file_names: readonly string[]
}
export type ReadingsTold = { readings: Reading[]; rows: number } | { refused: string }

/** What a table says of these files, in their order. Work for the thread of tables: it may be large. */
export function readReadings({ bytes, file_names }: ReadingsAsked): ReadingsTold {
  try {
    const read = new Readings(Buffer.from(bytes.buffer))
    const used = new Set<Reading>()
    const readings = file_names.map((file_name) => {
      const reading = read.of(file_name)
      if (used.has(reading)) throw new ReadingsRefused(message('validation_twice', file_name))
      used.add(reading)
      return reading
    })
    return { readings, rows: read.count }
  } catch (error) {
    if (error instanceof ReadingsRefused) return { refused: error.message }
    if (error instanceof NotASheet) return { refused: error.fault }
    throw error
  }
}

/** The first row that is not empty has the heads. */
function readHeads({ cells }: SheetRow, columns: Map<Column, number>): void {
  if (cells.every((cell) => textOf(cell).trim() === '')) return
  for (const [at, cell] of cells.entries()) {
    const head = form(textOf(cell))
    const column = COLUMNS.find((column) => HEADS[column].some((name) => name === head))
    if (column && !columns.has(column)) columns.set(column, at)
  }
  const hasAnswer = columns.has('stage') || columns.has('oedema') || columns.has('glaucoma')
  if (!columns.has('file') || !hasAnswer) throw new ReadingsRefused('validation_columns')
}
