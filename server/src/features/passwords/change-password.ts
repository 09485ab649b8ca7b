import { ERROR, type BodyOf, type updatePassword } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import { audit, target } from '../audit/service.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { refuseGuessable } from '../credentials/guessable.ts'
import { hashPassword, passwordMatches } from '../credentials/passwords.ts'
import { findAccount, lockAccount, setPassword } from '../credentials/credentials.ts'
import { countTry, forgetTries } from '../sessions/throttle.ts'

/** Changes the own password. Every other session and every remembered login of the account ends. */
export async function changePassword(
  ctx: Context,
  caller: Caller,
  given: BodyOf<typeof updatePassword>,
): Promise<void> {
  const { actor } = caller
  if (given.uid !== actor.uid) throw notFound()
  const account = await findAccount(ctx.db, actor.uid)
  const subject = `password ${actor.uid}`
  await countTry(ctx, subject)
  if (!(await passwordMatches(account?.password_hash ?? null, given.oldpwd))) {
    await audit(ctx.db, { ...entry(caller), outcome: 'refused' })
    throw wrongOldPassword()
  }
  await forgetTries(ctx, subject)
  if (given.newpwd1 === given.oldpwd) throw invalid({ newpwd1: 'same_password' })
  refuseGuessable(ctx, 'newpwd1', given.newpwd1)
  const hash = await hashPassword(given.newpwd1)

  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, actor.uid)
    const current = await findAccount(trx, actor.uid)
    // The second of two concurrent changes fails: its old password is no longer valid.
    if (current?.password_hash !== account?.password_hash) throw wrongOldPassword()
    await setPassword(trx, actor.uid, hash)
    await endSessionsOf(ctx, trx, actor.uid, actor.sid)
    await audit(trx, entry(caller))
  })
}

const wrongOldPassword = () => new Refusal(ERROR.wrongPassword, 'wrong_old_password')

const entry = ({ actor, ip }: Caller) => ({
  actor,
  ip,
  action: 'account.change-password' as const,
  ...target('account', actor.uid),
})
