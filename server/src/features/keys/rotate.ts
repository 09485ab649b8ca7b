import type { Context } from '../../context.ts'
import { addKeys, openKeys } from '../../platform/keys/keys.ts'
import { audit } from '../audit/service.ts'
import { resealDestinations } from '../deliveries/reseal.ts'
import { resealApps } from '../second-factor/reseal.ts'
import { resealProviders } from '../sso/reseal.ts'
import { resealWebhooks } from '../webhooks/reseal.ts'

/**
 * New keys for tokens, signed addresses and sealed secrets. Returns when they are in use. Tokens
 * and addresses of the keys before are good until they end, or `atOnce` no more.
 */
export async function rotateKeys(ctx: Context, atOnce: boolean): Promise<Date> {
  const from = await ctx.db.transaction().execute(async (trx) => {
    const by = { actor: null, ip: '', detail: { by: 'command', at_once: atOnce } } as const
    await audit(trx, { ...by, action: 'keys.rotate' })
    return addKeys(trx, ctx.now(), atOnce)
  })
  return from
}

/** Seals with the new keys what those before have sealed. To be called once they are in use. */
export async function finishRotation(ctx: Context): Promise<number> {
  const keys = await openKeys(ctx.db, ctx.now)
  try {
    const sealing = { ...ctx, keys }
    const reseals = [resealApps, resealProviders, resealDestinations, resealWebhooks]
    let done = 0
    for (const reseal of reseals) done += await reseal(sealing)
    return done
  } finally {
    keys.close()
  }
}
