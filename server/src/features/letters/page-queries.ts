import { LETTER_TRIES, type LetterPage } from '@mingmou/contract'
import { sql, type Insertable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** Whose letter a code is of; null where no letter has it. */
export async function findInstitution(db: Db, code_hash: Buffer): Promise<string | null> {
  const { rows } = await sql<{ oid: string | null }>`
    SELECT letter_institution(${code_hash}) AS oid`.execute(db)
  return rows[0]?.oid ?? null
}

export async function insertPage(
  trx: Trx,
  page: Insertable<Tables['letter_pages']>,
): Promise<void> {
  await trx.insertInto('letter_pages').values(page).execute()
}

/** The page of a code with its patient, locked: answers to one code are counted one after the other. */
export async function holdPage(trx: Trx, oid: string, code_hash: Buffer) {
  return trx
    .selectFrom('letter_pages')
    .innerJoin('patients as own', 'own.pid', 'letter_pages.pid')
    .innerJoin('patients as shown', 'shown.pid', 'own.person')
    .where('letter_pages.oid', '=', oid)
    .where('code_hash', '=', code_hash)
    .where('shown.deleted_at', 'is', null)
    .select(['page_id', 'step_id', 'open_until', 'wrong', 'closed_at'])
    .select(['shown.pid as person', 'shown.birthday', 'shown.ad_card_number'])
    .forUpdate('letter_pages')
    .executeTakeFirst()
}

/** A lock alone makes the commit wait for the disk, which shows that there was a page to lock. */
export async function waitForNoDisk(trx: Trx): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(trx)
}

export async function countWrong(trx: Trx, page_id: string): Promise<void> {
  await trx
    .updateTable('letter_pages')
    .set({ wrong: sql`wrong + 1` })
    .where('page_id', '=', page_id)
    .execute()
}

export async function noteOpened(trx: Trx, page_id: string, opened_at: Date): Promise<void> {
  await trx.updateTable('letter_pages').set({ opened_at }).where('page_id', '=', page_id).execute()
}

/** Closes every code of a step but the newest few. */
export async function closePages(
  trx: Trx,
  { oid, step_id, now }: { oid: string; step_id: string; now: Date },
  but = 0,
): Promise<void> {
  const kept = trx
    .selectFrom('letter_pages')
    .select('page_id')
    .where('oid', '=', oid)
    .where('step_id', '=', step_id)
    .where('closed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('page_id', 'desc')
    .limit(but)
  await trx
    .updateTable('letter_pages')
    .set({ closed_at: now })
    .where('oid', '=', oid)
    .where('step_id', '=', step_id)
    .where('closed_at', 'is', null)
    .where('page_id', 'not in', kept)
    .execute()
}

type State = LetterPage['state']

/** The codes of a step, the newest first. */
export async function findPages(
  trx: Trx,
  oid: string,
  step_id: string,
  today: string,
): Promise<
  { made_at: Date; made_by: string; open_until: string; opened_at: Date | null; state: State }[]
> {
  return trx
    .selectFrom('letter_pages')
    .leftJoin('accounts', 'accounts.uid', 'letter_pages.created_by')
    .where('letter_pages.oid', '=', oid)
    .where('step_id', '=', step_id)
    .select(['letter_pages.created_at as made_at', 'open_until', 'opened_at'])
    .select([
      sql<string>`coalesce(accounts.name, '')`.as('made_by'),
      sql<State>`CASE WHEN closed_at IS NOT NULL THEN 'closed' WHEN wrong >= ${LETTER_TRIES} THEN 'tried'
        WHEN open_until < ${today} THEN 'expired' ELSE 'open' END`.as('state'),
    ])
    .orderBy('letter_pages.created_at', 'desc')
    .orderBy('page_id', 'desc')
    .limit(20)
    .execute()
}
