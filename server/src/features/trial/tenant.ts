import type { Context } from '../../context.ts'
import type { Actor, Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import type { Db } from '../../platform/database/database.ts'

/** The id of the tenant of a trial account. */
export async function findTenant(db: Db, uid: string): Promise<string | null> {
  const found = await db
    .selectFrom('institutions')
    .select('oid')
    .where('trial_of', '=', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.oid ?? null
}

/** The caller as one who works in his own tenant: archives and analyses take him like a clinician. */
export async function asTenant(
  ctx: Context,
  caller: Caller,
  uid: string = caller.actor.uid,
): Promise<Caller<Clinician>> {
  const { actor } = caller
  const oid = uid === actor.uid ? await findTenant(ctx.db, uid) : null
  if (oid === null) throw notFound()
  return { ...caller, actor: { ...actor, oid } }
}

/** The institution whose events an account hears: a trial user hears those of his tenant. */
export async function heardBy(db: Db, { role, uid, oid }: Actor): Promise<string | null> {
  return role === '5' ? findTenant(db, uid) : oid
}
