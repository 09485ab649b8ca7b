import type { FirstLook, Stage } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { recordProgress } from './worker-queries.ts'

const EVERY_MS = 300

/** The analysis was cancelled, hidden or taken over: its result is no longer wanted. */
export class CalledOff extends Error {}

export interface Progress {
  /** The number of images done, with fractions of one. */
  at(done: number, stage: Stage): void
  /** How well one image can be read. Settled once that is told, or the analysis is over. */
  saw(look: FirstLook): Promise<void>
  /** Aborted with CalledOff, or with the error of a failed report of progress. */
  signal: AbortSignal
  /** Sends no more progress. */
  stop(): void
}

interface Step {
  done: number
  stage: Stage
}

/**
 * Writes and sends the progress of an analysis, a few times a second at most. The newest step wins. A first look is told at
 * once: somebody waits for it with the patient in the chair.
 */
export function trackProgress(
  ctx: Context,
  { oid, analysis_record_id }: { oid: string; analysis_record_id: string },
  total: number,
): Progress {
  const ended = new AbortController()
  const looks: FirstLook[] = []
  let last: Step = { done: 0, stage: 'decode' }
  let next: Step | undefined
  let sending = false
  let goOn = () => {}
  /** The number of looks that are told; of all there will be once nothing is told any more. */
  let told = 0
  let waiting: { upTo: number; resolve: () => void }[] = []
  const settle = (upTo: number) => {
    told = upTo
    for (const waiter of waiting) if (waiter.upTo <= told) waiter.resolve()
    waiting = waiting.filter((waiter) => waiter.upTo > told)
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, EVERY_MS)
      goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const send = async (step: Step) => {
    await withInstitution(ctx.db, oid, async (trx) => {
      const now = { stage: step.stage, progress: step.done / total, looks }
      if (!(await recordProgress(trx, oid, analysis_record_id, now))) throw new CalledOff()
      const event = { analysis_record_id, total, ...step, looks: looks.length }
      await ctx.events.send(trx, { oid }, 'anal_progress', event)
    })
  }
  const sendAll = async () => {
    sending = true
    for (let step = next; step !== undefined; step = next) {
      next = undefined
      const now = looks.length
      await send(step)
      settle(now)
      if (looks.length === now) await pause()
    }
    sending = false
  }

  const tell = (step: Step) => {
    last = next = step
    if (sending) return
    sendAll().catch((error: unknown) => {
      ended.abort(error)
      settle(Infinity)
    })
  }

  return {
    at: (done, stage) => tell({ done, stage }),
    saw(look) {
      const upTo = looks.push(look)
      tell(last)
      goOn()
      return upTo <= told
        ? Promise.resolve()
        : new Promise<void>((resolve) => waiting.push({ upTo, resolve }))
    },
    signal: ended.signal,
    stop() {
      next = undefined
    },
  }
}

/** Sends the end to everybody who has the analysis on a page. */
export async function sendEnd(
  ctx: Context,
  trx: Trx,
  { oid, analysis_record_id }: { oid: string; analysis_record_id: string },
): Promise<void> {
  const end = { analysis_record_id, done: 1, total: 1, stage: 'saving' } as const
  await ctx.events.send(trx, { oid }, 'anal_progress', end)
}
