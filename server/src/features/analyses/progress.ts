import { setTimeout as delay } from 'node:timers/promises'
import type { Stage } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { recordProgress } from './worker-queries.ts'

const EVERY_MS = 300

/** The analysis was cancelled, hidden or taken over: its work is of no use any more. */
export class CalledOff extends Error {}

export interface Progress {
  /** How many of the images are done, fractions of one included. */
  at(done: number, stage: Stage): void
  /** Aborted with CalledOff, or with what went wrong while telling. */
  signal: AbortSignal
  /** Tells nothing more. */
  stop(): void
}

/** Writes and tells how far an analysis is, a few times a second at most; the newest step wins. */
export function trackProgress(
  ctx: Context,
  { oid, analysis_record_id }: { oid: string; analysis_record_id: string },
  total: number,
): Progress {
  const ended = new AbortController()
  let next: { done: number; stage: Stage } | undefined
  let sending = false

  const send = async (step: { done: number; stage: Stage }) => {
    await withInstitution(ctx.db, oid, async (trx) => {
      const share = step.done / total
      if (!(await recordProgress(trx, oid, analysis_record_id, step.stage, share))) {
        throw new CalledOff()
      }
      const event = { analysis_record_id, total, ...step }
      await ctx.events.send(trx, { oid }, 'anal_progress', event)
    })
  }
  const sendAll = async () => {
    sending = true
    for (let step = next; step !== undefined; step = next) {
      next = undefined
      await send(step)
      await delay(EVERY_MS)
    }
    sending = false
  }

  return {
    at(done, stage) {
      next = { done, stage }
      if (!sending) sendAll().catch((error: unknown) => ended.abort(error))
    },
    signal: ended.signal,
    stop() {
      next = undefined
    },
  }
}

/** Whoever has the analysis on a page hears that nothing more comes. */
export async function sendEnd(
  ctx: Context,
  trx: Trx,
  { oid, analysis_record_id }: { oid: string; analysis_record_id: string },
): Promise<void> {
  const end = { analysis_record_id, done: 1, total: 1, stage: 'saving' } as const
  await ctx.events.send(trx, { oid }, 'anal_progress', end)
}
