/** A number that a spreadsheet stored as one: its digits, and the day where its format makes it one. */
interface StoredNumber {
  stored: string
  day: string | null
}

export type Cell = string | StoredNumber

/** A row as the spreadsheet numbers it, from 1. */
export interface SheetRow {
  line: number
  cells: Cell[]
}

/** Why a file cannot be read as a table. */
export type SheetFault =
  'sheet_old' | 'sheet_other' | 'sheet_broken' | 'sheet_encoding' | 'sheet_bomb' | 'sheet_cell'

export class NotASheet extends Error {
  readonly fault: SheetFault

  constructor(fault: SheetFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/** No cell of a table of people is longer. */
export const CELL_CHARS = 10_000
/** Cells to the right of these are not read. */
export const COLUMNS_MOST = 256
