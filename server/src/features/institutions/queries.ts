import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type InstitutionRow = Selectable<Tables['institutions']>

export interface NewInstitution {
  name: string
  short_name: string
  describes: string
  contact: string
  phone: string
  email: string
  area_id: string[]
  address: string
  join_type: 1 | 2
  review_status: 0 | 1
  join_time?: Date
}

export async function insertInstitution(
  trx: Trx,
  oid: string,
  institution: NewInstitution,
): Promise<void> {
  await trx
    .insertInto('institutions')
    .values({ ...institution, oid })
    .execute()
}

/**
 * An institution that is not deleted, in any state of review. The tenant of a trial account is not
 * found.
 */
export function findInstitution(db: Db | Trx, oid: string) {
  return db
    .selectFrom('institutions')
    .selectAll()
    .where('oid', '=', oid)
    .where('kind', '=', 'clinic')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The logo of an institution, also of a deleted one that could be restored. */
export async function findLogo(db: Db, oid: string): Promise<string | null> {
  const found = await db
    .selectFrom('institutions')
    .select('logo')
    .where('oid', '=', oid)
    .executeTakeFirst()
  return found?.logo ?? null
}

/**
 * The living institution, held until the transaction ends: changes of an institution take turns.
 */
export function lockInstitution(trx: Trx, oid: string) {
  return trx
    .selectFrom('institutions')
    .selectAll()
    .where('oid', '=', oid)
    .where('kind', '=', 'clinic')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export type InstitutionChange = Partial<
  Omit<InstitutionRow, 'oid' | 'created_at' | 'kind' | 'trial_of' | 'step_rules'>
>

export async function updateInstitution(
  trx: Trx,
  oid: string,
  change: InstitutionChange,
): Promise<void> {
  await trx.updateTable('institutions').set(change).where('oid', '=', oid).execute()
}
