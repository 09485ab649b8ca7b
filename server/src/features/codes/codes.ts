import { createHash } from 'node:crypto'
import { CODE, ERROR } from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { codeJob, type CodeRequest } from './code.job.ts'
import { noteRequest, removeCode, takeTry } from './queries.ts'
import { isAnybodysPlace } from '../sessions/known-places.ts'
import { passwordMatches } from '../credentials/passwords.ts'
import { countTry } from '../sessions/throttle.ts'

/** What a code is good for, and nothing else. */
export type CodeFor = Pick<CodeRequest, 'purpose' | 'whose' | 'email'>

/** Who asks for a code and who tries it: it is good for him alone, and nobody else's tries count. */
export interface Asker {
  /** A browser's ticket, or the account that is signed in; null for a client that keeps no cookie. */
  who: string | null
  ip: string
}

/** A code that was right; it is spent in the transaction that it opens. */
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
 * Has a code mailed. Whether there is anybody to mail it to is looked up by the worker alone: the caller
 * learns it neither from the answer nor from its time.
 */
export async function requestCode(
  ctx: Context,
  asked: Omit<CodeRequest, 'request'>,
  asker: Asker & { who: string },
): Promise<void> {
  await countMail(ctx, asked.email.toLowerCase(), asker)
  const request = uuid()
  await ctx.db.transaction().execute(async (trx) => {
    const by = { key: keyOf(asked), asker: hashOf(asker.who), place: asker.ip }
    await noteRequest(trx, by, request, ctx.now())
    await ctx.queue.send(trx, codeJob, { ...asked, request })
  })
}

/**
 * Who sends too many is refused before the recipient's minute is taken. That minute is shared by all strangers; who
 * asks from where somebody has signed in has one of his own, which nobody elsewhere can take from him.
 */
async function countMail(ctx: Context, email: string, { who, ip }: Asker): Promise<void> {
  const { bySender, byPlace } = CODE.mailsAnHour
  await countTry(ctx, `mails of ${who}`, { count: bySender, windowSeconds: HOUR })
  await countTry(ctx, `mails from ${ip}`, { count: byPlace, windowSeconds: HOUR })
  const place = (await isAnybodysPlace(ctx.db, ip, ctx.now())) ? ip : ''
  await countTry(ctx, `mail ${email} ${place}`, { count: 1, windowSeconds: CODE.mailEverySeconds })
}

/** Counts a try before it is made, so that tries side by side count too. */
export async function proveCode(
  ctx: Context,
  what: CodeFor,
  given: string,
  { who, ip }: Asker,
): Promise<Proof> {
  const key = keyOf(what)
  const asker = who === null ? null : hashOf(who)
  const trial = await takeTry(ctx.db, { key, asker, place: ip }, ctx.now())
  const hash = trial?.code_hash ?? null
  if (!(await passwordMatches(hash, given)) || trial === null || hash === null) throw wrongCode()
  return { key, request: trial.request, hash }
}

/** Of two that hold the same code the second finds it spent. */
export async function spendCode(trx: Trx, proof: Proof): Promise<void> {
  if (!(await removeCode(trx, proof))) throw wrongCode()
}

const wrongCode = () => new Refusal(ERROR.wrongCode, 'wrong_code', {}, { code: 'wrong_code' })
