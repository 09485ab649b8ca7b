import { firstDayOf, lastDayOf, type ComplicationInput } from '@mingmou/contract'
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

/** A missing value is written as null: a change clears it. */
const whole = ({ disease_type, start_date, end_date, treat_plan }: ComplicationInput) => ({
  disease_type,
  start_date: firstDayOf(start_date),
  start_chars: start_date.length,
  end_date: end_date === undefined ? null : lastDayOf(end_date),
  end_chars: end_date?.length ?? 10,
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
