import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor, Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import type { Db, Trx } from '../../platform/database/database.ts'

/**
 * The patient of a tenant is no person. Its values are never shown, and no call of patients is open
 * to role 5.
 */
const NOBODY = { ad_card_number: 'TRIAL', name: '', gender: 1, birthday: '1900-01-01' } as const

/**
 * Gives a trial account a hidden institution with one technical patient, so that its archives need
 * no special case. Runs in the transaction that makes the account.
 */
export async function addTenant(trx: Trx, uid: string): Promise<void> {
  const oid = newId()
  await trx
    .insertInto('institutions')
    .values({
      oid,
      kind: 'trial',
      trial_of: uid,
      name: '',
      short_name: '',
      contact: '',
      phone: '',
      email: '',
      area_id: [],
      address: '',
      join_type: 1,
      review_status: 1,
    })
    .execute()
  await sql`select set_config('app.oid', ${oid}, true)`.execute(trx)
  await trx
    .insertInto('patients')
    .values({ ...NOBODY, pid: newId(), oid, created_by: uid })
    .execute()
  await sql`select set_config('app.oid', '', true)`.execute(trx)
}

/**
 * Deletes the data of a trial account for good. Nothing restores the account, and the next purge
 * removes the data.
 */
export async function deleteTenant(trx: Trx, uid: string, now: Date): Promise<void> {
  await trx
    .updateTable('institutions')
    .set({ deleted_at: now, final_at: now })
    .where('trial_of', '=', uid)
    .execute()
}

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
