import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type DmValue = Pick<Selectable<Tables['dm_values']>, 'kind' | 'day' | 'value'>

/** Keeps the values that have a day. A day has one value of each kind: the one that was saved last. */
export async function keepValues(
  trx: Trx,
  { oid, uid, pid }: { oid: string; uid: string; pid: string },
  {
    fbg_date,
    fbg,
    hba1c_date,
    hba1c,
  }: Record<'fbg_date' | 'hba1c_date', string | null> & Record<'fbg' | 'hba1c', number | null>,
): Promise<void> {
  const dated = [
    { kind: 'fbg' as const, day: fbg_date, value: fbg },
    { kind: 'hba1c' as const, day: hba1c_date, value: hba1c },
  ].flatMap(({ kind, day, value }) =>
    day === null || value === null ? [] : [{ kind, day, value }],
  )
  if (dated.length === 0) return
  await trx
    .insertInto('dm_values')
    .values(dated.map((value) => ({ ...value, oid, pid, created_by: uid })))
    .onConflict((conflict) =>
      conflict.columns(['pid', 'kind', 'day']).doUpdateSet((row) => ({
        value: row.ref('excluded.value'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** Every value of HbA1c and fasting glucose that has a day, the oldest first. */
export async function findValues(trx: Trx, oid: string, pid: string): Promise<DmValue[]> {
  return trx
    .selectFrom('dm_values')
    .select(['kind', 'day', 'value'])
    .where('oid', '=', oid)
    .where(ofPerson('pid', pid))
    .orderBy('day')
    .orderBy('kind')
    .execute()
}
