import { CELL_CHARS, COLUMNS_MOST, NotASheet, type Cell, type SheetRow } from './sheet.ts'
import { readPart, readWhole, type Unpacked } from './xlsx-parts.ts'

const DAY_MS = 86_400_000
/** All texts of a file together, which memory holds. */
const TEXTS_CHARS = 64 * 1024 * 1024
/** An empty text takes memory too: it counts as this many characters. */
const TEXT_CHARS = 16
/** No sheet has more. */
const ROWS_MOST = 1_048_576

/** The rows of the first sheet that is shown, as they are unpacked. Empty rows are left out. */
export function* readXlsx(bytes: Buffer): Generator<SheetRow> {
  const unpacked = { bytes: 0 }
  const { sheet, from1904 } = firstSheet(bytes, unpacked)
  const book = {
    texts: readTexts(bytes, unpacked),
    days: readDayStyles(bytes, unpacked),
    from1904,
  }
  const ready: SheetRow[] = []
  const pieces = readPart(bytes, sheet, unpacked, sheetListener(book, ready))
  for (;;) {
    const { done, value } = pieces.next()
    yield* ready.splice(0)
    if (done && !value) throw new NotASheet('sheet_broken')
    if (done) return
  }
}

interface Book {
  texts: readonly string[]
  /** Whether a number of this style is a day. */
  days: readonly boolean[]
  from1904: boolean
}

function firstSheet(bytes: Buffer, unpacked: Unpacked): { sheet: string; from1904: boolean } {
  const sheets: { id: string; hidden: boolean }[] = []
  let from1904 = false
  const found = readWhole(bytes, 'xl/workbook.xml', unpacked, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const id =
        attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      sheets.push({ id: id ?? '', hidden: (attributes['state'] ?? 'visible') !== 'visible' })
    },
  })
  // A ZIP, but no workbook.
  if (!found) throw new NotASheet('sheet_other')
  const first = sheets.find(({ hidden }) => !hidden) ?? sheets[0]
  let sheet = 'xl/worksheets/sheet1.xml'
  readWhole(bytes, 'xl/_rels/workbook.xml.rels', unpacked, {
    open: ({ name, attributes }) => {
      const to = attributes['Target'] ?? ''
      if (name !== 'Relationship' || attributes['Id'] !== first?.id || to === '') return
      sheet = to.startsWith('/') ? to.slice(1) : `xl/${to}`
    },
  })
  return { sheet, from1904 }
}

/** The texts that cells point to. What is spoken for them stands beside them and is left out. */
function readTexts(bytes: Buffer, unpacked: Unpacked): string[] {
  const texts: string[] = []
  let chars = 0
  const count = (more: number) => {
    chars += more
    if (chars > TEXTS_CHARS) throw new NotASheet('sheet_bomb')
  }
  let [now, isText, spoken] = ['', false, false]
  readWhole(bytes, 'xl/sharedStrings.xml', unpacked, {
    open: ({ name }) => {
      if (name === 'si') now = ''
      if (name === 'rPh') spoken = true
      isText = name === 't' && !spoken
    },
    text: (text) => {
      if (!isText) return
      count(text.length)
      now += text
    },
    close: (name) => {
      if (name === 'rPh') spoken = false
      if (name === 't') isText = false
      if (name !== 'si') return
      count(TEXT_CHARS)
      texts.push(now)
    },
  })
  return texts
}

/** Formats of days that a file need not describe, those of East Asia among them. */
const isDayFormat = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** Whether a format that the file describes shows a day: it has a letter of one outside quotes and brackets. */
const showsDay = (code: string) => /[yd]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

function readDayStyles(bytes: Buffer, unpacked: Unpacked): boolean[] {
  const described = new Map<number, boolean>()
  const days: boolean[] = []
  let isCell = false
  readWhole(bytes, 'xl/styles.xml', unpacked, {
    open: ({ name, attributes }) => {
      const format = Number(attributes['numFmtId'])
      if (name === 'numFmt') described.set(format, showsDay(attributes['formatCode'] ?? ''))
      if (name === 'cellXfs') isCell = true
      if (name === 'xf' && isCell) days.push(described.get(format) ?? isDayFormat(format))
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false
    },
  })
  return days
}

function sheetListener(book: Book, ready: SheetRow[]) {
  let row: SheetRow = { line: 0, cells: [] }
  let [column, type, style, value] = [0, '', 0, '']
  let [isValue, spoken] = [false, false]
  return {
    open: ({ name, attributes }: { name: string; attributes: Record<string, string> }) => {
      if (name === 'row') {
        row = { line: lineOf(attributes['r'], row.line), cells: [] }
        column = -1
      }
      if (name === 'rPh') spoken = true
      if (name === 'c') {
        const place = columnOf(attributes['r']) ?? column + 1
        if (place <= column) throw new NotASheet('sheet_broken')
        column = place
        type = attributes['t'] ?? 'n'
        style = Number(attributes['s'] ?? 0)
        value = ''
      }
      isValue = (name === 'v' || name === 't') && !spoken
    },
    text: (text: string) => {
      if (!isValue) return
      value += text
      if (value.length > CELL_CHARS) throw new NotASheet('sheet_cell')
    },
    close: (name: string) => {
      if (name === 'rPh') spoken = false
      if (name === 'v' || name === 't') isValue = false
      if (name === 'c' && column >= 0 && column < COLUMNS_MOST) {
        while (row.cells.length < column) row.cells.push('')
        row.cells[column] = cellOf(book, { type, style, value })
      }
      if (name === 'row' && row.cells.some((cell) => cell !== '')) ready.push(row)
    },
  }
}

/** The number of a row: rows stand in their sequence, and each once. */
function lineOf(said: string | undefined, before: number): number {
  const line = said === undefined ? before + 1 : /^\d{1,7}$/.test(said) ? Number(said) : 0
  if (line <= before || line > ROWS_MOST) throw new NotASheet('sheet_broken')
  return line
}

/** The place of a cell by its letters, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellOf(
  { texts, days, from1904 }: Book,
  { type, style, value }: { type: string; style: number; value: string },
): Cell {
  if (type === 's') {
    const text = texts[Number(value)] ?? ''
    if (text.length > CELL_CHARS) throw new NotASheet('sheet_cell')
    return text.trim()
  }
  if (type === 'd') return { stored: value, day: value.slice(0, 10) }
  if (type !== 'n' || value.trim() === '') return value.trim()
  const number = Number(value)
  if (!Number.isFinite(number)) throw new NotASheet('sheet_broken')
  return { stored: value.trim(), day: days[style] === true ? dayOf(number, from1904) : null }
}

/** Days are counted from the last one of 1899; before March 1900 one is left out that never was. */
function dayOf(serial: number, from1904: boolean): string | null {
  const count = Math.floor(serial) + (from1904 ? 1462 : serial < 60 ? 1 : 0)
  const time = Date.UTC(1899, 11, 30) + count * DAY_MS
  return serial > 0 && serial < 2_958_466 ? new Date(time).toISOString().slice(0, 10) : null
}
