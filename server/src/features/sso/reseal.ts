import type { Context } from '../../context.ts'
import { sealSecret, unsealSecret } from './provider.ts'

/** Seals the secrets of all providers with the key in use. One that changes meanwhile stays as it is. */
export async function resealProviders(ctx: Context): Promise<number> {
  const rows = await ctx.db.selectFrom('sso_providers').select(['oid', 'client_secret']).execute()
  let done = 0
  for (const { oid, client_secret } of rows) {
    const changed = await ctx.db
      .updateTable('sso_providers')
      .set({ client_secret: sealSecret(ctx, oid, unsealSecret(ctx, oid, client_secret)) })
      .where('oid', '=', oid)
      .where('client_secret', '=', client_secret)
      .executeTakeFirst()
    done += Number(changed.numUpdatedRows)
  }
  return done
}
