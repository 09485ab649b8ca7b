import {
  analysisEntry,
  recordedTreatments,
  type Modality,
  type RecordedTreatment,
} from '@mingmou/contract'
import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ComplicationRow = Selectable<Tables['complications']> & { changed_by: string | null }

/** Complications that are not deleted and whose patients are not deleted. */
const living = (trx: Trx, oid: string) =>
  trx
    .selectFrom('complications')
    .innerJoin('patients', 'patients.pid', 'complications.pid')
    .where('complications.oid', '=', oid)
    .where('complications.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)
    .selectAll('complications')
    // No join: a row that a lock waited for is read anew, and the rows joined to it are not.
    .select((query) =>
      query
        .selectFrom('accounts')
        .whereRef('accounts.uid', '=', 'complications.updated_by')
        .select('accounts.name')
        .as('changed_by'),
    )

/** The days as far as they are known. */
const known = (row: ComplicationRow): ComplicationRow => ({
  ...row,
  start_date: row.start_date.slice(0, row.start_chars),
  end_date: row.end_date?.slice(0, row.end_chars) ?? null,
})

export async function findRows(
  trx: Trx,
  oid: string,
  pid: string,
  first: 'created_at' | 'start_date',
): Promise<ComplicationRow[]> {
  const rows = await living(trx, oid)
    .where(ofPerson('complications.pid', pid))
    .orderBy(`complications.${first}`, 'desc')
    .orderBy('complications.created_at', 'desc')
    .orderBy('complications.row_id', 'desc')
    .execute()
  return rows.map(known)
}

/** The row, locked against any change until the transaction ends. */
export async function holdRow(
  trx: Trx,
  oid: string,
  row_id: string,
): Promise<ComplicationRow | undefined> {
  const found = living(trx, oid).where('row_id', '=', row_id).forUpdate('complications')
  const row = await found.executeTakeFirst()
  return row && known(row)
}

/** Treatments of the retina that the records of a patient name, for a kind of image whose eyes have a stage. */
export async function findTreatments(
  trx: Trx,
  oid: string,
  { pid, modality }: { pid: string; modality: Modality },
): Promise<RecordedTreatment[]> {
  if (!analysisEntry(modality).staged) return []
  return recordedTreatments(await findRows(trx, oid, pid, 'start_date'))
}
