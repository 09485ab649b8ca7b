import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findPatient } from '../patients/patient.ts'
import { changeIn, hideIn } from '../patients/service.ts'
import { formOf, isSameForm } from '../patients/upsert.ts'
import { callerOf, isTold, Stopped, tell } from './step.ts'
import * as imports from './queries.ts'
import { keepKept } from './workbooks.ts'

const AT_ONCE = 50

/** Takes back what an import wrote, but for patients that were touched since: those stay and are named. */
export async function undoRows(
  ctx: Context,
  row: imports.ImportRow,
  signal: AbortSignal,
): Promise<void> {
  const { oid, import_id } = row
  let after = 0
  for (;;) {
    signal.throwIfAborted()
    const batch = await withInstitution(ctx.db, oid, (trx) =>
      imports.findRows(trx, row, ['created', 'changed'], after, AT_ONCE),
    )
    for (const one of batch) await undoRow(ctx, row, one)
    after = batch.at(-1)?.line ?? after
    if (batch.length < AT_ONCE) break
  }
  const kept_key = await keepKept(ctx, row)
  await withInstitution(ctx.db, oid, async (trx) => {
    const end = { state: 'undone', kept_key } as const
    const ended = await imports.updateImport(trx, oid, import_id, 'undoing', end)
    if (ended) await tell(ctx, trx, ended)
  })
}

async function undoRow(ctx: Context, of: imports.ImportRow, row: imports.Row): Promise<void> {
  const { oid, import_id } = of
  try {
    await withInstitution(ctx.db, oid, async (trx) => {
      const held = await imports.holdImport(trx, oid, import_id)
      if (held?.state !== 'undoing') throw new Stopped()
      const outcome = (await takeBack(trx, of, row)) ? 'undone' : 'kept'
      await imports.endRow(trx, row, outcome)
      const counted = { [outcome]: held[outcome] + 1 }
      const moved = await imports.updateImport(trx, oid, import_id, 'undoing', counted)
      const before = held.undone + held.kept
      if (moved && isTold(before, before + 1)) await tell(ctx, trx, moved)
    })
  } catch (error) {
    // A number that it had is another patient's by now.
    if (!(error instanceof Refusal)) throw error
    await withInstitution(ctx.db, oid, async (trx) => {
      await imports.endRow(trx, row, 'kept')
      const held = await imports.holdImport(trx, oid, import_id)
      if (!held) return
      await imports.updateImport(trx, oid, import_id, 'undoing', { kept: held.kept + 1 })
    })
  }
}

/** False where the patient was touched since. */
async function takeBack(trx: Trx, of: imports.ImportRow, row: imports.Row): Promise<boolean> {
  const { pid, after, before } = row
  if (pid === null || after === null) return false
  const found = await findPatient(trx, of.oid, pid)
  if (found?.pid !== pid) return false
  const now = await formOf(trx, of.oid, found)
  if (!isSameForm(now, after)) return false
  const detail = { import: of.import_id }
  if (before !== null) {
    await changeIn(trx, callerOf(of), { pid, ...before }, detail)
    return true
  }
  if (await imports.hasFiled(trx, pid)) return false
  await hideIn(trx, callerOf(of), pid, detail)
  return true
}
