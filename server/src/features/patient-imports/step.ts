import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { ImportRow } from './queries.ts'

/** Somebody cancelled it. */
export class Stopped extends Error {}

/** A page asks anew at each event: not for every row. */
const TOLD_EVERY = 500

export const isTold = (before: number, after: number): boolean =>
  Math.floor(before / TOLD_EVERY) < Math.floor(after / TOLD_EVERY)

/** Pages hear of the import, and those of patients once it is over. */
export async function tell(ctx: Context, trx: Trx, row: ImportRow): Promise<void> {
  const { oid, import_id, done, total } = row
  await ctx.events.send(trx, { oid }, 'imports', { import_id, done, total })
}

/** Who pressed last: the rows are written in this name. */
export const callerOf = (row: ImportRow): Pick<Caller<Clinician>, 'actor' | 'ip'> => ({
  actor: {
    ...{ uid: row.asked_by, sid: row.asked_by, role: row.asked_role, oid: row.oid },
    ...{ name: '', account_type: 2 },
  },
  ip: row.asked_ip,
})
