import type { Language } from '@mingmou/contract'
import { sql, type Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ExportRow = Selectable<Tables['dataset_exports']>

/** The account is locked, so that two calls at one moment count each other. */
export async function countExports(trx: Trx, uid: string): Promise<{ open: number; kept: number }> {
  await trx.selectFrom('accounts').select('uid').where('uid', '=', uid).forUpdate().execute()
  return trx
    .selectFrom('dataset_exports')
    .where('uid', '=', uid)
    .where('status', '<>', 'failed')
    .select(sql<number>`count(*) filter (where status <> 'done')::int`.as('open'))
    .select(sql<number>`count(*)::int`.as('kept'))
    .executeTakeFirstOrThrow()
}

/** Bytes of the exports of an institution, or of all administrators, that are there or being written. */
export async function sumExports(db: Db, oid: string | null): Promise<number> {
  const { bytes } = await db
    .selectFrom('dataset_exports')
    .innerJoin('accounts', 'accounts.uid', 'dataset_exports.uid')
    .where('accounts.oid', 'is not distinct from', oid)
    .where('dataset_exports.status', '<>', 'failed')
    .select(sql<string>`coalesce(sum(dataset_exports.bytes), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Counts the bytes of an export before they are written. False where they are too many with the others. */
export function takeBytes(
  db: Db,
  { export_id, oid }: { export_id: string; oid: string | null },
  bytes: number,
  most: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`exports ${oid ?? 'administrators'}`}))`.execute(
      trx,
    )
    // Of a try before, which was broken off.
    const own = { bytes: null }
    await trx.updateTable('dataset_exports').set(own).where('export_id', '=', export_id).execute()
    if ((await sumExports(trx, oid)) + bytes > most) return false
    await trx
      .updateTable('dataset_exports')
      .set({ bytes })
      .where('export_id', '=', export_id)
      .execute()
    return true
  })
}

export async function insertExport(
  trx: Trx,
  row: {
    export_id: string
    uid: string
    dataset: string
    asked: string
    language: Language
    total: number
    images: string[]
  },
): Promise<void> {
  await trx.insertInto('dataset_exports').values(row).execute()
}

export async function findExports(db: Db, uid: string, since: Date): Promise<ExportRow[]> {
  return db
    .selectFrom('dataset_exports')
    .selectAll()
    .where('uid', '=', uid)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('export_id', 'desc')
    .execute()
}

/** The export with its account's institution, now running; undefined where it was removed or has ended. */
export async function claimExport(
  db: Db,
  export_id: string,
): Promise<(ExportRow & { oid: string | null }) | undefined> {
  return db
    .updateTable('dataset_exports')
    .from('accounts')
    .set({ status: 'running', done: 0 })
    .whereRef('accounts.uid', '=', 'dataset_exports.uid')
    .where('accounts.deleted_at', 'is', null)
    .where('export_id', '=', export_id)
    .where('dataset_exports.status', 'in', ['queued', 'running'])
    .returningAll('dataset_exports')
    .returning('accounts.oid')
    .executeTakeFirst()
}

/** Undefined when it no longer runs: its owner removed it. */
export async function updateExport(
  db: Db,
  export_id: string,
  change: Partial<
    Pick<ExportRow, 'done' | 'total' | 'status' | 'reason' | 'file_key' | 'images'>
  > & {
    bytes?: number | null
    ended_at?: Date
  },
): Promise<Pick<ExportRow, 'uid' | 'done' | 'total'> | undefined> {
  return db
    .updateTable('dataset_exports')
    .set(change)
    .where('export_id', '=', export_id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['uid', 'done', 'total'])
    .executeTakeFirst()
}

/** Finished exports with the institution of their accounts, of those that there still are. */
export async function findDone(
  db: Db,
  { export_id, uid }: { export_id?: string; uid?: string },
): Promise<(ExportRow & { oid: string | null; file_key: string })[]> {
  return db
    .selectFrom('dataset_exports')
    .innerJoin('accounts', 'accounts.uid', 'dataset_exports.uid')
    .where('accounts.deleted_at', 'is', null)
    .where('dataset_exports.status', '=', 'done')
    .where('file_key', 'is not', null)
    .$if(uid !== undefined, (query) => query.where('dataset_exports.uid', '=', uid ?? ''))
    .$if(export_id !== undefined, (query) => query.where('export_id', '=', export_id ?? ''))
    .selectAll('dataset_exports')
    .select('accounts.oid')
    .$narrowType<{ file_key: string }>()
    .execute()
}

/** A finished export that may not be read any more. */
export async function endExport(db: Db, export_id: string, at: Date): Promise<void> {
  const gone = { file_key: null, bytes: null, ended_at: at }
  await db
    .updateTable('dataset_exports')
    .set({ status: 'failed', reason: 'export_ended', ...gone })
    .where('export_id', '=', export_id)
    .where('status', '=', 'done')
    .execute()
}

export async function deleteExport(
  trx: Trx,
  uid: string,
  export_id: string,
): Promise<Pick<ExportRow, 'file_key'> | undefined> {
  return trx
    .deleteFrom('dataset_exports')
    .where('uid', '=', uid)
    .where('export_id', '=', export_id)
    .returning('file_key')
    .executeTakeFirst()
}

/** Removes rows whose time is over. Returns the keys of their files. */
export async function deleteExportsBefore(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('dataset_exports')
    .where('created_at', '<=', before)
    .returning('file_key')
    .execute()
  return rows.flatMap(({ file_key }) => file_key ?? [])
}
