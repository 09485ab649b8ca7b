import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { findPatient, holdPerson } from '../patients/patient.ts'
import { changeIn, hideIn } from '../patients/service.ts'
import { formOf, isSameForm } from '../patients/upsert.ts'
import { callerOf, holdRun, isOfRow, isTold, tell, type Run } from './step.ts'
import * as imports from './queries.ts'
import { keepKept } from './workbooks.ts'

const AT_ONCE = 50

/** Takes back what an import wrote, but for patients that were touched since: those stay and are named. */
export async function undoRows(ctx: Context, run: Run, signal: AbortSignal): Promise<void> {
  const { oid } = run
  let after = 0
  for (;;) {
    const batch = await withInstitution(ctx.db, oid, (trx) =>
      imports.findRows(trx, run, ['created', 'changed'], after, AT_ONCE),
    )
    for (const one of batch) {
      signal.throwIfAborted()
      await undoRow(ctx, run, one)
    }
    after = batch.at(-1)?.line ?? after
    if (batch.length < AT_ONCE) break
  }
  const { kept_key, reason } = await keptList(ctx, run, signal)
  await withInstitution(ctx.db, oid, async (trx) => {
    await holdRun(trx, run)
    const ended = await imports.updateImport(trx, run, { state: 'undone', kept_key, reason })
    if (ended) await tell(ctx, trx, ended)
  })
}

/** What was taken back is, whether or not there is room to name who was kept. */
async function keptList(ctx: Context, run: Run, signal: AbortSignal) {
  try {
    return { kept_key: await keepKept(ctx, run, signal), reason: null }
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    return { kept_key: null, reason: 'import_kept_unkept' }
  }
}

async function undoRow(ctx: Context, run: Run, row: imports.Row): Promise<void> {
  const end = (isBack: (trx: Trx) => Promise<boolean>) =>
    withInstitution(ctx.db, run.oid, async (trx) => {
      const held = await holdRun(trx, run)
      const outcome = (await isBack(trx)) ? 'undone' : 'kept'
      await imports.endRow(trx, row, outcome)
      const moved = await imports.updateImport(trx, run, { [outcome]: held[outcome] + 1 })
      const before = held.undone + held.kept
      if (moved && isTold(before, before + 1)) await tell(ctx, trx, moved)
    })
  try {
    await end((trx) => takeBack(trx, run, row))
  } catch (error) {
    // A number that it had is another patient's by now.
    if (!isOfRow(error)) throw error
    await end(() => Promise.resolve(false))
  }
}

/** False where the patient was touched since: nobody touches it from here to the end of the transaction. */
async function takeBack(trx: Trx, run: Run, row: imports.Row): Promise<boolean> {
  const { pid, after, before } = row
  if (pid === null || after === null) return false
  await holdPerson(trx, run.oid, pid)
  const found = await findPatient(trx, run.oid, pid)
  if (found?.pid !== pid) return false
  const now = await formOf(trx, run.oid, found)
  if (!isSameForm(now, after)) return false
  const detail = { import: run.import_id }
  if (before !== null) {
    await changeIn(trx, callerOf(run), { pid, ...before }, detail)
    return true
  }
  if (await imports.hasFiled(trx, pid)) return false
  await hideIn(trx, callerOf(run), pid, detail)
  return true
}
