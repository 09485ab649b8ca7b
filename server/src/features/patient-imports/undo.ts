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
    signal.throwIfAborted()
    await undoBatch(ctx, run, batch)
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

/** Rows together, or, where one of them cannot be taken back, each by itself. */
async function undoBatch(ctx: Context, run: Run, batch: readonly imports.Row[]): Promise<void> {
  try {
    await undo(ctx, run, batch, takeBack)
  } catch (error) {
    // A number that somebody had is another patient's by now.
    if (!isOfRow(error)) throw error
    if (batch.length > 1) for (const one of batch) await undoBatch(ctx, run, [one])
    else await undo(ctx, run, batch, () => Promise.resolve(false))
  }
}

async function undo(
  ctx: Context,
  run: Run,
  batch: readonly imports.Row[],
  isBack: typeof takeBack,
): Promise<void> {
  await withInstitution(ctx.db, run.oid, async (trx) => {
    const held = await holdRun(trx, run)
    const pids = batch.flatMap(({ pid }) => pid ?? []).sort()
    // Nobody touches them from here to the end of the transaction.
    for (const pid of pids) await holdPerson(trx, run.oid, pid)
    const filed = await imports.filedOf(trx, pids)
    const counts = { undone: held.undone, kept: held.kept }
    for (const row of batch) {
      const outcome = (await isBack(trx, run, row, filed)) ? 'undone' : 'kept'
      await imports.endRow(trx, row, outcome)
      counts[outcome]++
    }
    const moved = await imports.updateImport(trx, run, counts)
    const before = held.undone + held.kept
    if (moved && isTold(before, before + batch.length)) await tell(ctx, trx, moved)
  })
}

/** False where the patient was touched since. */
async function takeBack(
  trx: Trx,
  run: Run,
  { pid, after, before }: imports.Row,
  filed: ReadonlySet<string>,
): Promise<boolean> {
  if (pid === null || after === null) return false
  const found = await findPatient(trx, run.oid, pid)
  if (found?.pid !== pid) return false
  const now = await formOf(trx, run.oid, found)
  if (!isSameForm(now, after)) return false
  const detail = { import: run.import_id }
  if (before !== null) {
    await changeIn(trx, callerOf(run), { pid, ...before }, detail)
    return true
  }
  if (filed.has(pid)) return false
  await hideIn(trx, callerOf(run), pid, detail)
  return true
}
