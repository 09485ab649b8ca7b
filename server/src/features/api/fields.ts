import { CardNumber } from '@mingmou/contract'
import { z } from 'zod'

/** The last row of the page before; rows come after it. */
export const Cursor = z.guid('wrong_type').max(36, 'wrong_type').toLowerCase()
/** Numbers in a query are text. */
export const Limit = z.coerce
  .number('wrong_type')
  .int('wrong_type')
  .min(1, 'out_of_range')
  .max(100, 'out_of_range')
  .default(25)

/** The patient's card number, which the institution gives out. */
export const PatientNumber = CardNumber
/** The number that the ordering system gave. */
export const Placer = z
  .string('wrong_type')
  .trim()
  .regex(/^[\x20-\x7e]{1,64}$/, 'wrong_type')
export const Accession = z.string('wrong_type').regex(/^[A-Z0-9]{1,16}$/, 'wrong_type')

/** Fields that nobody declared are not heeded in an address. */
export const NoQuery = z.object({})

/** A page, and where the next one begins. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable() })

/** One row more than the page was asked for: it says that there is a next one. */
export function toPage<Row, Out>(
  found: readonly Row[],
  limit: number,
  id: (row: Row) => string,
  shape: (row: Row) => Out,
): { rows: Out[]; next: string | null } {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(shape),
    next: found.length > limit && last !== undefined ? id(last) : null,
  }
}
