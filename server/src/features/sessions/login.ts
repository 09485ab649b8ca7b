import { PLACE_TRIES, type BodyOf, type login } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { networkOf } from '../../platform/networks.ts'
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

/** What is told in the place of a refusal to an account whose password was right. */
export type Explain = (error: unknown, account: Pick<Account, 'oid'>) => Promise<unknown>

interface Trying extends Client {
  /** The number of the browser, where this account has signed in lately. */
  deviceOf: (uid: string) => string | null
}

interface LoggedIn {
  entered: Entered
  /** The login type of the account. */
  accountType: 1 | 2
  /** The device token, where the login is to be remembered. */
  device: string | null
}

/**
 * Logs in by name and password. Neither the answer nor its time reveals whether the account exists.
 */
export async function logIn(
  ctx: Context,
  given: BodyOf<typeof login>,
  client: Trying,
  explain: Explain,
): Promise<LoggedIn> {
  const account = await provenAccount(ctx, given, client)
  const accountType = account.account_type
  const opening = ctx.db.transaction().execute(async (trx) => {
    const { account: typed, remember: asked } = given
    const entered = await enter(ctx, trx, account, client, {
      account: typed,
      accountType,
      remember: asked,
    })
    const kept = asked === true && 'session' in entered
    const device = kept ? await remember(ctx, trx, account, { account: typed, accountType }) : null
    return { entered, accountType, device }
  })
  try {
    return await recordingRefusal(ctx, account, client, opening)
  } catch (error) {
    throw await explain(error, account)
  }
}

/**
 * A name that only the other login type has is found there, so that nobody has to know his type. Both are always
 * looked up: neither the answer nor its time reveals which there is.
 */
async function findNamed(
  ctx: Context,
  { accountType, account }: BodyOf<typeof login>,
): Promise<Account | undefined> {
  const [given, other] = await Promise.all([
    findAccountByName(ctx.db, accountType, account),
    findAccountByName(ctx.db, accountType === 1 ? 2 : 1, account),
  ])
  return given ?? other
}

async function provenAccount(
  ctx: Context,
  given: BodyOf<typeof login>,
  { ip, deviceOf }: Trying,
): Promise<Account> {
  const account = await findNamed(ctx, given)
  const isPlace = await isKnownPlace(ctx.db, { uid: account?.uid ?? null, ip, now: ctx.now() })
  const who = account?.uid ?? given.account.toLowerCase()
  const device = deviceOf(who)
  const known = device !== null || isPlace
  const subject = loginSubject(who, device ?? (isPlace ? networkOf(ip) : ''))
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
  throw wrongLogin(over === -1)
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
