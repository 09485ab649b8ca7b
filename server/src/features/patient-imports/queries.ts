import type { ImportState } from '@mingmou/contract'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { PatientImportRows, PatientImports } from '../../platform/database/tables/import.ts'

export type ImportRow = Selectable<PatientImports>
export type Row = Selectable<PatientImportRows>

const WORKING: readonly ImportState[] = ['checking', 'writing', 'undoing']

/** Whether a worker has to do with it. */
export const isWorkingState = (state: ImportState): boolean => WORKING.includes(state)

/** False where another one of the institution is worked on. */
export async function insertImport(trx: Trx, row: Insertable<PatientImports>): Promise<boolean> {
  const inserted = await trx
    .insertInto('patient_imports')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('import_id')
    .execute()
  return inserted.length > 0
}

/** Locked where it is about to move on. */
export function holdImport(
  trx: Trx,
  oid: string,
  import_id: string,
): Promise<ImportRow | undefined> {
  return trx
    .selectFrom('patient_imports')
    .selectAll()
    .where('oid', '=', oid)
    .where('import_id', '=', import_id)
    .forUpdate()
    .executeTakeFirst()
}

export function findImports(trx: Trx, oid: string, since: Date) {
  return trx
    .selectFrom('patient_imports')
    .selectAll()
    .select(sql<string | null>`actor_name(created_by)`.as('by'))
    .where('oid', '=', oid)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Of two imports that would begin at once the second waits, and sees the first. */
export const isWorking = async (trx: Trx, oid: string): Promise<boolean> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`imports of ${oid}`}, 0))`.execute(trx)
  const found = await trx
    .selectFrom('patient_imports')
    .select('import_id')
    .where('oid', '=', oid)
    .where('state', 'in', WORKING)
    .executeTakeFirst()
  return found !== undefined
}

/** Undefined where it is no longer in this state. */
export function updateImport(
  trx: Trx,
  { oid, import_id, state }: Pick<ImportRow, 'oid' | 'import_id' | 'state'>,
  change: Updateable<PatientImports>,
): Promise<ImportRow | undefined> {
  return trx
    .updateTable('patient_imports')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('import_id', '=', import_id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
}

export async function insertRows(
  trx: Trx,
  rows: readonly Insertable<PatientImportRows>[],
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('patient_import_rows')
      .values([...rows])
      .execute()
}

export async function deleteRows(trx: Trx, oid: string, import_id: string): Promise<void> {
  await trx
    .deleteFrom('patient_import_rows')
    .where('oid', '=', oid)
    .where('import_id', '=', import_id)
    .execute()
}

/** Rows of these outcomes after a line of the file, in its order. */
export function findRows(
  trx: Trx,
  { oid, import_id }: { oid: string; import_id: string },
  outcomes: readonly Row['outcome'][],
  after: number,
  most: number,
): Promise<Row[]> {
  return trx
    .selectFrom('patient_import_rows')
    .selectAll()
    .where('oid', '=', oid)
    .where('import_id', '=', import_id)
    .where('outcome', 'in', outcomes)
    .where('line', '>', after)
    .orderBy('line')
    .limit(most)
    .execute()
}

/** Rows that were written before a line of the file, the last one first: what was written last is taken back first. */
export function findWritten(
  trx: Trx,
  { oid, import_id }: { oid: string; import_id: string },
  before: number | null,
  most: number,
): Promise<Row[]> {
  let found = trx
    .selectFrom('patient_import_rows')
    .selectAll()
    .where('oid', '=', oid)
    .where('import_id', '=', import_id)
    .where('outcome', 'in', ['created', 'changed'])
  if (before !== null) found = found.where('line', '<', before)
  return found.orderBy('line', 'desc').limit(most).execute()
}

/** What became of a row that is taken back; what it said is needed no more. */
export async function endRow(
  trx: Trx,
  { oid, import_id, line }: Pick<Row, 'oid' | 'import_id' | 'line'>,
  outcome: 'undone' | 'kept',
): Promise<void> {
  await trx
    .updateTable('patient_import_rows')
    .set({ outcome, before: null, after: null })
    .where('oid', '=', oid)
    .where('import_id', '=', import_id)
    .where('line', '=', line)
    .execute()
}

/** Of these patients those under whom anything is filed, or for whom the record stands that others were merged into. */
export async function filedOf(trx: Trx, pids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ pid: string }>`
    SELECT DISTINCT pid FROM filed_of(${[...pids]}::uuid[]) AS pid`.execute(trx)
  return new Set(rows.map(({ pid }) => pid))
}

/** Lets the database see how many patients there are by now, of whom it plans what it reads. */
export async function lookAtPatients(trx: Trx): Promise<void> {
  await sql`SELECT look_at_patients()`.execute(trx)
}

/** Imports whose time to be taken back is over, and which still hold something of their patients. */
export function findOver(trx: Trx, oid: string, before: Date) {
  return trx
    .selectFrom('patient_imports')
    .select(['import_id', 'file_key', 'faults_key', 'kept_key', 'state'])
    .where('oid', '=', oid)
    .where('file_key', 'is not', null)
    .where(sql<Date>`coalesce(written_at, created_at)`, '<', before)
    .where('state', 'not in', WORKING)
    .forUpdate()
    .execute()
}

/** Its counts stay. One that nobody went on with is cancelled. */
export async function emptyImport(
  trx: Trx,
  oid: string,
  { import_id, state }: { import_id: string; state: ImportState },
): Promise<void> {
  await deleteRows(trx, oid, import_id)
  await trx
    .updateTable('patient_imports')
    .set({
      file_key: null,
      faults_key: null,
      kept_key: null,
      state: state === 'checked' ? 'cancelled' : state,
    })
    .where('oid', '=', oid)
    .where('import_id', '=', import_id)
    .execute()
}
