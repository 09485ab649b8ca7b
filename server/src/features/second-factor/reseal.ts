import type { Context } from '../../context.ts'
import { sealKey, unsealKey } from './totp.ts'

/** Seals the secrets of all apps with the key in use. One that changes meanwhile is left as it is. */
export async function resealApps(ctx: Context): Promise<number> {
  const rows = await ctx.db.selectFrom('totp_factors').select(['uid', 'secret']).execute()
  let done = 0
  for (const { uid, secret } of rows) {
    const sealed = sealKey(ctx, uid, unsealKey(ctx, uid, secret))
    const changed = await ctx.db
      .updateTable('totp_factors')
      .set({ secret: sealed })
      .where('uid', '=', uid)
      .where('secret', '=', secret)
      .executeTakeFirst()
    done += Number(changed.numUpdatedRows)
  }
  return done
}
