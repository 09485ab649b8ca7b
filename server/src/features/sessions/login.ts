import type { BodyOf, login, Session } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { audit } from '../audit/service.ts'
import { isKnownPlace } from './known-places.ts'
import { passwordMatches } from '../credentials/passwords.ts'
import { findAccountByName, type Account } from '../credentials/credentials.ts'
import { remember } from './remembered.ts'
import { aboutLogin, openSession, recordingRefusal, wrongLogin, type Client } from './sessions.ts'
import { forgetTries, loginSubject, takeTry, tooManyTries } from './throttle.ts'

interface LoggedIn {
  session: Session
  /** The device token, where the login is to be remembered. */
  device: string | null
}

/**
 * Logs in by name and password. Neither the answer nor its time reveals whether the account exists.
 */
export async function logIn(
  ctx: Context,
  given: BodyOf<typeof login>,
  client: Client,
): Promise<LoggedIn> {
  const account = await provenAccount(ctx, given, client)
  const opening = ctx.db.transaction().execute(async (trx) => ({
    session: await openSession(ctx, trx, account, client),
    device: given.remember === true ? await remember(ctx, trx, account, given) : null,
  }))
  return recordingRefusal(ctx, account, client, opening)
}

async function provenAccount(
  ctx: Context,
  given: BodyOf<typeof login>,
  { ip }: Client,
): Promise<Account> {
  const account = await findAccountByName(ctx.db, given.accountType, given.account)
  const known = await isKnownPlace(ctx.db, { uid: account?.uid ?? null, ip, now: ctx.now() })
  const who = account?.uid ?? given.account.toLowerCase()
  const subject = loginSubject(given.accountType, who, known ? ip : '')
  const entry = { ...aboutLogin(account), actor: null, ip, outcome: 'refused' as const }
  const { over, retry_after } = await takeTry(ctx, subject)
  // Once for each lock: a flood of tries must not become a flood of entries.
  if (over === 1) await audit(ctx.db, { ...entry, action: 'session.locked' })
  if (over > 0) throw tooManyTries(retry_after)
  const right = await passwordMatches(account?.password_hash ?? null, given.password)
  if (account !== undefined && right) {
    await forgetTries(ctx, subject)
    return account
  }
  await audit(ctx.db, { ...entry, action: 'session.login' })
  throw wrongLogin()
}
