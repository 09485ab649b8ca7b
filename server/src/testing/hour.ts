import type { Context } from '../context.ts'
import { allDuties } from '../duties.ts'
import { doDuties, HOUR_MS } from '../duty.ts'
import { auditDuties } from '../features/audit/duties.ts'

/**
 * What a worker does every hour, once. Entries of the audit log are left: by the clock of the database,
 * which no test moves, none is old enough.
 */
export const passHour = (ctx: Context): Promise<void> =>
  doDuties(
    ctx,
    allDuties().filter((duty) => duty.everyMs === HOUR_MS && !auditDuties.includes(duty)),
  )
