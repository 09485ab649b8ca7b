import type { BodyOf, login, Session } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { audit } from '../audit/service.ts'
import { passwordMatches } from './passwords.ts'
import { findAccountByName, type Account } from './queries.ts'
import { remember } from './remembered.ts'
import { openSession, wrongLogin, type Client } from './sessions.ts'
import { countTry, forgetTries, loginSubject } from './throttle.ts'

interface LoggedIn {
  session: Session
  /** The device token, where the login is to be remembered. */
  device: string | null
}

/** Logs in by name and password. Whether the account exists shows neither in the answer nor in its time. */
export async function logIn(
  ctx: Context,
  given: BodyOf<typeof login>,
  client: Client,
): Promise<LoggedIn> {
  const account = await provenAccount(ctx, given, client)
  return ctx.db.transaction().execute(async (trx) => ({
    session: await openSession(ctx, trx, account, client),
    device: given.remember === true ? await remember(ctx, trx, account, given) : null,
  }))
}

async function provenAccount(
  ctx: Context,
  given: BodyOf<typeof login>,
  client: Client,
): Promise<Account> {
  const account = await findAccountByName(ctx.db, given.accountType, given.account)
  const who = account?.uid ?? given.account.toLowerCase()
  const subject = loginSubject(given.accountType, who)
  await countTry(ctx, subject)
  const right = await passwordMatches(account?.password_hash ?? null, given.password)
  if (account !== undefined && right) {
    await forgetTries(ctx, subject)
    return account
  }
  await audit(ctx.db, {
    actor: null,
    ip: client.ip,
    action: 'session.login',
    target_type: 'account',
    ...(account && { target_id: account.uid }),
    oid: account?.oid ?? null,
    outcome: 'refused',
  })
  throw wrongLogin()
}
