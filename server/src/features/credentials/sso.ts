import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/**
 * What the institution asks of the account of the query: to sign in by its provider `only`, to
 * `link` an account there first, or nothing (null). It asks nothing of its main account, so that
 * somebody always comes in.
 */
export const ssoDuty = sql<'only' | 'link' | null>`(select
  case when exists (select from sso_links where sso_links.uid = accounts.uid
    and sso_links.oid = sso_providers.oid and sso_links.issuer = sso_providers.issuer)
  then 'only' else 'link' end
  from sso_providers where sso_providers.oid = accounts.oid and sso_providers.enabled
    and sso_providers.required and accounts.role = '4')`

/** Whether the account of the query is linked to the provider that its institution has now. */
export const hasSsoLink = sql<boolean>`exists (select from sso_links join sso_providers
  using (oid, issuer) where sso_links.uid = accounts.uid and sso_providers.oid = accounts.oid)`

export async function dropSsoLink(trx: Trx, uid: string): Promise<boolean> {
  const dropped = await trx
    .deleteFrom('sso_links')
    .where('uid', '=', uid)
    .returning('uid')
    .executeTakeFirst()
  return dropped !== undefined
}

/** Of an institution that is removed. */
export async function dropSso(trx: Trx, oid: string): Promise<void> {
  await trx.deleteFrom('sso_links').where('oid', '=', oid).execute()
  await trx.deleteFrom('sso_providers').where('oid', '=', oid).execute()
}
