import { ERROR, identifierForm, message, nationalId, type Identifier } from '@mingmou/contract'
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

/** Persons who have this number of a kind, whoever gave it. */
export async function personsWith(
  trx: Trx,
  oid: string,
  { kind, value }: Pick<Identifier, 'kind' | 'value'>,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('patient_identifiers as own')
    .innerJoin('patients', 'patients.pid', 'own.pid')
    .select('patients.person')
    .distinct()
    .where('own.oid', '=', oid)
    .where('own.kind', '=', kind)
    .where('own.form', '=', sql<string>`upper(rtrim(${value}, '-'))`)
    .where('own.deleted_at', 'is', null)
    .execute()
  return rows.map(({ person }) => person)
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
  const theirs = stored.filter((one) => one.pid !== pid).map(identifierForm)
  if (theirs.some((form) => !forms.includes(form))) throw invalid({ identifiers: 'merged_says' })
  const own = stored.filter((one) => one.pid === pid)
  const kept = wanted.filter((one) => !theirs.includes(identifierForm(one)))
  const gone = own.filter((one) => !kept.map(exact).includes(exact(one)))
  const added = kept.filter((one) => !own.map(exact).includes(exact(one)))
  await hide(trx, oid, gone)
  for (const one of added) await insert(trx, { oid, uid, pid }, one)
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
  one: Identifier,
): Promise<void> {
  const row = { identifier_id: newId(), pid, ...one, oid, created_by: uid }
  const inserted = await trx
    .insertInto('patient_identifiers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('identifier_id')
    .execute()
  if (inserted.length > 0) return
  const taken = message('identifier_exists', one.value)
  throw new Refusal(ERROR.conflict, taken, {}, { identifiers: taken })
}
