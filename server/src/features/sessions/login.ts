import { PLACE_TRIES, type BodyOf, type login } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { audit } from '../audit/service.ts'
import { isKnownPlace } from './known-places.ts'
import { passwordMatches } from '../credentials/passwords.ts'
import { findAccountByName, type Account } from '../credentials/credentials.ts'
import { remember } from './remembered.ts'
import { enter, type Entered } from './enter.ts'
import { aboutLogin, recordingRefusal, wrongLogin, type Client } from './sessions.ts'
import {
  forgetTries,
  giveBackTry,
  loginSubject,
  placeSubject,
  takeTry,
  tooManyTries,
} from './throttle.ts'

interface LoggedIn {
  entered: Entered
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
  const opening = ctx.db.transaction().execute(async (trx) => {
    const { account: typed, accountType, remember: asked } = given
    const entered = await enter(ctx, trx, account, client, {
      account: typed,
      accountType,
      remember: asked,
    })
    const kept = asked === true && 'session' in entered
    return { entered, device: kept ? await remember(ctx, trx, account, given) : null }
  })
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
  if (!known) await takePlaceTry(ctx, ip)
  const { over, retry_after } = await takeTry(ctx, subject)
  // Once for each lock: a flood of tries must not become a flood of entries.
  if (over === 1) await audit(ctx.db, { ...entry, action: 'session.locked' })
  if (over > 0) throw tooManyTries(retry_after)
  const right = await passwordMatches(account?.password_hash ?? null, given.password)
  if (account !== undefined && right) {
    await forgetTries(ctx, subject)
    if (!known) await giveBackTry(ctx, placeSubject(ip))
    return account
  }
  await audit(ctx.db, { ...entry, action: 'session.login' })
  throw wrongLogin()
}

/** Strangers' tries at one place, whichever accounts they name. */
async function takePlaceTry(ctx: Context, ip: string): Promise<void> {
  const { over, retry_after } = await takeTry(ctx, placeSubject(ip), PLACE_TRIES)
  if (over === 1) {
    const entry = { ...aboutLogin(undefined), actor: null, ip, outcome: 'refused' as const }
    await audit(ctx.db, { ...entry, action: 'session.locked', detail: { place: true } })
  }
  if (over > 0) throw tooManyTries(retry_after)
}
