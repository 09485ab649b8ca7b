import { readCsv } from './csv-reader.ts'
import { NotASheet, type SheetRow } from './sheet.ts'
import { readXlsx } from './xlsx-reader.ts'

/** The first bytes of files that somebody may take for a table: what a program calls them says nothing. */
const BEGINS: readonly (readonly [begin: string, what: 'xlsx' | 'sheet_old' | 'sheet_other'])[] = [
  ['504b0304', 'xlsx'],
  ['504b0506', 'sheet_other'],
  // Workbooks from before 2007, and those with a password.
  ['d0cf11e0', 'sheet_old'],
  ['ffd8ff', 'sheet_other'],
  ['89504e47', 'sheet_other'],
  ['25504446', 'sheet_other'],
  ['49492a00', 'sheet_other'],
  ['4d4d002a', 'sheet_other'],
  ['424d', 'sheet_other'],
  ['47494638', 'sheet_other'],
  ['52617221', 'sheet_other'],
  ['377abcaf', 'sheet_other'],
]
const LOOKED_AT = 4096

/** What a file is by its first bytes. Throws NotASheet. */
export function kindOf(bytes: Buffer): 'xlsx' | 'csv' {
  const begin = bytes.subarray(0, 4).toString('hex')
  const [, what] = BEGINS.find(([mark]) => begin.startsWith(mark)) ?? []
  if (what === 'xlsx') return what
  if (what !== undefined) throw new NotASheet(what)
  const isWide = begin.startsWith('fffe')
  if (!isWide && bytes.subarray(0, LOOKED_AT).includes(0)) throw new NotASheet('sheet_other')
  return 'csv'
}

/** The rows of a table, whether it is a workbook or text. Throws NotASheet. */
export function readSheet(bytes: Buffer): Generator<SheetRow> {
  return kindOf(bytes) === 'xlsx' ? readXlsx(bytes) : readCsv(bytes)
}
