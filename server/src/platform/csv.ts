/** A spreadsheet takes such a beginning for a formula. An apostrophe before it makes it text. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** Where lists are parted by semicolons, a new cell begins at one, quoted or not. */
const FORMULA_WITHIN = /[;；]\s*(?=[=+\-@＝＋－＠])/gu

/** A cell of a CSV file. A number stays one, also where it is negative. */
export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const within = (value ?? '').replaceAll(FORMULA_WITHIN, "$&'")
  const text = FORMULA.test(within) ? `'${within}` : within
  return `"${text.replaceAll('"', '""')}"`
}

export const csvLine = (values: readonly (string | number | null)[]) =>
  `${values.map(csvCell).join(',')}\r\n`

/** The mark by which spreadsheets know UTF-8. */
export const CSV_MARK = '\uFEFF'
