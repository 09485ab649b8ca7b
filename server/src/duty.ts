import type { Context } from './context.ts'
import { every } from './platform/every.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** Something that a worker does by the clock, and not because somebody asks for it. */
export interface Duty {
  /** For the log, where it fails. */
  name: string
  /** At the start, and again after so long. Without it: at the start alone. */
  everyMs?: number
  run: (ctx: Context) => Promise<unknown>
}

/** Does them one after the other. Each fails alone. */
export async function doDuties(ctx: Context, duties: readonly Duty[]): Promise<void> {
  const hasEnded = () => ctx.ended.aborted
  for (const { name, run } of duties) {
    if (hasEnded()) return
    try {
      await run(ctx)
    } catch (error) {
      // What the end of the program cuts short goes on at the next start.
      if (!hasEnded()) ctx.log.error({ err: error, duty: name }, 'a duty failed')
    }
  }
}

/**
 * Does something for one after the other. Each fails alone: an institution whose data cannot be read holds up no other.
 * @throws {AggregateError} of all that failed, once every other one is done
 */
export async function eachAlone<One>(
  ctx: Context,
  all: readonly One[],
  work: (item: One) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = []
  for (const item of all) {
    if (ctx.ended.aborted) return
    await work(item).catch((fault: unknown) => faults.push(fault))
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} of ${all.length} failed`)
}

/**
 * Does them as long as the program runs. Those of one time take turns, and a round that lasts longer
 * than its time is not overtaken by the next.
 */
export function keepDuties(ctx: Context, duties: readonly Duty[]): void {
  for (const duty of duties) if (duty.everyMs === undefined) void doDuties(ctx, [duty])
  for (const ms of new Set(duties.map(({ everyMs }) => everyMs))) {
    if (ms === undefined) continue
    const round = duties.filter(({ everyMs }) => everyMs === ms)
    let running = false
    const work = () => {
      if (running) return
      running = true
      void doDuties(ctx, round).finally(() => (running = false))
    }
    work()
    every(ms, ctx.ended, work)
  }
}
