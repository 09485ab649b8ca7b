import type { BodyOf, deleteTrialAccount, deleteTrialBatches } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { deleteOwnAccount } from '../accounts/manage.ts'
import { proveAgain } from '../second-factor/prove.ts'
import { removePhotographs } from './remove.ts'
import { findOwn } from './remove-queries.ts'
import { asTenant } from '../tenants/tenants.ts'

/** Removes a batch of the caller, or everything of his, at once and for good. An analysis under way ends with it. */
export async function removeOwn(
  ctx: Context,
  caller: Caller,
  { uid, anal_id }: BodyOf<typeof deleteTrialBatches>,
): Promise<void> {
  const tenant = await asTenant(ctx, caller, uid)
  await removePhotographs(ctx, tenant.actor.oid, tenant, async (trx) => {
    const rids = await findOwn(trx, tenant.actor.oid, anal_id)
    if (anal_id !== undefined && rids.length === 0) throw notFound()
    return rids
  })
}

/** The photographs go now, what is left of the tenant with the next purge. */
export async function removeOwnAccount(
  ctx: Context,
  caller: Caller,
  { uid, ...proof }: BodyOf<typeof deleteTrialAccount>,
): Promise<void> {
  await asTenant(ctx, caller, uid)
  await proveAgain(ctx, caller, proof)
  await removeOwn(ctx, caller, { uid })
  await deleteOwnAccount(ctx, caller)
}
