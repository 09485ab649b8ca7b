import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { violates } from '../../platform/database/violation.ts'
import { audit, target } from '../audit/service.ts'
import { lockAccount } from '../credentials/credentials.ts'
import * as changes from './change-queries.ts'
import { changeAskedMail } from './change-mails.ts'
import { dueFrom, heldFrom, makeWay } from './changes.ts'
import { wayOf } from './new-way.ts'
import { findProfile, type Profile } from './profiles.ts'

const HOUR_MS = 3_600_000
/** Later than this the notice is too old: the program stood still, or a backup was restored. */
const LATE_MS = 24 * HOUR_MS

/** Carries out what nobody refused in time. */
export async function carryOutDue(ctx: Context): Promise<void> {
  await changes.putOffBarred(ctx.db, dueFrom(ctx.now()))
  for (const due of await changes.findDue(ctx.db, ctx.now())) {
    // One that fails holds up none of the others.
    await carryOut(ctx, due).catch((error: unknown) =>
      ctx.log.error({ err: error, ...due }, 'a change of an account was not carried out'),
    )
  }
}

interface Due {
  change_id: string
  uid: string
}

/** The database decides who carries it out: a run that is cut short leaves it to the next. */
async function carryOut(ctx: Context, { change_id, uid }: Due): Promise<void> {
  const settling = (work: (trx: Trx, change: changes.OpenChange) => Promise<void>) =>
    ctx.db.transaction().execute(async (trx) => {
      await lockAccount(trx, uid)
      const change = await changes.holdOpen(trx, change_id)
      if (change?.due_at && change.due_at <= ctx.now()) await work(trx, change)
    })
  try {
    await settling(async (trx, change) => {
      const account = await findProfile(trx, uid)
      if (account === undefined) return end(ctx, trx, change, 'account_deleted')
      const late = ctx.now().getTime() - (change.due_at?.getTime() ?? 0) > LATE_MS
      await (late ? askAgain(ctx, trx, account, change) : take(ctx, trx, account, change))
    })
  } catch (error) {
    if (!violates(error, 'accounts_email')) throw error
    await settling((trx, change) => end(ctx, trx, change, 'email_exists'))
  }
}

async function take(
  ctx: Context,
  trx: Trx,
  account: Profile,
  change: changes.OpenChange,
): Promise<void> {
  const now = ctx.now()
  const { change_id, by_uid, kind } = change
  await makeWay(ctx, trx, account, wayOf(change))
  await changes.settle(trx, change_id, { done_at: now, agreed: false, holds_until: heldFrom(now) })
  await audit(trx, {
    actor: null,
    ip: '',
    ...target('account', account.uid, { oid: account.oid }),
    action: kind === 'email' ? 'account.change-email' : 'factor.reset',
    detail: { asked_by: by_uid, waited: true },
  })
}

async function askAgain(
  ctx: Context,
  trx: Trx,
  account: Profile,
  change: changes.OpenChange,
): Promise<void> {
  const due_at = dueFrom(ctx.now())
  await changes.settle(trx, change.change_id, { due_at })
  const mail = changeAskedMail(account, wayOf(change), due_at, ctx.config.publicUrl)
  await sendMail(ctx.queue, trx, mail, null)
}

async function end(
  ctx: Context,
  trx: Trx,
  { change_id, uid, oid, kind, by_uid }: changes.OpenChange,
  reason: 'account_deleted' | 'email_exists',
): Promise<void> {
  await changes.settle(trx, change_id, { ended_at: ctx.now() })
  await audit(trx, {
    actor: null,
    ip: '',
    ...target('account', uid, { oid }),
    action: kind === 'email' ? 'account.change-email' : 'factor.reset',
    outcome: 'failed',
    detail: { asked_by: by_uid, reason },
  })
}
