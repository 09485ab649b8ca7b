import {
  CHANGED_SHOWN,
  type Identifier,
  type OutsideChange,
  type PatientInput,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { PatientRow } from './patient.ts'

type Values = Partial<Record<keyof PatientInput, unknown>>

const FIELDS = [
  ...(['name', 'ad_card_number', 'gender', 'birthday', 'profession', 'phone', 'area_id'] as const),
  ...(['address', 'allergic_history', 'operation_history', 'identifiers'] as const),
]

/**
 * Keeps both values of a field where an outside system overwrites what the clinic wrote, the clinic what a system said,
 * or one system another. What somebody corrects of the own is no contradiction.
 */
export async function keepBoth(
  trx: Trx,
  { oid, uid }: { oid: string; uid: string },
  { pid, created_by }: Pick<PatientRow, 'pid' | 'created_by'>,
  before: Values,
  after: Values,
): Promise<void> {
  const said = (values: Values, field: (typeof FIELDS)[number]) =>
    JSON.stringify(values[field] ?? null)
  const changed = FIELDS.filter((field) => said(before, field) !== said(after, field))
  if (changed.length === 0) return
  const writers = await findWriters(trx, oid, pid)
  const isOutside = await outsideOf(trx, [uid, created_by, ...writers.values()])
  const rows = changed.flatMap((field) => {
    const writer = writers.get(field) ?? created_by
    if (writer === uid || (!isOutside.has(writer) && !isOutside.has(uid))) return []
    const values = { before: said(before, field), after: said(after, field) }
    return [{ change_id: newId(), oid, pid, field, ...values, created_by: uid }]
  })
  if (rows.length > 0) await trx.insertInto('outside_changes').values(rows).execute()
}

/** Who wrote a field last, of those that were overwritten from another side. */
async function findWriters(trx: Trx, oid: string, pid: string): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('outside_changes')
    .distinctOn('field')
    .select(['field', 'created_by'])
    .where('oid', '=', oid)
    .where('pid', '=', pid)
    .orderBy('field')
    .orderBy('change_id', 'desc')
    .execute()
  return new Map(rows.map(({ field, created_by }) => [field, created_by]))
}

/** Those of these that are no accounts. */
async function outsideOf(trx: Trx, actors: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ actor: string }>`
    SELECT DISTINCT actor FROM unnest(${[...actors]}::uuid[]) AS asked (actor)
    WHERE outside_name(actor) IS NOT NULL`.execute(trx)
  return new Set(rows.map(({ actor }) => actor))
}

/** The newest contradictions of a patient, and of records that were merged into it. */
export async function outsideChangesOf(
  trx: Trx,
  oid: string,
  pid: string,
): Promise<OutsideChange[]> {
  const rows = await trx
    .selectFrom('outside_changes')
    .select(['field', 'before', 'after', 'created_at'])
    .select(sql<string | null>`actor_name(created_by)`.as('by'))
    .select(sql<boolean>`outside_name(created_by) IS NOT NULL`.as('outside'))
    .where('oid', '=', oid)
    .where(ofPerson('pid', pid))
    .orderBy('change_id', 'desc')
    .limit(CHANGED_SHOWN)
    .execute()
  return rows.map(({ created_at, by, field, before, after, outside }) => ({
    field,
    before,
    after,
    outside,
    by: by ?? '—',
    at: created_at.toISOString(),
  }))
}

/** The system, or the table, that a record came from; null: it was written by hand. */
export async function originOf(
  trx: Trx,
  oid: string,
  { pid, created_by, created_at }: Pick<PatientRow, 'pid' | 'created_by' | 'created_at'>,
): Promise<{ name: string; at: string } | null> {
  const { rows } = await sql<{ name: string | null }>`
    SELECT coalesce(outside_name(${created_by}::uuid), (
      SELECT patient_imports.file_name FROM patient_import_rows JOIN patient_imports USING (import_id)
      WHERE patient_import_rows.oid = ${oid} AND patient_import_rows.pid = ${pid}
        AND patient_import_rows.outcome = 'created' LIMIT 1)) AS name`.execute(trx)
  const name = rows[0]?.name ?? null
  return name === null ? null : { name, at: created_at.toISOString() }
}

/** What a change compares: the own fields of a record, and its numbers where the change says some. */
export const compared = (row: object, identifiers: readonly Identifier[] | null): Values => ({
  ...row,
  identifiers: identifiers?.map(({ kind, value, issuer }) => ({ kind, value, issuer })) ?? null,
})
