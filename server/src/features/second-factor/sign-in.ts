import type { BodyOf, DataOf, loginConfirmTotp, loginFactor } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findAccount, type Account } from '../credentials/credentials.ts'
import { enterByFactor, type Entered } from '../sessions/enter.ts'
import { remember } from '../sessions/remembered.ts'
import { requireLocal } from '../sessions/standing.ts'
import { admitted, openSession, recordingRefusal, type Client } from '../sessions/sessions.ts'
import {
  changeStep,
  endStep,
  requireStep,
  stepEnded,
  type SignInStep,
  type Typed,
} from '../sessions/steps.ts'
import { enrol, factorThere, showKey, type Enrolled, type Key } from './enrol.ts'
import { proveFactor } from './prove.ts'

export interface SignedIn<Data> {
  data: Data
  /** As typed at the first step, where there was one with a name. */
  typed: Typed | null
  /** The device token, where the login is to be remembered. */
  device: string | null
}

interface Waiting {
  account: Account
  data: SignInStep
}

async function waiting(ctx: Context, step: SignInStep['step'], ticket: string): Promise<Waiting> {
  const { uid, data } = await requireStep(ctx, ctx.db, 'sign-in', ticket)
  const account = await findAccount(ctx.db, uid)
  if (data.step !== step || account === undefined) throw stepEnded()
  return { account, data }
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export async function verifySignIn(
  ctx: Context,
  { ticket, code }: BodyOf<typeof loginFactor>,
  client: Client,
): Promise<SignedIn<Entered>> {
  const { account, data } = await waiting(ctx, 'verify', ticket)
  const factor = await proveFactor(ctx, account, code, client.ip)
  return finish(ctx, { account, data }, ticket, client, (trx, current) =>
    enterByFactor(ctx, trx, current, client, { ...data, factor }),
  )
}

/** Ends the step and opens the session, in one transaction. */
async function finish<Data>(
  ctx: Context,
  { account, data: { typed, sso } }: Waiting,
  ticket: string,
  client: Client,
  open: (trx: Trx, current: Account) => Promise<Data>,
): Promise<SignedIn<Data>> {
  const opening = ctx.db.transaction().execute(async (trx) => {
    await endStep(trx, ticket)
    const current = await admitted(trx, account)
    if (sso !== true) requireLocal(current)
    const data = await open(trx, current)
    const device = typed?.remember === true ? await remember(ctx, trx, account, typed) : null
    return { data, typed, device }
  })
  return recordingRefusal(ctx, account, client, opening)
}

/** The key for the app, where the sign-in asks for the set-up. Each call makes another one. */
export async function beginEnrolment(ctx: Context, ticket: string): Promise<Key> {
  const { account, data } = await waiting(ctx, 'enrol', ticket)
  const { key, sealed } = await showKey(ctx, ctx.db, account.uid)
  await changeStep(ctx.db, ticket, { ...data, sealed })
  return { ...key, ticket }
}

export async function confirmEnrolment(
  ctx: Context,
  { ticket, code }: BodyOf<typeof loginConfirmTotp>,
  client: Client,
): Promise<SignedIn<DataOf<typeof loginConfirmTotp>>> {
  const { account, data } = await waiting(ctx, 'enrol', ticket)
  if (data.sealed === undefined) throw stepEnded()
  const given: Enrolled = { sealed: data.sealed, code, ip: client.ip }
  return finish(ctx, { account, data }, ticket, client, async (trx, current) => {
    if (current.second_factor) throw factorThere()
    const codes = await enrol(ctx, trx, current, given)
    const detail = { second_factor: 'app', ...(data.sso === true && { by: 'sso' }) }
    const session = await openSession(ctx, trx, current, client, detail)
    return { ...session, recovery_codes: codes }
  })
}
