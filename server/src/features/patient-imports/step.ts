import pg from 'pg'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import * as imports from './queries.ts'

/** Somebody cancelled it, or another worker has it. */
export class Stopped extends Error {}

/** An import in one of its working states, as the worker that has it took it. */
export type Run = imports.ImportRow

/** Takes an import to work on. Whoever had it writes nothing more. Undefined where nothing is to be done. */
export function takeRun(
  ctx: Context,
  { oid, import_id }: { oid: string; import_id: string },
): Promise<Run | undefined> {
  return withInstitution(ctx.db, oid, async (trx) => {
    const row = await imports.holdImport(trx, oid, import_id)
    if (!row || !imports.isWorkingState(row.state)) return undefined
    return imports.updateImport(trx, row, { taken_by: newId() })
  })
}

/** The import as it stands, locked until the transaction ends. Throws Stopped where it is this run's no more. */
export async function holdRun(trx: Trx, run: Run): Promise<Run> {
  const held = await imports.holdImport(trx, run.oid, run.import_id)
  if (held?.state !== run.state || held.taken_by !== run.taken_by) throw new Stopped()
  return held
}

/** What a row says is refused by the database: another row may still be written. PostgreSQL, appendix A. */
const OF_ROW = ['22', '23', '54']

/** Whether an error is of the row that was written, and not of the connection, the disk or the program. */
export const isOfRow = (error: unknown): error is Refusal | pg.DatabaseError =>
  error instanceof Refusal ||
  (error instanceof pg.DatabaseError && OF_ROW.includes((error.code ?? '').slice(0, 2)))

/** A page asks anew at each event: not for every row. */
const TOLD_EVERY = 500

export const isTold = (before: number, after: number): boolean =>
  Math.floor(before / TOLD_EVERY) < Math.floor(after / TOLD_EVERY)

/** Pages hear of the import, and those of patients once it is over. */
export async function tell(ctx: Context, trx: Trx, row: imports.ImportRow): Promise<void> {
  const { oid, import_id, done, total } = row
  await ctx.events.send(trx, { oid }, 'imports', { import_id, done, total })
}

/** Who pressed last: the rows are written in this name. */
export const callerOf = (row: imports.ImportRow): Pick<Caller<Clinician>, 'actor' | 'ip'> => ({
  actor: {
    uid: row.asked_by,
    sid: row.asked_by,
    role: row.asked_role,
    oid: row.oid,
    name: '',
    account_type: 2,
  },
  ip: row.asked_ip,
})
