import { createHash } from 'node:crypto'
import {
  lastOfNumber,
  LETTER_TRIES,
  message,
  today,
  type BodyOf,
  type openLetter,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import type { Waiter } from '../../http/turns.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { networkOf } from '../../platform/networks.ts'
import { audit, target } from '../audit/service.ts'
import { findOrigin, type Origin } from '../recall/service.ts'
import { findWhole } from '../reports/whole.ts'
import { takeTry } from '../sessions/throttle.ts'
import * as pages from './page-queries.ts'

export const hashOf = (code: string) => createHash('sha256').update(code).digest()

export const about = (step_id: string, { person }: Pick<Origin, 'person'>, oid?: string) =>
  target('step', step_id, { pid: person, ...(oid !== undefined && { oid }) })

type Proof = Pick<BodyOf<typeof openLetter>, 'code' | 'birthday' | 'number'>
type Action = 'letter.open' | 'letter.file'

/** No code opens it: none that there is, one that is over or was closed, one of an institution that ended this. */
const unknownCode = () => invalid({ code: 'letter_code' })

/** No institution and no step. */
const NOWHERE = '00000000-0000-0000-0000-000000000000'
/** Codes that open nothing are on record so often for one network: whoever guesses fills no log. */
const NOTED = { count: 30, windowSeconds: 600 }

/**
 * The letter that a patient proves to be his. A wrong answer is counted in a transaction that stands, whatever is
 * answered, and too many close the code for good: whoever found a letter cannot go on guessing. A code that there never
 * was asks the database what one asks that opens nothing any more: neither the answer nor its time tells them apart.
 */
export async function prove(ctx: Context, reader: Waiter, action: Action, given: Proof) {
  const code_hash = hashOf(given.code)
  const oid = (await pages.findInstitution(ctx.db, code_hash)) ?? NOWHERE
  const now = ctx.now()
  const proved = await withInstitution(ctx.db, oid, async (trx) => {
    const page = await pages.holdPage(trx, oid, code_hash)
    const origin = await findOrigin(trx, oid, page?.step_id ?? NOWHERE)
    const isOver =
      !page ||
      !origin ||
      origin.page_days === null ||
      page.closed_at !== null ||
      page.open_until < today(now) ||
      page.wrong >= LETTER_TRIES
    if (isOver) {
      await pages.waitForNoDisk(trx)
      return null
    }
    const entry = { ...reader, action, ...about(page.step_id, origin, oid) }
    const isHis =
      given.birthday === page.birthday &&
      given.number.toUpperCase() === lastOfNumber(page.ad_card_number)
    if (!isHis) {
      await pages.countWrong(trx, page.page_id)
      await audit(trx, { ...entry, outcome: 'refused' })
      const left = LETTER_TRIES - page.wrong - 1
      return left > 0 ? invalid({ number: message('letter_proof', left) }) : unknownCode()
    }
    const report = await findWhole(trx, oid, origin.report_id)
    const step = report?.snapshot.next_step
    if (!report || !step) return unknownCode()
    await pages.noteOpened(trx, page.page_id, now)
    await audit(trx, entry)
    return { oid, origin, report, step, until: page.open_until }
  })
  if (proved === null) {
    await noteUnknown(ctx, reader, action)
    throw unknownCode()
  }
  if (proved instanceof Refusal) throw proved
  return proved
}

export type Proved = Awaited<ReturnType<typeof prove>>

async function noteUnknown(ctx: Context, { actor, ip }: Waiter, action: Action): Promise<void> {
  const { over } = await takeTry(ctx, `letter code from ${networkOf(ip)}`, NOTED)
  if (over > 0) return
  const detail = { why: 'unknown code' }
  await audit(ctx.db, { actor, ip, action, outcome: 'refused', detail })
}
