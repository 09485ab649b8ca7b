import { nameWords } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from './database.ts'

/** For this many candidates an index gains nothing: a list that is walked newest first is full sooner. */
const MOST = 5_001

/**
 * `column` contains `part`, whatever its case. An empty part matches everything. No character is
 * special.
 */
export function contains(column: string, part: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${part})) > 0`
}

/** The card number of a patient, or another of its numbers, contains `part`. */
export const isNumbered = (part: string, table = 'patients'): RawBuilder<boolean> =>
  sql<boolean>`(${contains(`${table}.ad_card_number`, part)}
    or coalesce(${contains(`${table}.other_numbers`, part)}, false))`

/** Every word of the normal form of `part` is in that of the name of a patient, or `part` in the first letters of its pinyin. */
export const isNamed = (part: string, table = 'patients'): RawBuilder<boolean> =>
  sql<boolean>`(${contains(`${table}.name`, part)} or ${contains(`${table}.name_initials`, part)}
    or (select bool_and(strpos(${sql.ref(`${table}.name_form`)}, word) > 0)
      from unnest(${nameWords(part)}::text[]) as word))`

/** Columns whose pieces an index has, in its order. `contains` checks the rows it finds again. */
export const hasPieces = (columns: readonly string[], part: string): RawBuilder<boolean> => {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return sql<boolean>`pieces('', ${names}) @> sought('', ${part})`
}

export const ACCOUNT_PIECES = ['username', 'name', 'email', 'phone'] as const
export const INSTITUTION_PIECES = ['name', 'email', 'phone', 'contact'] as const

/**
 * Ids that an index finds in the institution of the transaction; null where they are too many for
 * the index to help.
 */
async function candidates(trx: Trx, search: RawBuilder<unknown>): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`select id from ${search} as found (id)`.execute(trx)
  return rows.length < MOST ? rows.map(({ id }) => id) : null
}

interface PatientParts {
  name?: string
  card?: string
  phone?: string
}

/** Patients that may have these parts, deleted ones too: the name as it is written or in its normal form. */
export function patientsWith(trx: Trx, { name = '', card = '', phone = '' }: PatientParts) {
  const words = nameWords(name)
  const written = sql`patients_with(${name}, ${card}, ${phone}, ${MOST})`
  if (words.length === 0) return candidates(trx, written)
  const called = sql`patients_called(${words}::text[], ${card}, ${phone}, ${MOST})`
  return candidates(trx, sql`(select ${written} union select ${called})`)
}

/** Patients whose name, initials or one of whose numbers may have this part, deleted ones too. */
export async function patientsNamed(trx: Trx, part: string): Promise<string[] | null> {
  const called = await patientsWith(trx, { name: part })
  const numbered = await patientsWith(trx, { card: part })
  return called && numbered && [...new Set([...called, ...numbered])]
}

/** Reports whose number may have this part. */
export const reportsNumbered = (trx: Trx, part: string) =>
  candidates(trx, sql`reports_numbered(${part}, ${MOST})`)

/** One of these ids. null matches any. */
export const isAmong = (column: string, ids: readonly string[] | null): RawBuilder<boolean> =>
  ids === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`
