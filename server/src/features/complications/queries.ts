import { firstDayOf, lastDayOf, type ComplicationInput } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

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
