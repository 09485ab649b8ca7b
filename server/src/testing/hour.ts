import type { Context } from '../context.ts'
import { allDuties } from '../duties.ts'
import { doDuties, HOUR_MS } from '../duty.ts'

/** What a worker does every hour, once. */
export const passHour = (ctx: Context): Promise<void> =>
  doDuties(
    ctx,
    allDuties().filter(({ everyMs }) => everyMs === HOUR_MS),
  )
