import type { Registration } from '@mingmou/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type RegistrationRow = Selectable<Tables['registrations']>
export type Pair = Pick<
  Insertable<Tables['registrations']>,
  'before_record_id' | 'before_index' | 'after_record_id' | 'after_index'
>

/** The row of a pair, and whether it has to be made: it is new, or it failed before. */
export async function queueRegistration(
  trx: Trx,
  oid: string,
  row: Pair & { registration_id: string; pid: string; created_by: string },
): Promise<{ row: RegistrationRow; started: boolean }> {
  const started = await trx
    .insertInto('registrations')
    .values({ ...row, oid })
    .onConflict((conflict) =>
      conflict
        .columns(['before_record_id', 'before_index', 'after_record_id', 'after_index'])
        .doUpdateSet({ status: 'queued', created_by: row.created_by, updated_at: sql<Date>`now()` })
        .where('registrations.status', '=', 'failed'),
    )
    .returningAll()
    .executeTakeFirst()
  if (started) return { row: started, started: true }
  const there = await trx
    .selectFrom('registrations')
    .selectAll()
    .where('oid', '=', oid)
    .where('before_record_id', '=', row.before_record_id)
    .where('before_index', '=', row.before_index)
    .where('after_record_id', '=', row.after_record_id)
    .where('after_index', '=', row.after_index)
    .executeTakeFirstOrThrow()
  return { row: there, started: false }
}

/** How many pairs of an account wait. Until the transaction ends it asks for no other. */
export async function countWaiting(trx: Trx, oid: string, uid: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`pairs ${uid}`}))`.execute(trx)
  const { waiting } = await trx
    .selectFrom('registrations')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('oid', '=', oid)
    .where('created_by', '=', uid)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow()
  return waiting
}

/** Leaves the newest pairs of a patient that have ended, up to a number. */
export async function dropOldPairs(trx: Trx, row: RegistrationRow, kept: number): Promise<void> {
  const old = trx
    .selectFrom('registrations')
    .select('registration_id')
    .where('oid', '=', row.oid)
    .where('pid', '=', row.pid)
    .where('status', '<>', 'queued')
    .orderBy('updated_at', 'desc')
    .orderBy('registration_id', 'desc')
    .offset(kept)
  await trx
    .deleteFrom('registrations')
    .where('oid', '=', row.oid)
    .where('registration_id', 'in', old)
    .execute()
}

/** A registration that still waits. */
export async function findQueued(
  trx: Trx,
  oid: string,
  registration_id: string,
): Promise<RegistrationRow | undefined> {
  return trx
    .selectFrom('registrations')
    .selectAll()
    .where('oid', '=', oid)
    .where('registration_id', '=', registration_id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
}

/** Undefined when it has ended already. */
export async function endRegistration(
  trx: Trx,
  oid: string,
  registration_id: string,
  end: { status: 'done'; result: Registration } | { status: 'failed' },
): Promise<RegistrationRow | undefined> {
  const result = end.status === 'done' ? { result: JSON.stringify(end.result) } : {}
  return trx
    .updateTable('registrations')
    .set({ status: end.status, ...result, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('registration_id', '=', registration_id)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
}
