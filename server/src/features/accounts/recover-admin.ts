import type { Context } from '../../context.ts'
import { StartRefused } from '../../start-refused.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit, target } from '../audit/service.ts'
import { findAccountByName, lockAccount } from '../credentials/credentials.ts'
import { generatedPassword, hashPassword } from '../credentials/passwords.ts'
import { dropFactors } from '../credentials/second-factor.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { forgetTries, loginSubject } from '../sessions/throttle.ts'
import { findChiefs } from '../credentials/chiefs.ts'
import { recoveredMail } from './mail-texts.ts'

/** The type of login of administrators. */
const PERSON = 1

/**
 * A way back for an administrator who has lost password, app and recovery codes: a new password,
 * good for one sign-in that must change it. Whoever may run it owns the database anyway.
 */
export async function recoverAdmin(ctx: Context, name: string): Promise<{ password: string }> {
  const found = await findAccountByName(ctx.db, PERSON, name)
  if (found === undefined || (found.role !== '1' && found.role !== '2')) {
    const names = await administrators(ctx)
    throw new StartRefused(`${name}: no administrator has this name; there are ${names.join(', ')}`)
  }
  const { uid } = found
  const password = generatedPassword()
  const password_hash = await hashPassword(password)
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    await trx
      .updateTable('accounts')
      .set({ password_hash, first_login: true, initial_request: null })
      .set({ banned: false, locked: false })
      .where('uid', '=', uid)
      .execute()
    await dropFactors(trx, uid)
    await endSessionsOf(ctx, trx, uid)
    const by = { actor: null, ip: '', detail: { by: 'command' } } as const
    await audit(trx, { ...by, action: 'account.recover', ...target('account', uid) })
    for (const chief of await findChiefs(trx)) {
      await sendMail(ctx.queue, trx, recoveredMail(chief, name), null)
    }
  })
  await forgetTries(ctx, loginSubject(uid))
  return { password }
}

async function administrators(ctx: Context): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('accounts')
    .select('username')
    .where('role', 'in', ['1', '2'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map(({ username }) => username)
}
