import {
  ERROR,
  type answerChange,
  type BodyOf,
  type DataOf,
  type myChanges,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { audit, target } from '../audit/service.ts'
import { lockAccount } from '../credentials/credentials.ts'
import * as changes from './change-queries.ts'
import { makeWay } from './changes.ts'
import { wayOf } from './new-way.ts'
import { toWaiting } from './open-changes.ts'
import { refusingTaken } from './new-account.ts'
import { findProfile } from './profiles.ts'

export async function showChanges(
  ctx: Context,
  { uid, oid }: Clinician,
): Promise<DataOf<typeof myChanges>> {
  const rows = await changes.findOpenOf(ctx.db, uid)
  const names = await changes.findNamesIn(
    ctx.db,
    oid,
    rows.map(({ by_uid }) => by_uid),
  )
  const hold = await changes.findHold(ctx.db, uid, ctx.now())
  const held =
    hold?.holds_until && hold.kind !== 'made'
      ? { kind: hold.kind, until: hold.holds_until.toISOString() }
      : null
  return {
    changes: toWaiting(rows).map((row) => ({ ...row, by_name: names.get(row.by_uid) ?? null })),
    held,
  }
}

/** Settles a change that waits, with the account and the change held. The second of two comes too late. */
async function settling(
  ctx: Context,
  change_id: string,
  uid: string,
  work: (trx: Trx, change: changes.OpenChange) => Promise<void>,
): Promise<void> {
  const done = ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    const change = await changes.holdOpen(trx, change_id)
    if (change === undefined) throw new Refusal(ERROR.conflict, 'change_over')
    await work(trx, change)
  })
  await refusingTaken({ username: 'username', email: 'email' }, done)
}

const about = ({ uid, oid, kind, by_uid }: changes.OpenChange) => ({
  ...target('account', uid, { oid }),
  detail: { kind, asked_by: by_uid },
})

export async function answer(
  ctx: Context,
  caller: Caller<Clinician>,
  { change_id, agree }: BodyOf<typeof answerChange>,
): Promise<void> {
  const { uid, sid } = caller.actor
  const found = await changes.findChange(ctx.db, change_id)
  if (found?.uid !== uid) throw notFound()
  await settling(ctx, change_id, uid, async (trx, change) => {
    const now = ctx.now()
    if (!agree) {
      await changes.settle(trx, change_id, { ended_at: now })
      await audit(trx, { ...caller, action: 'account.refuse-change', ...about(change) })
      return
    }
    const account = await findProfile(trx, uid)
    if (account === undefined) throw notFound()
    await makeWay(ctx, trx, account, wayOf(change), sid)
    await changes.settle(trx, change_id, { done_at: now, agreed: true, holds_until: null })
    await audit(trx, { ...caller, action: 'account.agree-change', ...about(change) })
  })
}

export async function withdraw(ctx: Context, caller: Caller, change_id: string): Promise<void> {
  const found = await changes.findChange(ctx.db, change_id)
  if (found?.by_uid !== caller.actor.uid) throw notFound()
  await settling(ctx, change_id, found.uid, async (trx, change) => {
    await changes.settle(trx, change_id, { ended_at: ctx.now() })
    await audit(trx, { ...caller, action: 'account.withdraw-change', ...about(change) })
  })
}
