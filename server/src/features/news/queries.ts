import { NEWS } from '@mingmou/contract'
import { sql, type Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page.ts'
import { contains } from '../../platform/database/search.ts'
import type { Tables } from '../../platform/database/tables.ts'

const COLUMNS = [
  ...(['nid', 'happened_on', 'title_zh', 'title_en', 'body_zh', 'body_en'] as const),
  ...(['picture', 'published'] as const),
] as const
export type News = Pick<Selectable<Tables['news']>, (typeof COLUMNS)[number]>

const news = (db: Db | Trx) =>
  db.selectFrom('news').select(COLUMNS).where('news.deleted_at', 'is', null)

export const findPublished = (db: Db): Promise<News[]> =>
  news(db)
    .where('published', '=', true)
    .orderBy('news.happened_on', 'desc')
    .orderBy('nid', 'desc')
    .limit(NEWS.shown)
    .execute()

/** With who changed them last. */
const managed = (db: Db | Trx) =>
  news(db)
    .innerJoin('accounts', 'accounts.uid', 'news.updated_by')
    .select(['version', 'news.updated_by', 'news.updated_at', 'accounts.name as changed_by'])
export type ManagedRow = NonNullable<Awaited<ReturnType<typeof findOne>>>

export const findOne = (db: Db | Trx, nid: string) =>
  managed(db).where('nid', '=', nid).executeTakeFirst()

export function findAll(db: Db, title: string | undefined, page: { page: number; size: number }) {
  let query = managed(db)
  if (title)
    query = query.where((where) =>
      where.or([contains('title_zh', title), contains('title_en', title)]),
    )
  return pageOf(db, query, sql`happened_on DESC, nid DESC`, page)
}

/** Held until the end of the transaction. */
export const holdNews = (trx: Trx, nid: string) =>
  news(trx).where('nid', '=', nid).forUpdate().executeTakeFirst()

export async function insertNews(trx: Trx, values: News & { updated_by: string }): Promise<void> {
  await trx.insertInto('news').values(values).execute()
}

export async function updateNews(
  trx: Trx,
  nid: string,
  change: Partial<News> & { updated_by: string; deleted_at?: Date },
): Promise<void> {
  await trx
    .updateTable('news')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('nid', '=', nid)
    .execute()
}

/** The picture of news that are there. */
export async function findPicture(db: Db, nid: string): Promise<string | null> {
  const found = await news(db).where('nid', '=', nid).executeTakeFirst()
  return found?.picture ?? null
}
