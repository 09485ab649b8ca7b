import type { BodyOf, submitReset } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { networkOf } from '../../platform/networks.ts'
import { audit, target } from '../audit/service.ts'
import { proveCode, spendCode, type Asker, type Proof } from '../codes/codes.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { refuseGuessable } from '../credentials/guessable.ts'
import { notePlace } from '../sessions/known-places.ts'
import { findAccountToReset, lockAccount, setPassword } from '../credentials/credentials.ts'
import { aboutLogin } from '../sessions/sessions.ts'
import { forgetTries, loginSubject } from '../sessions/throttle.ts'

const ACTION = 'account.reset-password'

/** Sets a new password by a code. Ends all sessions of the account and forgets its failed tries. */
export async function resetPassword(
  ctx: Context,
  given: BodyOf<typeof submitReset>,
  asker: Asker,
  deviceOf: (uid: string) => string | null,
): Promise<void> {
  const { ip } = asker
  refuseGuessable(ctx, 'newpwd', given.newpwd, [given.email])
  const proof = await proven(ctx, given, asker)
  const hash = await hashPassword(given.newpwd)
  const uid = await ctx.db.transaction().execute(async (trx) => {
    await spendCode(trx, proof)
    const account = await findAccountToReset(trx, given.accountType, given.email)
    // The account was deleted after the code was mailed.
    if (account === undefined) return null
    await lockAccount(trx, account.uid)
    await setPassword(trx, account.uid, hash)
    await endSessionsOf(ctx, trx, account.uid)
    await notePlace(trx, { uid: account.uid, ip, now: ctx.now() })
    await audit(trx, {
      actor: account,
      ip,
      action: ACTION,
      ...target('account', account.uid),
    })
    return account.uid
  })
  if (uid === null) return
  await forgetTries(ctx, loginSubject(uid))
  await forgetTries(ctx, loginSubject(uid, networkOf(ip)))
  const device = deviceOf(uid)
  if (device !== null) await forgetTries(ctx, loginSubject(uid, device))
}

async function proven(
  ctx: Context,
  given: BodyOf<typeof submitReset>,
  asker: Asker,
): Promise<Proof> {
  const { email, accountType } = given
  try {
    const what = { purpose: 'reset', whose: String(accountType), email } as const
    return await proveCode(ctx, what, given.code, asker)
  } catch (error) {
    const account = await findAccountToReset(ctx.db, accountType, email)
    const entry = { ...aboutLogin(account), actor: null, ip: asker.ip, action: ACTION } as const
    await audit(ctx.db, { ...entry, outcome: 'refused' })
    throw error
  }
}
