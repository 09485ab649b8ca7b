import type { VersionStatus } from '@mingmou/contract'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Account = Selectable<Tables['questionnaire_account']>

export async function findAccount(
  db: Db,
): Promise<Pick<Account, 'account' | 'set_at'> | undefined> {
  return db.selectFrom('questionnaire_account').select(['account', 'set_at']).executeTakeFirst()
}

export async function keepAccount(trx: Trx, account: Omit<Account, 'one'>): Promise<void> {
  await trx
    .insertInto('questionnaire_account')
    .values(account)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(account))
    .execute()
}

export type VersionRow = Selectable<Tables['questionnaires']>
/** With how many links were made, and how many have handed in their answers. */
export type CountedRow = VersionRow & { answered: number; links: number }

const counted = (db: Db) =>
  db
    .selectFrom('questionnaires')
    .selectAll('questionnaires')
    .select((row) =>
      row
        .selectFrom('questionnaire_answers')
        .whereRef('questionnaire_answers.version', '=', 'questionnaires.version')
        .where('submitted_at', 'is not', null)
        .select(sql<number>`count(*)::int`.as('answered'))
        .$asScalar()
        .$notNull()
        .as('answered'),
    )
    .select((row) =>
      row
        .selectFrom('questionnaire_links')
        .whereRef('questionnaire_links.version', '=', 'questionnaires.version')
        .select(sql<number>`count(*)::int`.as('links'))
        .$asScalar()
        .$notNull()
        .as('links'),
    )

export async function findVersions(
  db: Db,
  wanted: { page: number; size: number },
): Promise<Page<CountedRow>> {
  return pageOf(db, counted(db), sql`version DESC`, wanted)
}

export async function findVersion(db: Db, version: number): Promise<CountedRow | undefined> {
  return counted(db).where('questionnaires.version', '=', version).executeTakeFirst()
}

/** A version, locked until the transaction ends. */
export async function holdVersion(trx: Trx, version: number): Promise<VersionRow | undefined> {
  return trx
    .selectFrom('questionnaires')
    .selectAll()
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()
}

export async function newestVersion(db: Db | Trx): Promise<VersionRow | undefined> {
  return db
    .selectFrom('questionnaires')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findOfStatus(
  db: Db | Trx,
  status: VersionStatus,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('questionnaires')
    .selectAll()
    .where('status', '=', status)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertVersion(
  trx: Trx,
  row: Insertable<Tables['questionnaires']>,
): Promise<void> {
  await trx.insertInto('questionnaires').values(row).execute()
}

export async function updateVersion(
  trx: Trx,
  version: number,
  change: Updateable<Tables['questionnaires']>,
): Promise<void> {
  await trx.updateTable('questionnaires').set(change).where('version', '=', version).execute()
}

export async function deleteVersion(trx: Trx, version: number): Promise<void> {
  await trx.deleteFrom('questionnaires').where('version', '=', version).execute()
}
