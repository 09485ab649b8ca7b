import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type FeedbackRow = Selectable<Tables['feedback']>
export type FileRow = Selectable<Tables['feedback_files']>

export async function insertFeedback(
  trx: Trx,
  row: Insertable<Tables['feedback']>,
  files: FileRow[],
): Promise<void> {
  await trx.insertInto('feedback').values(row).execute()
  if (files.length > 0) await trx.insertInto('feedback_files').values(files).execute()
}

/** What all attachments take up. */
export async function keptBytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('feedback_files')
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

export interface FeedbackFilter {
  type_class: readonly string[]
  status: 1 | 2 | 3 | ''
}

export function findPage(
  db: Db,
  { type_class: [category, topic], status }: FeedbackFilter,
  wanted: { page: number; size: number },
): Promise<Page<FeedbackRow & { file_count: number }>> {
  let query = db
    .selectFrom('feedback')
    .selectAll()
    .select(
      sql<number>`(SELECT count(*)::int FROM feedback_files AS file WHERE file.fid = feedback.fid)`.as(
        'file_count',
      ),
    )
  if (category !== undefined) query = query.where('category', '=', category)
  if (topic !== undefined) query = query.where('topic', '=', topic)
  if (status !== '') query = query.where('status', '=', status)
  return pageOf(db, query, sql`created_at DESC, fid DESC`, wanted)
}

export async function countUnread(db: Db): Promise<number> {
  const { unread } = await db
    .selectFrom('feedback')
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** Feedback, locked until the transaction ends. */
export function holdFeedback(trx: Trx, fid: string): Promise<FeedbackRow | undefined> {
  return trx
    .selectFrom('feedback')
    .selectAll()
    .where('fid', '=', fid)
    .forUpdate()
    .executeTakeFirst()
}

export function findFiles(db: Db | Trx, fid: string): Promise<FileRow[]> {
  return db
    .selectFrom('feedback_files')
    .selectAll()
    .where('fid', '=', fid)
    .orderBy('place')
    .execute()
}

/** The names of accounts, by id. */
export async function findNames(
  db: Db | Trx,
  uids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = uids.filter((uid) => uid !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['uid', 'name'])
    .where('uid', 'in', wanted)
    .execute()
  return new Map(rows.map(({ uid, name }) => [uid, name]))
}

export function updateFeedback(
  trx: Trx,
  fid: string,
  change: Updateable<Tables['feedback']>,
): Promise<FeedbackRow> {
  return trx
    .updateTable('feedback')
    .set(change)
    .where('fid', '=', fid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Finished before a time, with contact or attachments still there. */
export async function findExpired(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('feedback')
    .select('fid')
    .where('finished_time', '<=', before)
    .where((where) =>
      where.or([
        where('contact', 'is not', null),
        where('fid', 'in', where.selectFrom('feedback_files').select('feedback_files.fid')),
      ]),
    )
    .execute()
  return rows.map(({ fid }) => fid)
}

export async function removeContact(trx: Trx, fid: string): Promise<void> {
  await trx.updateTable('feedback').set({ contact: null }).where('fid', '=', fid).execute()
  await trx.deleteFrom('feedback_files').where('fid', '=', fid).execute()
}
