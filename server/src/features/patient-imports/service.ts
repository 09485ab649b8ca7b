import {
  ERROR,
  message,
  PATIENT_IMPORT,
  text,
  type BodyOf,
  type DataOf,
  type listPatientImports,
  type PatientImport,
  type startPatientImport,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { eachAlone } from '../../duty.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { FileMissing, FileTooLarge } from '../../platform/files/files.ts'
import { kindOf } from '../../platform/sheets/read-sheet.ts'
import { NotASheet } from '../../platform/sheets/sheet.ts'
import { audit, target } from '../audit/service.ts'
import { isUploadOf } from '../files/service.ts'
import { moveUpload, removeUploads } from '../files/unfiled.ts'
import { importJob } from './import.job.ts'
import * as imports from './queries.ts'
import { folderOf } from './workbooks.ts'

const DAY_MS = 86_400_000
const MIB = 1024 * 1024

/** Takes a table in and has it looked at. What is none is refused at once. */
export async function start(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  { key, file_name }: BodyOf<typeof startPatientImport>,
): Promise<{ import_id: string }> {
  const { oid, uid } = actor
  if (!isUploadOf(actor, 'patients', key)) throw invalid({ key: 'not_allowed' })
  // What would be refused is not read.
  await withInstitution(ctx.db, oid, (trx) => refuseSecond(trx, oid))
  const bytes = await read(ctx, key)
  refuseOther(bytes)
  const import_id = newId()
  const file_key = `${folderOf(oid, import_id)}table`
  await ctx.files.put(file_key, bytes, 'application/octet-stream')
  try {
    await withInstitution(ctx.db, oid, async (trx) => {
      const asked = { asked_by: uid, asked_role: roleOf(actor), asked_ip: ip, created_by: uid }
      const row = {
        import_id,
        oid,
        file_name,
        file_key,
        language,
        state: 'checking',
        ...asked,
      } as const
      if (!(await imports.insertImport(trx, row))) throw new Refusal(ERROR.conflict, 'import_open')
      await send(ctx, trx, row)
      const about = { ...target('import', import_id), detail: { bytes: bytes.length } }
      await audit(trx, { actor, ip, action: 'patient.import-check', ...about })
    })
  } catch (error) {
    await ctx.files.remove([file_key])
    throw error
  }
  await moveUpload(ctx, key, file_key)
  return { import_id }
}

const roleOf = ({ role }: Clinician): '3' | '4' => (role === '3' ? '3' : '4')

async function read(ctx: Context, key: string): Promise<Buffer> {
  try {
    return await ctx.files.read(key, PATIENT_IMPORT.maxBytes)
  } catch (error) {
    if (error instanceof FileTooLarge)
      throw invalid({ key: message('import_size', PATIENT_IMPORT.maxBytes / MIB) })
    throw error instanceof FileMissing ? invalid({ key: 'not_allowed' }) : error
  }
}

/** By its first bytes: the worker reads the rest. */
function refuseOther(bytes: Buffer): void {
  try {
    kindOf(bytes)
  } catch (error) {
    throw error instanceof NotASheet ? invalid({ key: error.fault }) : error
  }
}

const send = (ctx: Context, trx: Trx, row: { oid: string; import_id: string; asked_by: string }) =>
  ctx.queue.send(
    trx,
    importJob,
    { oid: row.oid, import_id: row.import_id },
    { lane: row.oid, person: row.asked_by, batch: true },
  )

const mayTouch = ({ uid, role }: Clinician, row: imports.ImportRow) =>
  role === '3' || row.created_by === uid

/** Moves an import on, where it is still in one of these states and the caller's to move. */
async function move(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  import_id: string,
  step: (trx: Trx, row: imports.ImportRow) => Promise<Parameters<typeof imports.updateImport>[2]>,
  action: 'patient.import' | 'patient.import-cancel' | 'patient.import-undo',
): Promise<imports.ImportRow> {
  const { oid, uid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const row = await imports.holdImport(trx, oid, import_id)
    if (!row) throw notFound()
    if (!mayTouch(actor, row)) throw new Refusal(ERROR.conflict, 'import_other')
    const asked = { asked_by: uid, asked_role: roleOf(actor), asked_ip: ip } as const
    const change = { ...asked, ...(await step(trx, row)) }
    const moved = await imports.updateImport(trx, row, change)
    if (!moved) throw notFound()
    if (imports.isWorkingState(moved.state)) await send(ctx, trx, moved)
    const { total, created, changed, refused } = row
    const detail = { total, created, changed, refused }
    await audit(trx, { actor, ip, action, ...target('import', import_id), detail })
    await ctx.events.send(trx, { oid }, 'imports', { import_id, done: moved.done, total })
    return row
  })
}

const gone = () => new Refusal(ERROR.conflict, 'import_state')

async function refuseSecond(trx: Trx, oid: string): Promise<void> {
  if (await imports.isWorking(trx, oid)) throw new Refusal(ERROR.conflict, 'import_open')
}

export async function run(ctx: Context, caller: Caller<Clinician>, import_id: string) {
  const step = async (trx: Trx, { oid, state }: imports.ImportRow) => {
    if (state !== 'checked') throw gone()
    await refuseSecond(trx, oid)
    const none = { done: 0, created: 0, changed: 0, unchanged: 0, refused: 0, at_line: 0 }
    return { state: 'writing', reason: null, ...none } as const
  }
  await move(ctx, caller, import_id, step, 'patient.import')
}

/** What was written stays, and can be taken back. */
export async function cancel(ctx: Context, caller: Caller<Clinician>, import_id: string) {
  const before = await move(
    ctx,
    caller,
    import_id,
    (_, { state }) => {
      if (state === 'writing') return Promise.resolve({ state: 'stopped' } as const)
      if (state === 'checking' || state === 'checked')
        return Promise.resolve({ state: 'cancelled' } as const)
      throw gone()
    },
    'patient.import-cancel',
  )
  if (before.state === 'writing') return
  const { oid } = caller.actor
  await withInstitution(ctx.db, oid, (trx) =>
    imports.emptyImport(trx, oid, { import_id, state: 'cancelled' }),
  )
  await removeUploads(ctx, keysOf(before))
}

export const keysOf = ({
  file_key,
  faults_key,
  kept_key,
}: Pick<imports.ImportRow, 'file_key' | 'faults_key' | 'kept_key'>): string[] =>
  [file_key, faults_key, kept_key].filter((key) => key !== null)

/** Until when an import can be taken back; null where nothing of it can. The sweep goes by the same day. */
function undoUntil({ state, written_at, created, changed }: imports.ImportRow): Date | null {
  if (!['written', 'stopped', 'failed'].includes(state) || created + changed === 0) return null
  return written_at && new Date(written_at.getTime() + PATIENT_IMPORT.undoDays * DAY_MS)
}

export async function undo(ctx: Context, caller: Caller<Clinician>, import_id: string) {
  const step = async (trx: Trx, row: imports.ImportRow) => {
    const until = undoUntil(row)
    if (until === null) throw gone()
    if (until <= ctx.now())
      throw new Refusal(ERROR.conflict, message('import_undo_over', PATIENT_IMPORT.undoDays))
    await refuseSecond(trx, row.oid)
    return { state: 'undoing', reason: null } as const
  }
  await move(ctx, caller, import_id, step, 'patient.import-undo')
}

export async function list(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
): Promise<DataOf<typeof listPatientImports>> {
  const since = new Date(ctx.now().getTime() - PATIENT_IMPORT.shownDays * DAY_MS)
  const { oid } = actor
  const rows = await withInstitution(ctx.db, oid, async (trx) => {
    const found = await imports.findImports(trx, oid, since)
    const detail = { rows: found.length }
    await audit(trx, { actor, ip, action: 'patient.import-list', detail })
    return found
  })
  const urlOf = (key: string | null, name: string) =>
    key === null ? null : ctx.files.signedUrl(key, { saveAs: name })
  const toImport = async (row: (typeof rows)[number]): Promise<PatientImport> => {
    const until = undoUntil(row)
    const { import_id, file_name, state, by, total, done, created, changed, unchanged } = row
    const stem = file_name.replace(/\.[^.]*$/, '')
    return {
      import_id,
      file_name,
      state,
      by: by ?? '',
      total,
      done,
      created,
      changed,
      unchanged,
      refused: row.refused,
      undone: row.undone,
      kept: row.kept,
      ignored: row.ignored,
      reason: row.reason === null ? null : text(language, row.reason),
      created_at: row.created_at.toISOString(),
      faults_url: await urlOf(row.faults_key, `${stem}-${text(language, 'import_faults')}.xlsx`),
      kept_url: await urlOf(row.kept_key, `${stem}-${text(language, 'import_kept')}.xlsx`),
      undo_until: until === null || until <= ctx.now() ? null : until.toISOString(),
      own: mayTouch(actor, row),
    }
  }
  return { rows: await Promise.all(rows.map(toImport)) }
}

/** Empties imports whose time to be taken back is over: files and rows hold patients' data. */
export async function sweepImports(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - PATIENT_IMPORT.undoDays * DAY_MS)
  const institutions = await ctx.db.selectFrom('institutions').select('oid').execute()
  await eachAlone(ctx, institutions, async ({ oid }) => {
    const over = await withInstitution(ctx.db, oid, async (trx) => {
      const found = await imports.findOver(trx, oid, before)
      for (const row of found) await imports.emptyImport(trx, oid, row)
      return found
    })
    await removeUploads(ctx, over.flatMap(keysOf))
  })
}
