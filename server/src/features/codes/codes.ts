import { createHash } from 'node:crypto'
import { CODE, ERROR } from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { turnOf, type Waiter } from '../../http/turns.ts'
import type { Trx } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/networks.ts'
import { codeJob, type CodeRequest } from './code.job.ts'
import { noteRequest, removeCode, takeTry } from './queries.ts'
import { isAnybodysPlace } from '../sessions/known-places.ts'
import { passwordMatches } from '../credentials/passwords.ts'
import { countTry } from '../sessions/throttle.ts'

/** The one purpose of a code. */
export type CodeFor = Pick<CodeRequest, 'purpose' | 'whose' | 'email'>

/**
 * The person who asks for a code and tries it. The code works only for him, and other people's
 * tries do not count.
 */
export interface Asker {
  /**
   * A browser's ticket, or the account that is logged in; null for a client that keeps no cookie.
   */
  who: string | null
  ip: string
}

/** A correct code. The transaction that it authorises spends it. */
export interface Proof {
  key: string
  request: string
  hash: string
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

const keyOf = ({ purpose, whose, email }: CodeFor) =>
  hashOf(`${purpose} ${whose} ${email.toLowerCase()}`)

const HOUR = 3600

/**
 * Has a code mailed. Only the worker looks up whether the account exists. Neither the answer nor
 * its time reveals it.
 */
export async function requestCode(
  ctx: Context,
  asked: Omit<CodeRequest, 'request'>,
  asker: Asker & { who: string },
  actor: Waiter['actor'] = null,
): Promise<void> {
  await countMail(ctx, asked.email.toLowerCase(), asker)
  const request = uuid()
  await ctx.db.transaction().execute(async (trx) => {
    const by = { key: keyOf(asked), asker: hashOf(asker.who), place: networkOf(asker.ip) }
    await noteRequest(trx, by, request, ctx.now())
    const turn = { ...turnOf({ actor, ip: asker.ip }), batch: false }
    await ctx.queue.send(trx, codeJob, { ...asked, request }, turn)
  })
}

/**
 * Refuses a sender of too many mails before the recipient's minute is taken. All strangers share
 * that minute. A place where somebody has logged in has a minute of its own, which nobody elsewhere
 * can take.
 */
async function countMail(ctx: Context, email: string, { who, ip }: Asker): Promise<void> {
  const { bySender, byPlace } = CODE.mailsAnHour
  await countTry(ctx, `mails of ${who}`, { count: bySender, windowSeconds: HOUR })
  await countTry(ctx, `mails from ${networkOf(ip)}`, { count: byPlace, windowSeconds: HOUR })
  const place = (await isAnybodysPlace(ctx.db, ip, ctx.now())) ? networkOf(ip) : ''
  await countTry(ctx, `mail ${email} ${place}`, { count: 1, windowSeconds: CODE.mailEverySeconds })
}

/** Counts a try before it is made, so that concurrent tries count too. */
export async function proveCode(
  ctx: Context,
  what: CodeFor,
  given: string,
  { who, ip }: Asker,
): Promise<Proof> {
  const key = keyOf(what)
  const asker = who === null ? null : hashOf(who)
  const trial = await takeTry(ctx.db, { key, asker, place: networkOf(ip) }, ctx.now())
  const hash = trial?.code_hash ?? null
  if (!(await passwordMatches(hash, given)) || trial === null || hash === null) throw wrongCode()
  return { key, request: trial.request, hash }
}

/** Spends a code. The second of two holders of the same code gets a refusal. */
export async function spendCode(trx: Trx, proof: Proof): Promise<void> {
  if (!(await removeCode(trx, proof))) throw wrongCode()
}

const wrongCode = () => new Refusal(ERROR.wrongCode, 'wrong_code', {}, { code: 'wrong_code' })
