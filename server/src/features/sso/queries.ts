import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ProviderRow = Selectable<Tables['sso_providers']>

export function findProvider(db: Db | Trx, oid: string) {
  return db.selectFrom('sso_providers').selectAll().where('oid', '=', oid).executeTakeFirst()
}

export function findProviderByCode(db: Db, code: string) {
  return db
    .selectFrom('sso_providers')
    .selectAll()
    .where('sign_in_code', '=', code.toLowerCase())
    .executeTakeFirst()
}

export function lockProvider(trx: Trx, oid: string) {
  return trx
    .selectFrom('sso_providers')
    .selectAll()
    .where('oid', '=', oid)
    .forUpdate()
    .executeTakeFirst()
}

/** The sign-in code of one that is there already stays. */
export async function keepProvider(trx: Trx, provider: ProviderRow): Promise<void> {
  const { oid, sign_in_code, ...change } = provider
  await trx
    .insertInto('sso_providers')
    .values({ oid, sign_in_code, ...change })
    .onConflict((conflict) => conflict.column('oid').doUpdateSet(change))
    .execute()
}

/** A person as the provider of an institution names it. */
export interface Person {
  oid: string
  issuer: string
  sub: string
}

export async function findLinked(db: Db | Trx, { oid, issuer, sub }: Person) {
  const found = await db
    .selectFrom('sso_links')
    .select('uid')
    .where('oid', '=', oid)
    .where('issuer', '=', issuer)
    .where('sub', '=', sub)
    .executeTakeFirst()
  return found?.uid ?? null
}

/** The link of an account to the provider that its institution has now. */
export function findLinkOf(db: Db, uid: string) {
  return db
    .selectFrom('sso_links')
    .innerJoin('sso_providers', (join) =>
      join
        .onRef('sso_providers.oid', '=', 'sso_links.oid')
        .onRef('sso_providers.issuer', '=', 'sso_links.issuer'),
    )
    .select('sso_links.created_at')
    .where('sso_links.uid', '=', uid)
    .executeTakeFirst()
}

/** An account has one link; a new one takes the place of the old. */
export async function keepLink(
  trx: Trx,
  link: Person & { uid: string; created_at: Date },
): Promise<void> {
  const { uid, ...change } = link
  await trx
    .insertInto('sso_links')
    .values({ uid, ...change })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(change))
    .execute()
}
