import { IMAGE_LIMITS, readPhotographTable, type PhotographRow } from '@mingmou/contract'
import { api } from '../../../lib/calls/api.ts'
import { withoutSystemFiles } from '../../../lib/files/file-checks.ts'
import { unpacked } from '../../../lib/files/unpacked.ts'

/** What was read in a table, and what of it has no counterpart among the files that came with it. */
export interface ReadTable {
  name: string
  rows: number
  /** Rows whose file was not chosen. */
  fileless: readonly PhotographRow[]
  /** Rows with a cell that cannot be read. */
  faulty: readonly PhotographRow[]
  /** Files that no row names. */
  rowless: readonly string[]
  ignored: readonly string[]
}

type Fail = (what: 'packed' | 'failed', name: string, error: unknown) => void

const IS_TABLE = /\.(csv|xlsx)$/i
const form = (name: string) => name.normalize('NFC').toLowerCase()
const stem = (name: string) => form(name).replace(/\.[a-z0-9]{1,5}$/, '')

/** Tables that say of whom photographs are, and what they say of a file by its name. They hold until they are put away. */
export class BatchTables {
  #read: readonly ReadTable[] = []
  #rows: readonly PhotographRow[] = []
  readonly #listeners = new Set<() => void>()

  readonly list = (): readonly ReadTable[] => this.#read

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes archives apart and tables out. What is left are photographs. `fail` tells what could not be read. */
  async take(files: readonly File[], fail: Fail): Promise<File[]> {
    const all: File[] = []
    for (const file of files) {
      try {
        all.push(...(await unpacked(file, IMAGE_LIMITS.maxBytes)))
      } catch (error) {
        fail('packed', file.name, error)
      }
    }
    const [tables, photographs] = [
      all.filter(({ name }) => IS_TABLE.test(name)),
      all.filter(({ name }) => !IS_TABLE.test(name)),
    ]
    const names = withoutSystemFiles(photographs).map(({ name }) => name)
    for (const table of tables) await this.#open(table, names, fail)
    return photographs
  }

  /** What the tables say of a file: nothing where two rows name it and say different things. */
  saysOf(name: string): Pick<PhotographRow, 'number' | 'eye' | 'record_date'> | undefined {
    const named = rowsOf(this.#rows, name)
    const said = new Map(
      named.map(({ number, eye, record_date }) => [
        [number, eye, record_date].join('\n'),
        { number, eye, record_date },
      ]),
    )
    return said.size === 1 ? [...said.values()][0] : undefined
  }

  putAway(): void {
    this.#set([], [])
  }

  async #open(file: File, names: readonly string[], fail: Fail): Promise<void> {
    try {
      const content = await base64Of(file)
      const { rows, ignored } = await api(readPhotographTable, { content })
      const isNamed = (row: PhotographRow) => names.some((name) => rowsOf([row], name).length > 0)
      const read: ReadTable = {
        name: file.name,
        rows: rows.length,
        ignored,
        fileless: rows.filter((row) => row.file !== '' && !isNamed(row)),
        faulty: rows.filter(({ faults }) => faults.length > 0),
        rowless: names.filter((name) => rowsOf(rows, name).length === 0),
      }
      this.#set([...this.#read, read], [...this.#rows, ...rows])
    } catch (error) {
      fail('failed', file.name, error)
    }
  }

  #set(read: readonly ReadTable[], rows: readonly PhotographRow[]): void {
    this.#read = read
    this.#rows = rows
    this.#listeners.forEach((listener) => listener())
  }
}

/** The rows of a file: those of its whole name, else those of its name without the ending. */
function rowsOf(rows: readonly PhotographRow[], name: string): readonly PhotographRow[] {
  const whole = rows.filter(({ file }) => form(file) === form(name))
  return whole.length > 0 ? whole : rows.filter(({ file }) => form(file) === stem(name))
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
