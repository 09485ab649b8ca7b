import type { Language } from '@mingmou/contract'
import { sql, type Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ExportRow = Selectable<Tables['dataset_exports']>

/** The account is locked, so that two calls at one moment count each other. */
export async function countOpenExports(trx: Trx, uid: string): Promise<number> {
  await trx.selectFrom('accounts').select('uid').where('uid', '=', uid).forUpdate().execute()
  const { open } = await trx
    .selectFrom('dataset_exports')
    .where('uid', '=', uid)
    .where('status', 'in', ['queued', 'running'])
    .select(sql<number>`count(*)::int`.as('open'))
    .executeTakeFirstOrThrow()
  return open
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
  change: Partial<Pick<ExportRow, 'done' | 'total' | 'status' | 'reason' | 'file_key'>> & {
    bytes?: number
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
