import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page.ts'
import { dropSso } from '../credentials/sso.ts'
import { contains, hasPieces, INSTITUTION_PIECES } from '../../platform/database/search.ts'
import { deleteDocuments } from './document-queries.ts'
import type { InstitutionRow } from './queries.ts'

interface Paged {
  page: number
  size: number
}

type Searched = Partial<Record<(typeof INSTITUTION_PIECES)[number], string | undefined>>

/** Empty filters find all. */
function searching({ name, email, phone, contact }: Searched) {
  return Object.entries({ name, email, phone, contact }).flatMap(([column, part]) =>
    part ? [hasPieces(INSTITUTION_PIECES, part), contains(column, part)] : [],
  )
}

const living = (db: Db) =>
  db
    .selectFrom('institutions')
    .selectAll()
    .where('kind', '=', 'clinic')
    .where('deleted_at', 'is', null)

export function findInstitutions(
  db: Db,
  { area_id, status, ...search }: Searched & { area_id: readonly string[]; status: 1 | 2 | null },
  page: Paged,
) {
  let query = living(db).where('review_status', '=', 1)
  for (const matches of searching(search)) query = query.where(matches)
  if (status !== null) query = query.where('status', '=', status)
  // A province also finds its cities and districts.
  if (area_id.length > 0) {
    query = query.where(sql<boolean>`area_id[1:${area_id.length}::int] = ${[...area_id]}::text[]`)
  }
  return pageOf(db, query, sql`created_at DESC, oid DESC`, page)
}

/** Sign-ups. Institutions added by an administrator were never reviewed. */
export function findReviews(
  db: Db,
  { review_status, ...search }: Searched & { review_status: readonly (0 | 1 | 2)[] },
  page: Paged,
) {
  let query = living(db)
    .where('join_type', '=', 1)
    .where(sql<boolean>`review_status = any(${[...review_status]}::smallint[])`)
  for (const matches of searching(search)) query = query.where(matches)
  return pageOf(db, query, sql`coalesce(review_time, created_at) DESC, oid DESC`, page)
}

export async function countReviews(db: Db): Promise<{ pending: number; checked: number }> {
  const { pending, checked } = await db
    .selectFrom('institutions')
    .where('deleted_at', 'is', null)
    .where('join_type', '=', 1)
    .where('kind', '=', 'clinic')
    .select([
      sql<number>`count(*) filter (where review_status = 0)::int`.as('pending'),
      sql<number>`count(*) filter (where review_status <> 0)::int`.as('checked'),
    ])
    .executeTakeFirstOrThrow()
  return { pending, checked }
}

/** A row with a time of deletion, as the queries below ensure. */
export type DeletedRow = InstitutionRow & { deleted_at: Date }

/** Institutions deleted after a time and not final yet. */
export function findDeleted(db: Db, after: Date, page: Paged) {
  const query = db
    .selectFrom('institutions')
    .selectAll()
    .where('kind', '=', 'clinic')
    .where('deleted_at', '>', after)
    .where('purged_at', 'is', null)
    .where('final_at', 'is', null)
    .$castTo<DeletedRow>()
  return pageOf(db, query, sql`deleted_at DESC, oid DESC`, page)
}

export function lockDeleted(trx: Trx, oid: string, after: Date): Promise<DeletedRow | undefined> {
  return trx
    .selectFrom('institutions')
    .selectAll()
    .where('oid', '=', oid)
    .where('kind', '=', 'clinic')
    .where('deleted_at', '>', after)
    .where('final_at', 'is', null)
    .forUpdate()
    .$castTo<DeletedRow>()
    .executeTakeFirst()
}

/** Makes deletions before a time final. Returns every institution that is still to be removed. */
export async function finalise(db: Db, before: Date, now: Date): Promise<string[]> {
  await db
    .updateTable('institutions')
    .set({ final_at: now })
    .where('deleted_at', '<=', before)
    .where('purged_at', 'is', null)
    .where('final_at', 'is', null)
    .execute()
  const final = await db
    .selectFrom('institutions')
    .select('oid')
    .where('deleted_at', 'is not', null)
    .where('final_at', 'is not', null)
    .where('purged_at', 'is', null)
    .execute()
  return final.map(({ oid }) => oid)
}

/** The trial account of the tenant, or null; undefined when another worker was faster. */
export async function removeRows(
  trx: Trx,
  oid: string,
  now: Date,
): Promise<string | null | undefined> {
  const purged = await trx
    .updateTable('institutions')
    .set({ purged_at: now, logo: null })
    .where('oid', '=', oid)
    .where('purged_at', 'is', null)
    .returning('trial_of')
    .executeTakeFirst()
  if (purged === undefined) return undefined
  await deleteDocuments(trx, oid)
  await dropSso(trx, oid)
  await sql`select purge_institution(${oid})`.execute(trx)
  return purged.trial_of
}

/** Programs that may call for the institution: how many, and nothing of them. */
export async function countClients(trx: Trx, oid: string): Promise<number> {
  const { count } = await trx
    .selectFrom('clients')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('oid', '=', oid)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
