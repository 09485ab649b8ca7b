import { CELL_CHARS, COLUMNS_MOST, NotASheet, type SheetRow } from './sheet.ts'

const CHUNK_BYTES = 65_536
const SEPARATORS = [',', ';', '\t', '，', '|']
/** The separator is the one that the first lines have most of. */
const GUESSED_FROM = 5

type Encoding = 'utf-8' | 'utf-16le' | 'gb18030'

/** UTF-8 with or without its mark, what spreadsheets call Unicode text, and what those of a Chinese Windows save. */
function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  for (const encoding of ['utf-8', 'gb18030'] as const) if (isIn(bytes, encoding)) return encoding
  throw new NotASheet('sheet_encoding')
}

function isIn(bytes: Buffer, encoding: Encoding): boolean {
  try {
    for (const text of textsOf(bytes, encoding)) if (text.includes('\0')) return false
    return true
  } catch {
    return false
  }
}

function* textsOf(bytes: Buffer, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
    yield decoder.decode(bytes.subarray(from, from + CHUNK_BYTES), { stream: true })
  yield decoder.decode()
}

/** The rows of a text whose cells are parted by commas, semicolons or tabs. Empty rows count and are left out. */
export function* readCsv(bytes: Buffer): Generator<SheetRow> {
  const encoding = encodingOf(bytes)
  const [first = ''] = textsOf(bytes, encoding)
  const parser = new CsvParser(separatorOf(first))
  for (const text of textsOf(bytes, encoding)) yield* parser.push(text)
  yield* parser.end()
}

function separatorOf(text: string): string {
  const lines = text
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, GUESSED_FROM)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const counts = SEPARATORS.map((separator) =>
    lines.reduce((sum, line) => sum + line.split(separator).length - 1, 0),
  )
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** RFC 4180, as far as its rules go. A quote within a cell that does not begin with one is a sign like any other. */
class CsvParser {
  readonly #separator: string
  #cells: string[] = []
  #cell = ''
  #line = 0
  #quoted: 'no' | 'inside' | 'closing' = 'no'
  #afterReturn = false

  constructor(separator: string) {
    this.#separator = separator
  }

  *push(text: string): Generator<SheetRow> {
    for (const sign of text) {
      const isSecond = this.#afterReturn && sign === '\n'
      this.#afterReturn = false
      if (isSecond) continue
      if (this.#quoted === 'inside') this.#within(sign)
      else if (sign === '\n' || sign === '\r') {
        this.#afterReturn = sign === '\r'
        yield* this.#endRow()
      } else this.#plain(sign)
    }
  }

  *end(): Generator<SheetRow> {
    if (this.#quoted === 'inside') throw new NotASheet('sheet_broken')
    if (this.#cell !== '' || this.#cells.length > 0) yield* this.#endRow()
  }

  #within(sign: string): void {
    if (sign === '"') this.#quoted = 'closing'
    else this.#add(sign)
  }

  #plain(sign: string): void {
    if (sign === '"' && this.#quoted === 'closing') {
      this.#quoted = 'inside'
      this.#add(sign)
    } else if (sign === this.#separator) this.#endCell()
    else if (sign === '"' && this.#cell === '' && this.#quoted === 'no') this.#quoted = 'inside'
    else this.#add(sign)
  }

  #add(sign: string): void {
    if (this.#cell.length >= CELL_CHARS) throw new NotASheet('sheet_cell')
    this.#cell += sign
  }

  #endCell(): void {
    if (this.#cells.length < COLUMNS_MOST) this.#cells.push(unwrapped(this.#cell.trim()))
    this.#cell = ''
    this.#quoted = 'no'
  }

  *#endRow(): Generator<SheetRow> {
    this.#endCell()
    const cells = this.#cells
    this.#cells = []
    this.#line++
    if (cells.some((cell) => cell !== '')) yield { line: this.#line, cells }
  }
}

/** Programs write a number as a formula of its text, so that its zeros stay. */
const unwrapped = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
