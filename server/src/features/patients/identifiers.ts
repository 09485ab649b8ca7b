import {
  ERROR,
  identifierForm,
  message,
  nationalId,
  type Identifier,
  type IdentifierKind,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { standsFor } from '../../platform/database/person.ts'

type Stored = Identifier & { identifier_id: string; pid: string }

/** The numbers that any record of the person says, besides their card numbers. */
function storedOf(trx: Trx, oid: string, pid: string): Promise<Stored[]> {
  return trx
    .selectFrom('patient_identifiers as own')
    .innerJoin('patients', 'patients.pid', 'own.pid')
    .select(['own.identifier_id', 'own.pid', 'own.kind', 'own.value', 'own.issuer'])
    .where('own.oid', '=', oid)
    .where('patients.person', '=', standsFor(pid))
    .where('own.deleted_at', 'is', null)
    .orderBy('own.identifier_id')
    .execute()
}

export async function identifiersOf(trx: Trx, oid: string, pid: string): Promise<Identifier[]> {
  const rows = await storedOf(trx, oid, pid)
  return rows.map(({ kind, value, issuer }) => ({ kind, value, issuer }))
}

/** The same of several persons, by the records that stand for them. */
export async function identifiersOfAll(
  trx: Trx,
  oid: string,
  pids: readonly string[],
): Promise<Map<string, Identifier[]>> {
  const found = new Map<string, Identifier[]>()
  if (pids.length === 0) return found
  const rows = await trx
    .selectFrom('patient_identifiers as own')
    .innerJoin('patients', 'patients.pid', 'own.pid')
    .select(['patients.person', 'own.kind', 'own.value', 'own.issuer'])
    .where('own.oid', '=', oid)
    .where('patients.person', '=', sql<string>`any(${[...pids]}::uuid[])`)
    .where('own.deleted_at', 'is', null)
    .orderBy('own.identifier_id')
    .execute()
  for (const { person, ...identifier } of rows)
    found.set(person, [...(found.get(person) ?? []), identifier])
  return found
}

export const numberKey = ({ kind, value }: Pick<Identifier, 'kind' | 'value'>) => `${kind} ${value}`

/** Persons who have these numbers of a kind, whoever gave them, by `numberKey`. */
export async function personsWith(
  trx: Trx,
  oid: string,
  numbers: readonly Pick<Identifier, 'kind' | 'value'>[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (numbers.length === 0) return found
  const kinds = numbers.map(({ kind }) => kind)
  const values = numbers.map(({ value }) => value)
  const { rows } = await sql<{ kind: IdentifierKind; value: string; person: string }>`
    WITH said AS MATERIALIZED (SELECT kind, value, upper(rtrim(value, '-')) AS form
      FROM unnest(${kinds}::text[], ${values}::text[]) AS said (kind, value))
    SELECT DISTINCT said.kind, said.value, patients.person FROM said JOIN patient_identifiers AS own
      ON own.oid = ${oid} AND own.form = said.form AND own.kind = said.kind AND own.deleted_at IS NULL
    JOIN patients USING (pid)`.execute(trx)
  for (const { person, ...identifier } of rows) {
    const key = numberKey(identifier)
    found.set(key, [...(found.get(key) ?? []), person])
  }
  return found
}

const exact = ({ kind, value, issuer }: Identifier) => JSON.stringify([kind, value, issuer])

/**
 * Writes the numbers that a form says of a patient into its record: those that records say which were merged into it
 * stay theirs. Left out, nothing changes.
 */
export async function keepIdentifiers(
  trx: Trx,
  { oid, uid }: { oid: string; uid: string },
  { pid, birthday }: { pid: string; birthday: string },
  given: readonly Identifier[] | null | undefined,
): Promise<void> {
  if (given === undefined) return
  const wanted = given ?? []
  refuseOtherBirthday(wanted, birthday)
  const stored = await storedOf(trx, oid, pid)
  const forms = wanted.map(identifierForm)
  const theirs = stored.filter((identifier) => identifier.pid !== pid).map(identifierForm)
  if (theirs.some((form) => !forms.includes(form))) throw invalid({ identifiers: 'merged_says' })
  const own = stored.filter((identifier) => identifier.pid === pid)
  const kept = wanted.filter((identifier) => !theirs.includes(identifierForm(identifier)))
  const gone = own.filter((identifier) => !kept.map(exact).includes(exact(identifier)))
  const added = kept.filter((identifier) => !own.map(exact).includes(exact(identifier)))
  await hide(trx, oid, gone)
  for (const identifier of added) await insert(trx, { oid, uid, pid }, identifier)
}

/** Writes the numbers of a record that was just made, and has none. */
export async function addIdentifiers(
  trx: Trx,
  { oid, uid }: { oid: string; uid: string },
  { pid, birthday }: { pid: string; birthday: string },
  given: readonly Identifier[] | null | undefined,
): Promise<void> {
  refuseOtherBirthday(given ?? [], birthday)
  for (const identifier of given ?? []) await insert(trx, { oid, uid, pid }, identifier)
}

/** The number of an identity card says when its owner was born. */
export function refuseOtherBirthday(wanted: readonly Identifier[], birthday: string): void {
  for (const { kind, value } of wanted) {
    const said = kind === 'national' ? nationalId(value)?.birthday : undefined
    if (said !== undefined && said !== birthday)
      throw invalid({ identifiers: message('national_id_birthday', said) })
  }
}

async function hide(trx: Trx, oid: string, rows: readonly Stored[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ identifier_id }) => identifier_id)
  await trx
    .updateTable('patient_identifiers')
    .set({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('identifier_id', 'in', ids)
    .execute()
}

async function insert(
  trx: Trx,
  { oid, uid, pid }: { oid: string; uid: string; pid: string },
  identifier: Identifier,
): Promise<void> {
  const row = { identifier_id: newId(), pid, ...identifier, oid, created_by: uid }
  const inserted = await trx
    .insertInto('patient_identifiers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('identifier_id')
    .execute()
  if (inserted.length > 0) return
  const taken = message('identifier_exists', identifier.value)
  throw new Refusal(ERROR.conflict, taken, {}, { identifiers: taken })
}
