import type { ComplicationInput } from '@mingmou/contract'
import { sql, type Selectable } from 'kysely'
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

export async function findRows(
  trx: Trx,
  oid: string,
  pid: string,
  first: 'created_at' | 'start_date',
): Promise<ComplicationRow[]> {
  return living(trx, oid)
    .where(ofPerson('complications.pid', pid))
    .orderBy(`complications.${first}`, 'desc')
    .orderBy('complications.created_at', 'desc')
    .orderBy('complications.row_id', 'desc')
    .execute()
}

/** The row, locked against any change until the transaction ends. */
export async function holdRow(
  trx: Trx,
  oid: string,
  row_id: string,
): Promise<ComplicationRow | undefined> {
  return living(trx, oid).where('row_id', '=', row_id).forUpdate('complications').executeTakeFirst()
}

/** A missing value is written as null: a change clears it. */
const whole = ({ disease_type, start_date, end_date, treat_plan }: ComplicationInput) => ({
  disease_type,
  start_date,
  end_date: end_date ?? null,
  treat_plan: treat_plan ?? null,
})

export async function insertRow(
  trx: Trx,
  given: ComplicationInput,
  made: { row_id: string; pid: string; oid: string; created_by: string; updated_by: string },
): Promise<void> {
  await trx
    .insertInto('complications')
    .values({ ...whole(given), ...made })
    .execute()
}

export async function updateRow(
  trx: Trx,
  { oid, row_id, uid }: { oid: string; row_id: string; uid: string },
  given: ComplicationInput,
): Promise<void> {
  await trx
    .updateTable('complications')
    .set((row) => ({
      ...whole(given),
      version: sql<number>`${row.ref('version')} + 1`,
      updated_by: uid,
      updated_at: sql<Date>`now()`,
    }))
    .where('oid', '=', oid)
    .where('row_id', '=', row_id)
    .execute()
}

export async function hideRow(trx: Trx, oid: string, row_id: string): Promise<void> {
  await trx
    .updateTable('complications')
    .set({ deleted_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('row_id', '=', row_id)
    .execute()
}
