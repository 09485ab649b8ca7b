import { createHash } from 'node:crypto'
import { CODE, ERROR } from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context, Trx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { codeJob, type CodeRequest } from './code.job.ts'
import { noteRequest, removeCode, takeTry } from './code-queries.ts'
import { passwordMatches } from './passwords.ts'
import { countTry } from './throttle.ts'

/** What a code is good for, and nothing else. */
export type CodeFor = Pick<CodeRequest, 'purpose' | 'whose' | 'email'>

/** A code that was right; it is spent in the transaction that it opens. */
export interface Proof {
  key: string
  hash: string
}

const MAILS = { count: 1, windowSeconds: CODE.mailEverySeconds } as const

export function keyOf({ purpose, whose, email }: CodeFor): string {
  return createHash('sha256')
    .update(`${purpose} ${whose} ${email.toLowerCase()}`)
    .digest('base64url')
}

/**
 * Has a code mailed. Whether there is anybody to mail it to is looked up by the worker alone: the caller
 * learns it neither from the answer nor from its time.
 */
export async function requestCode(
  ctx: Context,
  asked: Omit<CodeRequest, 'request'>,
): Promise<void> {
  await countTry(ctx, `mail ${asked.email.toLowerCase()}`, MAILS)
  const request = uuid()
  await ctx.db.transaction().execute(async (trx) => {
    await noteRequest(trx, keyOf(asked), request, ctx.now())
    await ctx.queue.send(trx, codeJob, { ...asked, request })
  })
}

/** Counts a try before it is made, so that tries side by side count too. */
export async function proveCode(ctx: Context, what: CodeFor, given: string): Promise<Proof> {
  const key = keyOf(what)
  const hash = await takeTry(ctx.db, key, ctx.now())
  if (!(await passwordMatches(hash, given)) || hash === null) throw wrongCode()
  return { key, hash }
}

/** Of two that hold the same code the second finds it spent. */
export async function spendCode(trx: Trx, proof: Proof): Promise<void> {
  if (!(await removeCode(trx, proof))) throw wrongCode()
}

const wrongCode = () => new Refusal(ERROR.wrongCode, 'wrong_code', {}, { code: 'wrong_code' })
