import { text, type PatientInput } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { NotASheet } from '../../platform/sheets/sheet.ts'
import { withoutZeros } from '../patients/by-number.ts'
import { holdPersons } from '../patients/patient.ts'
import { addIn, changeIn } from '../patients/service.ts'
import { callerOf, holdRun, isOfRow, isTold, Stopped, takeRun, tell, type Run } from './step.ts'
import type { importJob } from './import.job.ts'
import * as imports from './queries.ts'
import { lookUp, type Known } from './look-up.ts'
import { personsOf, refusedBy, settle, type Settled } from './settle.ts'
import { openTable, TableRefused, type PeopleRow, type Table } from './table.ts'
import { undoRows } from './undo.ts'
import { keepFaults } from './workbooks.ts'

type Data = (typeof importJob)['data']['_output']

/** Rows of a dry run, and of one transaction that writes. */
const AT_ONCE = { checking: 200, writing: 50 }

/** The dry run, the writing or the taking back of a table of patients, whichever its state asks for. */
export function handleImport(ctx: Context): Handler<Data> {
  return async ({ data, signal }) => {
    const run = await takeRun(ctx, data)
    if (!run) return
    try {
      if (run.state === 'undoing') await undoRows(ctx, run, signal)
      else await readRows(ctx, run, signal)
    } catch (error) {
      if (error instanceof Stopped) return
      signal.throwIfAborted()
      const reason = reasonOf(error)
      if (reason === null) throw new Error('import_fault', { cause: error })
      await fail(ctx, data, reason, run.taken_by)
    }
  }
}

/** Why a file cannot be taken. Another try would say the same. */
function reasonOf(error: unknown): string | null {
  if (error instanceof NotASheet) return error.fault
  if (error instanceof TableRefused) return error.message
  return error instanceof StorageFull ? 'storage_full' : null
}

/** Ends an import that cannot go on, unless another worker has it by now. */
async function fail(
  ctx: Context,
  { oid, import_id }: Data,
  reason: string,
  taken_by?: string | null,
): Promise<void> {
  await withInstitution(ctx.db, oid, async (trx) => {
    const row = await imports.holdImport(trx, oid, import_id)
    if (!row || !imports.isWorkingState(row.state)) return
    if (taken_by !== undefined && row.taken_by !== taken_by) return
    await imports.updateImport(trx, row, { state: 'failed', reason })
    await tell(ctx, trx, row)
  })
}

export function giveUpImport(ctx: Context): GiveUp<Data> {
  return (data, reason) => fail(ctx, data, text('en', reason) === reason ? 'import_fault' : reason)
}

async function readRows(ctx: Context, run: Run, signal: AbortSignal): Promise<void> {
  const table = await openTable(await ctx.files.read(run.file_key ?? ''))
  const { oid, import_id, state } = run
  const isWriting = state === 'writing'
  await withInstitution(ctx.db, oid, async (trx) => {
    await holdRun(trx, run)
    // A dry run begins anew; what was written is not written again.
    if (!isWriting || run.at_line === 0) await imports.deleteRows(trx, oid, import_id)
    await imports.updateImport(trx, run, {
      ...(!isWriting && { ...NOTHING, at_line: 0 }),
      total: table.total,
      ignored: JSON.stringify(table.heads.ignored),
    })
  })
  await eachBatch(ctx, run, table, signal)
  const { faults_key, reason } = await keptFaults(ctx, run, table, signal)
  try {
    await withInstitution(ctx.db, oid, async (trx) => {
      await holdRun(trx, run)
      const end = isWriting
        ? ({ state: 'written' } as const)
        : ({ state: 'checked', at_line: 0 } as const)
      const ended = await imports.updateImport(trx, run, { ...end, faults_key, reason })
      if (ended) await tell(ctx, trx, ended)
    })
  } catch (error) {
    // Cancelled meanwhile, or another worker's.
    if (error instanceof Stopped && faults_key !== null) await ctx.files.remove([faults_key])
    throw error
  }
  if (run.faults_key !== null) await ctx.files.remove([run.faults_key])
}

/** What was done is done, whether or not there is room to name the rows that were not. */
async function keptFaults(ctx: Context, run: Run, table: Table, signal: AbortSignal) {
  try {
    return { faults_key: await keepFaults(ctx, run, table, signal), reason: null }
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    return { faults_key: null, reason: 'import_faults_unkept' }
  }
}

/** After this many rows, and each time that they have doubled, the database counts the patients anew. By itself it may plan for none. */
const LOOKED_AT = 250

const NOTHING = { done: 0, created: 0, changed: 0, unchanged: 0, refused: 0 }

async function eachBatch(ctx: Context, run: Run, table: Table, signal: AbortSignal): Promise<void> {
  const isWriting = run.state === 'writing'
  const most = isWriting ? AT_ONCE.writing : AT_ONCE.checking
  let batch: PeopleRow[] = []
  let [written, seen] = [0, LOOKED_AT]
  const work = async () => {
    signal.throwIfAborted()
    if (batch.length > 0) await takeBatch(ctx, run, batch)
    written += batch.length
    batch = []
    if (!isWriting || written < seen) return
    seen *= 2
    await withInstitution(ctx.db, run.oid, imports.lookAtPatients)
  }
  for (const row of table.rows(isWriting ? run.at_line : 0)) {
    batch.push(row)
    if (batch.length === most) await work()
  }
  await work()
}

/** Rows together, or, where one of them cannot be written, each by itself. */
async function takeBatch(ctx: Context, run: Run, batch: readonly PeopleRow[]): Promise<void> {
  try {
    await take(ctx, run, batch)
  } catch (error) {
    if (!isOfRow(error)) throw error
    const [one, ...others] = batch
    if (others.length > 0) for (const each of batch) await takeBatch(ctx, run, [each])
    else if (one) await take(ctx, run, batch, refusedBy(error, one))
  }
}

async function take(
  ctx: Context,
  run: Run,
  batch: readonly PeopleRow[],
  refused: Settled | null = null,
): Promise<void> {
  const { oid, import_id, state } = run
  await withInstitution(ctx.db, oid, async (trx) => {
    const held = await holdRun(trx, run)
    const counts = { ...NOTHING, done: batch.length }
    const rows: Parameters<typeof imports.insertRows>[1][number][] = []
    const next = refused ? () => Promise.resolve(refused) : await inSequence(trx, run, batch)
    for (const person of batch) {
      const settled = await next(person)
      counts[settled.what]++
      const pid =
        state === 'writing' ? await write(ctx, trx, callerOf(run), settled, import_id) : null
      if (settled.what === 'unchanged' || (state === 'checking' && settled.what !== 'refused'))
        continue
      const { faults, before, after } = { ...EMPTY, ...settled }
      const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value))
      const kept = { faults: asJson(faults), before: asJson(before), after: asJson(after) }
      rows.push({ import_id, oid, line: person.row.line, outcome: settled.what, pid, ...kept })
    }
    await imports.insertRows(trx, rows)
    const sum = Object.fromEntries(
      (Object.keys(counts) as (keyof typeof counts)[]).map((key) => [key, held[key] + counts[key]]),
    )
    const moved = await imports.updateImport(trx, run, {
      ...sum,
      at_line: batch.at(-1)?.row.line ?? 0,
      ...(state === 'writing' && { written_at: ctx.now() }),
    })
    if (moved && isTold(held.done, moved.done)) await tell(ctx, trx, moved)
  })
}

const EMPTY = { faults: null, before: null, after: null }

/**
 * What each row would do, asked in their sequence. Where they are written, it is settled on what is seen under the lock of
 * whom it changes, and anew where a row before it was of the same person, or of a number but for zeros.
 */
async function inSequence(
  trx: Trx,
  run: Run,
  batch: readonly PeopleRow[],
): Promise<(row: PeopleRow) => Promise<Settled>> {
  const held = new Set<string>()
  const { known, settled } = await settleAll(trx, run, batch, held)
  const touched = new Set<string>()
  return async (row) => {
    const { given } = row
    const own = [
      ...personsOf(known, given).all,
      ...(given.ad_card_number === undefined ? [] : [withoutZeros(given.ad_card_number)]),
    ]
    const isTouched = run.state === 'writing' && own.some((key) => touched.has(key))
    for (const key of own) touched.add(key)
    const again = isTouched ? (await settleAll(trx, run, [row], held)).settled : settled
    return again.get(row) ?? { what: 'unchanged' }
  }
}

async function settleAll(
  trx: Trx,
  { oid, state }: Run,
  batch: readonly PeopleRow[],
  held: Set<string>,
): Promise<{ known: Known; settled: Map<PeopleRow, Settled> }> {
  for (;;) {
    const known = await lookUp(trx, oid, batch)
    const settled = new Map(batch.map((row) => [row, settle(known, row)]))
    const pids = [...settled.values()].flatMap((outcome) =>
      outcome.what === 'changed' && !held.has(outcome.pid) ? [outcome.pid] : [],
    )
    if (state !== 'writing' || pids.length === 0) return { known, settled }
    for (const pid of pids) held.add(pid)
    await holdPersons(trx, oid, pids)
  }
}

async function write(
  ctx: Context,
  trx: Trx,
  caller: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  settled: Settled,
  import_id: string,
): Promise<string | null> {
  const detail = { import: import_id }
  if (settled.what === 'created') return addIn(trx, caller, settled.after, detail)
  if (settled.what !== 'changed') return null
  const after: PatientInput = settled.after
  await changeIn(ctx, trx, caller, { pid: settled.pid, ...after }, detail)
  return settled.pid
}
