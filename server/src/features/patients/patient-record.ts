import { PATIENT_RECORDS, type PatientRecordKey } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { changedMeanwhile, notFound } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { ofPerson } from '../../platform/database/person.ts'
import { isSeen } from '../../platform/database/seen.ts'
import { audit, target } from '../audit/service.ts'
import { findPatient, holdPatient, refuseBeforeBirth } from './patient.ts'

/** What every row of a record has, beside its own columns. `patientRecordTable` makes such a table. */
export interface KeptRow {
  pid: string
  version: number
  updated_by: string
  created_at: Date
  updated_at: Date
  /** The name of the account that changed it last. */
  changed_by: string | null
}

/** A record of a patient that clinicians add, change and delete, of which a patient has any number. */
export interface RecordDescription<Row extends KeptRow, Given, Shown> {
  record: PatientRecordKey
  table: string
  /** The columns that a caller's fields fill. A missing value is written as null: a change clears it. */
  columns: (given: Given) => Readonly<Record<string, unknown>>
  /** Days that cannot lie before the birth of the patient, by their fields. */
  days: (given: Given) => Readonly<Record<string, string | null | undefined>>
  /** Every field is named: a new column stays private until it stands there. */
  shown: (row: Row) => Shown
  /** In the same transaction. `about`: the record that was changed, or the patient of a new one. */
  onWritten?: (trx: Trx, by: { uid: string; about: string }) => Promise<void>
}

export interface PatientRecord<Row extends KeptRow, Given, Shown> {
  /** Rows of a patient, the newest by a column first. */
  rows(trx: Trx, oid: string, pid: string, first: string): Promise<Row[]>
  list(
    ctx: Context,
    caller: Caller<Clinician>,
    pid: string,
    first?: string,
  ): Promise<{ rows: Shown[] }>
  add(ctx: Context, caller: Caller<Clinician>, pid: string, given: Given): Promise<string>
  set(ctx: Context, caller: Caller<Clinician>, record: Seen, given: Given): Promise<void>
  remove(ctx: Context, caller: Caller<Clinician>, record: Seen): Promise<void>
}

/** A record, and the version of it that the caller has seen. */
interface Seen {
  id: string
  version: number | undefined
}

/**
 * Lists, adds, changes and deletes such records. Every call is behind the wall of the institution and on record. A change
 * that did not begin from what is stored is refused with that. Erasure, export, import and the last day of a person find
 * the table by themselves, and a merge reads it by the person.
 */
export function patientRecord<Row extends KeptRow, Given, Shown extends Record<string, unknown>>(
  described: RecordDescription<Row, Given, Shown>,
): PatientRecord<Row, Given, Shown> {
  const { record: kind, columns, days, shown, onWritten } = described
  const { id: key } = PATIENT_RECORDS[kind]
  const table = sql.table(described.table)
  const keyColumn = sql.ref(`kept.${key}`)

  /** Rows that are not deleted, of patients who are not deleted. */
  const living = (oid: string) => sql<Row>`
    SELECT kept.*,
      -- No join: a row that a lock waited for is read anew, and the rows joined to it are not.
      (SELECT accounts.name FROM accounts WHERE accounts.uid = kept.updated_by) AS changed_by
    FROM ${table} AS kept JOIN patients ON patients.pid = kept.pid
    WHERE kept.oid = ${oid} AND kept.deleted_at IS NULL AND patients.deleted_at IS NULL`

  async function rows(trx: Trx, oid: string, pid: string, first: string): Promise<Row[]> {
    const newest = sql`ORDER BY ${sql.ref(`kept.${first}`)} DESC, kept.created_at DESC, ${keyColumn} DESC`
    const found = await sql<Row>`${living(oid)} AND ${ofPerson('kept.pid', pid)} ${newest}`.execute(
      trx,
    )
    return found.rows
  }

  /** The row as the caller has seen it, locked against any change until the transaction ends. */
  async function hold(trx: Trx, { oid, uid }: Clinician, { id, version }: Seen): Promise<Row> {
    const found =
      await sql<Row>`${living(oid)} AND ${keyColumn} = ${id} FOR UPDATE OF kept`.execute(trx)
    const [stored] = found.rows
    if (!stored) throw notFound()
    if (!isSeen(stored, { version, uid })) throw changedMeanwhile(shown(stored))
    return stored
  }

  const write = (trx: Trx, oid: string, id: string, set: RawBuilder<unknown>) =>
    sql`UPDATE ${table} SET ${set} WHERE oid = ${oid} AND ${sql.ref(key)} = ${id}`.execute(trx)

  return {
    rows,
    async list(ctx, { actor, ip }, pid, first = 'created_at') {
      const found = await withInstitution(ctx.db, actor.oid, async (trx) => {
        if (!(await findPatient(trx, actor.oid, pid))) throw notFound()
        await audit(trx, { actor, ip, action: `${kind}.list`, ...target('patient', pid) })
        return rows(trx, actor.oid, pid, first)
      })
      return { rows: found.map(shown) }
    },
    async add(ctx, { actor, ip }, pid, given) {
      const { oid, uid } = actor
      const id = newId()
      return withInstitution(ctx.db, oid, async (trx) => {
        if (!(await holdPatient(trx, oid, pid))) throw notFound()
        await refuseBeforeBirth(trx, { oid, pid }, days(given))
        const made = { ...columns(given), [key]: id, pid, oid, created_by: uid, updated_by: uid }
        const names = sql.join(Object.keys(made).map((name) => sql.ref(name)))
        await sql`INSERT INTO ${table} (${names}) VALUES (${sql.join(Object.values(made))})`.execute(
          trx,
        )
        await onWritten?.(trx, { uid, about: pid })
        await audit(trx, { actor, ip, action: `${kind}.add`, ...target(kind, id, { pid }) })
        return id
      })
    },
    async set(ctx, { actor, ip }, record, given) {
      const { oid, uid } = actor
      await withInstitution(ctx.db, oid, async (trx) => {
        const { pid } = await hold(trx, actor, record)
        await refuseBeforeBirth(trx, { oid, pid }, days(given))
        const changed = Object.entries({ ...columns(given), updated_by: uid }).map(
          ([name, value]) => sql`${sql.ref(name)} = ${value}`,
        )
        const next = sql`version = version + 1, updated_at = now()`
        await write(trx, oid, record.id, sql.join([...changed, next]))
        await onWritten?.(trx, { uid, about: record.id })
        const about = target(kind, record.id, { pid })
        await audit(trx, { actor, ip, action: `${kind}.set`, ...about })
      })
    },
    async remove(ctx, { actor, ip }, record) {
      await withInstitution(ctx.db, actor.oid, async (trx) => {
        const { pid } = await hold(trx, actor, record)
        await write(trx, actor.oid, record.id, sql`deleted_at = now()`)
        const about = target(kind, record.id, { pid })
        await audit(trx, { actor, ip, action: `${kind}.delete`, ...about })
      })
    },
  }
}
