import { setImmediate as breathe } from 'node:timers/promises'
import { identifierForm, isSameName, message, PATIENT_IMPORT } from '@mingmou/contract'
import { readSheet } from '../../platform/sheets/read-sheet.ts'
import type { SheetRow } from '../../platform/sheets/sheet.ts'
import { withoutZeros } from '../patients/by-number.ts'
import { readHeads, titleOf, type Heads } from './columns.ts'
import { readPerson, type Person } from './values.ts'

/** A table that cannot be taken as a whole: an encoded message, of Chinese and English words alike. */
export class TableRefused extends Error {}

/** A title may stand above the heads. */
const HEAD_AMONG = 10

/** After this many rows the worker says that it lives, and sees what was cancelled. */
export const BREATHS = 1000

export interface PeopleRow extends Person {
  row: SheetRow
  /** The first row of the file that has one of its numbers; itself where that is this one. */
  first: number
  /** A row of the same name whose card number differs by zeros before it. */
  twin: number | null
}

/** A table of patients: its heads, and its rows as often as they are asked for. */
export interface Table {
  heads: Heads
  /** The cells of the row of heads. */
  titles: SheetRow
  total: number
  rows: (after?: number) => Generator<PeopleRow>
}

/** Reads the file once to know its rows, and which of them have one number. Throws TableRefused and NotASheet. */
export async function openTable(bytes: Buffer): Promise<Table> {
  const titles = headRow(bytes)
  const heads = readHeads(titles.cells)
  refuse(heads)
  const first = new Map<string, number>()
  const zeros: Zeros = new Map()
  let total = 0
  for (const row of rowsBelow(bytes, titles.line)) {
    total++
    if (total % BREATHS === 0) await breathe()
    if (total > PATIENT_IMPORT.rows)
      throw new TableRefused(message('import_rows', PATIENT_IMPORT.rows))
    const person = readPerson(heads.columns, row.cells)
    for (const form of formsOf(person)) if (!first.has(form)) first.set(form, row.line)
    addTo(zeros, person, row.line)
  }
  if (total === 0) throw new TableRefused('import_empty')
  return {
    heads,
    titles,
    total,
    *rows(after = 0) {
      for (const row of rowsBelow(bytes, Math.max(titles.line, after))) {
        const person = readPerson(heads.columns, row.cells)
        const lines = formsOf(person).map((form) => first.get(form) ?? row.line)
        const twin = twinIn(zeros, person)
        yield { ...person, row, first: Math.min(row.line, ...lines), twin }
      }
    },
  }
}

function headRow(bytes: Buffer): SheetRow {
  let best: { row: SheetRow; known: number } | null = null
  let looked = 0
  for (const row of readSheet(bytes)) {
    const known = readHeads(row.cells).columns.size
    if (known > (best?.known ?? 1)) best = { row, known }
    looked++
    if (looked === HEAD_AMONG) break
  }
  if (!best) throw new TableRefused(looked === 0 ? 'import_empty' : 'import_heads')
  return best.row
}

function refuse({ columns, twice }: Heads): void {
  if (twice !== null)
    throw new TableRefused(
      message('import_head_twice', `${titleOf(twice, 'zh-CN')} / ${titleOf(twice, 'en')}`),
    )
  const keys = ['number', 'record', 'national', 'exam', 'other'] as const
  if (!keys.some((key) => columns.has(key))) throw new TableRefused('import_key')
}

function* rowsBelow(bytes: Buffer, line: number): Generator<SheetRow> {
  for (const row of readSheet(bytes)) if (row.line > line) yield row
}

/** The numbers of a row, each in the form in which it is compared. */
const formsOf = ({ given: { ad_card_number, identifiers = [] } }: Person): string[] => [
  ...(ad_card_number === undefined ? [] : [`card\n${ad_card_number}`]),
  ...identifiers.map(identifierForm),
]

/** By a card number without its zeros the first row of each way to write it. */
type Zeros = Map<string, { card: string; name: string; line: number }[]>

function addTo(zeros: Zeros, { given }: Person, line: number): void {
  const { ad_card_number: card, name } = given
  if (card === undefined || name === undefined) return
  const number = withoutZeros(card)
  const ways = zeros.get(number) ?? []
  if (ways.some((way) => way.card === card)) return
  zeros.set(number, [...ways, { card, name, line }])
}

function twinIn(zeros: Zeros, { given }: Person): number | null {
  const { ad_card_number: card, name } = given
  if (card === undefined || name === undefined) return null
  const ways = zeros.get(withoutZeros(card)) ?? []
  return ways.find((way) => way.card !== card && isSameName(way.name, name))?.line ?? null
}
