import { ASKED_FOR, isSameName, type PatientInput } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { identifiersOfAll } from './identifiers.ts'
import type { PatientRow } from './patient.ts'
import { withMerged } from './union.ts'

/** Whether a record of this number seems to be of somebody else: neither the name nor the birthday that was said is its. */
export function isSomebodyElse(
  found: PatientRow,
  { name, birthday }: { name?: string | undefined; birthday?: string | undefined },
): boolean {
  if (name === undefined && birthday === undefined) return false
  const isNamed = name !== undefined && isSameName(found.name, name)
  return !isNamed && birthday !== found.birthday
}

/** A record as its form would send it, with what records say that were merged into it. */
export async function formOf(trx: Trx, oid: string, found: PatientRow): Promise<PatientInput> {
  const [form] = await formsOf(trx, oid, [found])
  if (!form) throw new Error('a record has a form')
  return form
}

/** The same of several records, in their sequence. */
export async function formsOf(
  trx: Trx,
  oid: string,
  found: readonly PatientRow[],
): Promise<PatientInput[]> {
  const rows = await withMerged(trx, oid, found)
  const numbers = await identifiersOfAll(
    trx,
    oid,
    rows.map(({ pid }) => pid),
  )
  return rows.map((row) => {
    const { ad_card_number, name, gender, birthday } = row
    const kept = Object.fromEntries(
      ASKED_FOR.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]])),
    )
    const identifiers = numbers.get(row.pid) ?? []
    return { ad_card_number, name, gender, birthday, ...kept, identifiers }
  })
}

/** Whether two forms of one record say the same, their numbers in any order. */
export const isSameForm = (one: PatientInput, other: PatientInput): boolean => {
  const said = ({ identifiers, ...fields }: PatientInput) =>
    JSON.stringify([
      Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      (identifiers ?? []).map(({ kind, value, issuer }) => [kind, value, issuer].join('\n')).sort(),
    ])
  return said(one) === said(other)
}
