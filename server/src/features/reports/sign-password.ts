import { ERROR } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { findAccount } from '../credentials/credentials.ts'
import { passwordMatches } from '../credentials/passwords.ts'
import { countTry, forgetTries } from '../sessions/throttle.ts'
import { signsByPassword } from './draft-queries.ts'

/** Asks for the password again, where the institution wants that at signing. */
export async function requirePassword(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  password: string | undefined,
): Promise<void> {
  const asked = await withInstitution(ctx.db, actor.oid, (trx) => signsByPassword(trx, actor.oid))
  if (!asked) return
  if (password === undefined) throw invalid({ password: 'required' })
  const subject = `sign ${actor.uid}`
  await countTry(ctx, subject)
  const account = await findAccount(ctx.db, actor.uid)
  if (!(await passwordMatches(account?.password_hash ?? null, password))) {
    const about = target('account', actor.uid)
    await audit(ctx.db, { actor, ip, action: 'report.create', ...about, outcome: 'refused' })
    throw new Refusal(ERROR.wrongPassword, 'wrong_password', {}, { password: 'wrong_password' })
  }
  await forgetTries(ctx, subject)
}
