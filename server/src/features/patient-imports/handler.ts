import { text, type PatientInput } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { NotASheet } from '../../platform/sheets/sheet.ts'
import { addIn, changeIn } from '../patients/service.ts'
import { callerOf, isTold, Stopped, tell } from './step.ts'
import type { importJob } from './import.job.ts'
import * as imports from './queries.ts'
import { faultsOf, settle, type Settled } from './settle.ts'
import { openTable, TableRefused, type PeopleRow, type Table } from './table.ts'
import { undoRows } from './undo.ts'
import { keepFaults } from './workbooks.ts'

type Data = (typeof importJob)['data']['_output']

/** Rows of a dry run, and of one transaction that writes. */
const AT_ONCE = { checking: 200, writing: 50 }

/** The dry run, the writing or the taking back of a table of patients, whichever its state asks for. */
export function handleImport(ctx: Context): Handler<Data> {
  return async ({ data, signal }) => {
    const { oid, import_id } = data
    const row = await withInstitution(ctx.db, oid, (trx) => imports.holdImport(trx, oid, import_id))
    if (!row || !['checking', 'writing', 'undoing'].includes(row.state)) return
    try {
      if (row.state === 'undoing') await undoRows(ctx, row, signal)
      else await readRows(ctx, row, signal)
    } catch (error) {
      if (error instanceof Stopped) return
      signal.throwIfAborted()
      const reason = reasonOf(error)
      if (reason === null) throw new Error('import_fault', { cause: error })
      await fail(ctx, data, reason)
    }
  }
}

/** Why a file cannot be taken. Another try would say the same. */
function reasonOf(error: unknown): string | null {
  if (error instanceof NotASheet) return error.fault
  if (error instanceof TableRefused) return error.message
  return error instanceof StorageFull ? 'storage_full' : null
}

async function fail(ctx: Context, { oid, import_id }: Data, reason: string): Promise<void> {
  await withInstitution(ctx.db, oid, async (trx) => {
    const row = await imports.holdImport(trx, oid, import_id)
    if (!row) return
    await imports.updateImport(trx, oid, import_id, row.state, { state: 'failed', reason })
    await ctx.events.send(trx, { oid }, 'imports', { import_id, done: row.done, total: row.total })
  })
}

export function giveUpImport(ctx: Context): GiveUp<Data> {
  return (data, reason) => fail(ctx, data, text('en', reason) === reason ? 'import_fault' : reason)
}

async function readRows(ctx: Context, row: imports.ImportRow, signal: AbortSignal): Promise<void> {
  const table = await openTable(await ctx.files.read(row.file_key ?? ''))
  const { oid, import_id } = row
  const isWriting = row.state === 'writing'
  await withInstitution(ctx.db, oid, async (trx) => {
    // A dry run begins anew; what was written is not written again.
    if (!isWriting || row.at_line === 0) await imports.deleteRows(trx, oid, import_id)
    const begun = {
      ...(!isWriting && { ...NOTHING, at_line: 0 }),
      ...{ total: table.total, ignored: JSON.stringify(table.heads.ignored) },
    }
    if (!(await imports.updateImport(trx, oid, import_id, row.state, begun))) throw new Stopped()
  })
  await eachBatch(ctx, row, table, signal)
  const faults_key = await keepFaults(ctx, row, table)
  const ended = await withInstitution(ctx.db, oid, async (trx) => {
    const end = isWriting
      ? ({ state: 'written', written_at: ctx.now() } as const)
      : ({ state: 'checked', at_line: 0 } as const)
    const moved = await imports.updateImport(trx, oid, import_id, row.state, { ...end, faults_key })
    if (moved) await tell(ctx, trx, moved)
    return moved
  })
  // Cancelled meanwhile, with its files.
  if (!ended && faults_key !== null) await ctx.files.remove([faults_key])
}

const NOTHING = { done: 0, created: 0, changed: 0, unchanged: 0, refused: 0 }

async function eachBatch(
  ctx: Context,
  row: imports.ImportRow,
  table: Table,
  signal: AbortSignal,
): Promise<void> {
  const isWriting = row.state === 'writing'
  const most = isWriting ? AT_ONCE.writing : AT_ONCE.checking
  let batch: PeopleRow[] = []
  const work = async () => {
    signal.throwIfAborted()
    if (batch.length > 0) await takeBatch(ctx, row, batch)
    batch = []
  }
  for (const one of table.rows(isWriting ? row.at_line : 0)) {
    batch.push(one)
    if (batch.length === most) await work()
  }
  await work()
}

/** Rows together, or, where one of them cannot be written, each by itself. */
async function takeBatch(
  ctx: Context,
  row: imports.ImportRow,
  batch: readonly PeopleRow[],
): Promise<void> {
  try {
    await take(ctx, row, batch)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (batch.length > 1) for (const one of batch) await takeBatch(ctx, row, [one])
    else await take(ctx, row, batch, error)
  }
}

async function take(
  ctx: Context,
  row: imports.ImportRow,
  batch: readonly PeopleRow[],
  refusal: Refusal | null = null,
): Promise<void> {
  const { oid, import_id, state } = row
  await withInstitution(ctx.db, oid, async (trx) => {
    const held = await imports.holdImport(trx, oid, import_id)
    if (held?.state !== state) throw new Stopped()
    const counts = { ...NOTHING, done: batch.length }
    const rows: Parameters<typeof imports.insertRows>[1][number][] = []
    for (const one of batch) {
      const settled: Settled = refusal
        ? { what: 'refused', faults: faultsOf(refusal) }
        : await settle(trx, oid, one)
      counts[settled.what]++
      const pid = state === 'writing' ? await write(trx, callerOf(row), settled, import_id) : null
      if (settled.what === 'unchanged' || (state === 'checking' && settled.what !== 'refused'))
        continue
      const { faults, before, after } = { ...EMPTY, ...settled }
      const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value))
      const kept = { faults: asJson(faults), before: asJson(before), after: asJson(after) }
      rows.push({ import_id, oid, line: one.row.line, outcome: settled.what, pid, ...kept })
    }
    await imports.insertRows(trx, rows)
    const sum = Object.fromEntries(
      (Object.keys(counts) as (keyof typeof counts)[]).map((key) => [key, held[key] + counts[key]]),
    )
    const at_line = batch.at(-1)?.row.line ?? 0
    const moved = await imports.updateImport(trx, oid, import_id, state, { ...sum, at_line })
    if (moved && isTold(held.done, moved.done)) await tell(ctx, trx, moved)
  })
}

const EMPTY = { faults: null, before: null, after: null }

async function write(
  trx: Trx,
  caller: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  settled: Settled,
  import_id: string,
): Promise<string | null> {
  const detail = { import: import_id }
  if (settled.what === 'created') return addIn(trx, caller, settled.after, detail)
  if (settled.what !== 'changed') return null
  const after: PatientInput = settled.after
  await changeIn(trx, caller, { pid: settled.pid, ...after }, detail)
  return settled.pid
}
