import type { PatientInput } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { findStanding, holdPersons } from '../patients/patient.ts'
import { changeIn, hideIn } from '../patients/service.ts'
import { formsOf, isSameForm } from '../patients/upsert.ts'
import { callerOf, holdRun, isOfRow, isTold, tell, type Run } from './step.ts'
import * as imports from './queries.ts'
import { keepKept } from './workbooks.ts'

const AT_ONCE = 50

/** Takes back what an import wrote, but for patients that were touched since: those stay and are named. */
export async function undoRows(ctx: Context, run: Run, signal: AbortSignal): Promise<void> {
  const { oid } = run
  let before: number | null = null
  for (;;) {
    const from: number | null = before
    const batch: imports.Row[] = await withInstitution(ctx.db, oid, (trx) =>
      imports.findWritten(trx, run, from, AT_ONCE),
    )
    signal.throwIfAborted()
    await undoBatch(ctx, run, batch)
    before = batch.at(-1)?.line ?? before
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
    if (batch.length > 1) for (const row of batch) await undoBatch(ctx, run, [row])
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
    const pids = batch.flatMap(({ pid }) => pid ?? [])
    // Nobody touches them from here to the end of the transaction.
    await holdPersons(trx, run.oid, pids)
    const now = await formsNow(trx, run, pids)
    const filed = await imports.filedOf(trx, pids)
    const counts = { undone: held.undone, kept: held.kept }
    for (const row of batch) {
      const outcome = (await isBack(ctx, trx, run, row, { now, filed })) ? 'undone' : 'kept'
      await imports.endRow(trx, row, outcome)
      counts[outcome]++
    }
    const moved = await imports.updateImport(trx, run, counts)
    const before = held.undone + held.kept
    if (moved && isTold(before, before + batch.length)) await tell(ctx, trx, moved)
  })
}

/** What is recorded of patients by now, of those who were neither deleted nor merged into others. */
async function formsNow(trx: Trx, { oid }: Run, pids: readonly string[]) {
  const found = await findStanding(trx, oid, pids)
  const forms = await formsOf(trx, oid, found)
  return new Map(found.map(({ pid }, at) => [pid, forms[at]]))
}

interface Seen {
  now: Map<string, PatientInput | undefined>
  filed: ReadonlySet<string>
}

/** False where the patient was touched since. */
async function takeBack(
  ctx: Context,
  trx: Trx,
  run: Run,
  { pid, after, before }: imports.Row,
  { now, filed }: Seen,
): Promise<boolean> {
  if (pid === null || after === null) return false
  const form = now.get(pid)
  if (!form || !isSameForm(form, after)) return false
  const detail = { import: run.import_id }
  if (before !== null) {
    await changeIn(ctx, trx, callerOf(run), { pid, ...before }, detail)
    // Another row before it may be of the same patient.
    now.set(pid, (await formsNow(trx, run, [pid])).get(pid))
    return true
  }
  if (filed.has(pid)) return false
  await hideIn(ctx, trx, callerOf(run), pid, detail)
  return true
}
