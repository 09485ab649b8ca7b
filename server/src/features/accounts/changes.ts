import {
  ACCOUNT_CHANGES,
  ERROR,
  type AccountChangeKind,
  type DataOf,
  type setMemberEmail,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { turnOf } from '../../http/turns.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit, target } from '../audit/service.ts'
import { findAccountByEmail } from '../credentials/credentials.ts'
import { dropFactors } from '../credentials/second-factor.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import * as changes from './change-queries.ts'
import { changeAskedMail } from './change-mails.ts'
import { emailChangedMail, factorResetMail } from './mail-texts.ts'
import type { NewWay } from './new-way.ts'
import { updateEmail, type Profile } from './profiles.ts'

const HOUR_MS = 3_600_000

export const dueFrom = (now: Date) => new Date(now.getTime() + ACCOUNT_CHANGES.openHours * HOUR_MS)
export const heldFrom = (now: Date) => new Date(now.getTime() + ACCOUNT_CHANGES.heldHours * HOUR_MS)

export type Answer = DataOf<typeof setMemberEmail>

export const answerOf = (due: Date | null): Answer => ({ due_at: due?.toISOString() ?? null })

/** The account is held. One session may be kept. The owner gets a mail. */
export async function makeWay(
  ctx: Context,
  trx: Trx,
  account: Profile,
  way: NewWay,
  keep?: string,
): Promise<void> {
  const by = turnOf({ actor: account, ip: '' })
  if (way.kind === 'email') {
    await updateEmail(trx, account, way.email)
    await sendMail(ctx.queue, trx, emailChangedMail(account, way.email), by)
    return
  }
  await dropFactors(trx, account.uid)
  await endSessionsOf(ctx, trx, account.uid, keep)
  await sendMail(ctx.queue, trx, factorResetMail(account), by)
}

type OfClinician = Profile & { oid: string }

/** Of an institution: roles 3 and 4. */
const isClinician = (account: Profile): account is OfClinician => account.oid !== null

/**
 * Opens another way into an account, which is held. A change by another person to the account of a
 * clinician who has signed in waits: the owner may refuse it. Returns when it takes effect, or null
 * where it has.
 */
export async function openWay(
  ctx: Context,
  trx: Trx,
  caller: Caller,
  account: Profile,
  way: NewWay,
): Promise<Date | null> {
  const { uid } = account
  if (caller.actor.uid === uid) {
    // What the owner sets overtakes what waits.
    await changes.endOpenOf(trx, uid, ctx.now(), way.kind)
    await makeWay(ctx, trx, account, way)
    return null
  }
  if (!isClinician(account) || !(await changes.hasEntered(trx, uid))) {
    await makeWay(ctx, trx, account, way)
    await noteChange(ctx, trx, caller.actor, account, way)
    return null
  }
  return askOwner(ctx, trx, caller, account, way)
}

async function askOwner(
  ctx: Context,
  trx: Trx,
  caller: Caller,
  account: OfClinician,
  way: NewWay,
): Promise<Date> {
  const { uid, oid } = account
  const waiting = await changes.findOpenOf(trx, uid)
  if (waiting.some(({ kind }) => kind === way.kind)) {
    throw new Refusal(ERROR.conflict, 'change_waits')
  }
  if (way.kind === 'email' && (await findAccountByEmail(trx, account.account_type, way.email))) {
    throw new Refusal(ERROR.conflict, 'email_exists', {}, { email: 'email_exists' })
  }
  const asked_at = ctx.now()
  const due_at = dueFrom(asked_at)
  const email = way.kind === 'email' ? way.email : null
  const by_uid = caller.actor.uid
  const change = { change_id: newId(), uid, oid, by_uid, kind: way.kind, email, asked_at, due_at }
  await changes.insertChange(trx, { ...change, done_at: null, holds_until: null })
  const mail = changeAskedMail(account, way, due_at, ctx.config.publicUrl)
  await sendMail(ctx.queue, trx, mail, turnOf(caller))
  const detail = { kind: way.kind, due_at: due_at.toISOString() }
  const about = { ...target('account', uid, { oid }), detail }
  await audit(trx, { ...caller, action: 'account.ask-change', ...about })
  return due_at
}

/** Keeps what another person did to the account of a clinician. One that was used signs nothing for a day. */
export async function noteChange(
  ctx: Context,
  trx: Trx,
  by: Pick<Actor, 'uid'>,
  account: Pick<Profile, 'uid' | 'oid'>,
  way: NewWay | { kind: Exclude<AccountChangeKind, 'email' | 'factor'> },
): Promise<void> {
  const { uid, oid } = account
  if (oid === null || by.uid === uid) return
  const now = ctx.now()
  const entered = way.kind !== 'made' && (await changes.hasEntered(trx, uid))
  await changes.insertChange(trx, {
    change_id: newId(),
    uid,
    oid,
    by_uid: by.uid,
    kind: way.kind,
    email: way.kind === 'email' ? way.email : null,
    asked_at: now,
    due_at: null,
    done_at: now,
    holds_until: entered ? heldFrom(now) : null,
  })
}
