import { ERROR, type TotpSecret } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { turnOf } from '../../http/turns.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { findProfile } from '../accounts/profiles.ts'
import { audit, target } from '../audit/service.ts'
import type { Account } from '../credentials/credentials.ts'
import { factorChangedMail } from './mail-texts.ts'
import { wrongFactor } from './prove.ts'
import { keepTotp } from './queries.ts'
import { renewCodes } from './recovery-codes.ts'
import { newKey, periodOf, sealKey, unsealKey } from './totp.ts'

export type Key = TotpSecret

export const factorThere = () => new Refusal(ERROR.conflict, 'factor_there')

/** A new key for the app of an account, to be shown, and as the step keeps it. */
export async function showKey(
  ctx: Context,
  db: Db | Trx,
  uid: string,
): Promise<{ key: Omit<Key, 'ticket'>; sealed: string }> {
  const key = newKey((await findProfile(db, uid))?.username ?? '')
  return { key, sealed: sealKey(ctx, uid, key.secret).toString('base64') }
}

export interface Enrolled {
  sealed: string
  code: string
  ip: string
}

/** The app is kept once one of its codes has proven it. Returns the recovery codes. */
export async function enrol(
  ctx: Context,
  trx: Trx,
  account: Pick<Account, 'uid' | 'role' | 'oid'>,
  { sealed, code, ip }: Enrolled,
): Promise<string[]> {
  const { uid, oid } = account
  const secret = Buffer.from(sealed, 'base64')
  const period = periodOf(unsealKey(ctx, uid, secret), code.replaceAll(/\s/g, ''), ctx.now())
  if (period === null) throw wrongFactor()
  await keepTotp(trx, { uid, secret, last_step: period, created_at: ctx.now() })
  const codes = await renewCodes(trx, uid)
  await audit(trx, { actor: account, ip, action: 'factor.add', ...target('account', uid, { oid }) })
  await tellOwner(ctx, trx, uid, 'on')
  return codes
}

/** A change that the owner did not make is seen in the mail. */
export async function tellOwner(
  ctx: Context,
  trx: Trx,
  uid: string,
  change: 'on' | 'off' | 'codes' | 'passkey',
): Promise<void> {
  const owner = await findProfile(trx, uid)
  if (owner === undefined) return
  const by = turnOf({ actor: owner, ip: '' })
  await sendMail(ctx.queue, trx, factorChangedMail(owner, change), by)
}
