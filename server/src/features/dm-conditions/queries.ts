import { firstDayOf, type DmConditionsInput } from '@mingmou/contract'
import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { keepValues } from './values.ts'

export type ConditionsRow = Selectable<Tables['dm_conditions']> & {
  changed_by: string | null
  name: string
  ad_card_number: string
}

/** One of each record of the person that has one, the one that was changed last first. */
export async function findConditions(trx: Trx, oid: string, pid: string): Promise<ConditionsRow[]> {
  return trx
    .selectFrom('dm_conditions')
    .innerJoin('patients', 'patients.pid', 'dm_conditions.pid')
    .leftJoin('accounts', 'accounts.uid', 'dm_conditions.updated_by')
    .selectAll('dm_conditions')
    .select(['accounts.name as changed_by', 'patients.name', 'patients.ad_card_number'])
    .where('dm_conditions.oid', '=', oid)
    .where(ofPerson('dm_conditions.pid', pid))
    .orderBy('dm_conditions.updated_at', 'desc')
    .orderBy('dm_conditions.pid')
    .execute()
}

/** A missing value is written as null: a change clears it. */
const whole = (given: DmConditionsInput) => ({
  onset_date: given.onset_date === undefined ? null : firstDayOf(given.onset_date),
  onset_chars: given.onset_date?.length ?? 10,
  diagnosis_date: given.diagnosis_date === undefined ? null : firstDayOf(given.diagnosis_date),
  diagnosis_chars: given.diagnosis_date?.length ?? 10,
  somatotype: given.somatotype ?? null,
  fbg_date: given.recently_fbg_date ?? null,
  fbg: given.recently_fbg_value ?? null,
  hba1c_date: given.recently_HbA1c_date ?? null,
  hba1c: given.recently_HbA1c_value ?? null,
  medication: given.current_medication ?? null,
})

/** False where the version is no longer the stored one. Version 0: there was no record. */
export async function writeConditions(
  trx: Trx,
  { oid, uid, pid }: { oid: string; uid: string; pid: string },
  version: number,
  given: DmConditionsInput,
): Promise<boolean> {
  const values = { ...whole(given), updated_by: uid }
  const written =
    version === 0
      ? await trx
          .insertInto('dm_conditions')
          .values({ ...values, oid, pid, created_by: uid })
          .onConflict((conflict) => conflict.column('pid').doNothing())
          .returning('pid')
          .execute()
      : await trx
          .updateTable('dm_conditions')
          .set({ ...values, version: version + 1, updated_at: sql<Date>`now()` })
          .where('oid', '=', oid)
          .where('pid', '=', pid)
          .where('version', '=', version)
          .returning('pid')
          .execute()
  if (written.length === 0) return false
  await keepValues(trx, { oid, uid, pid }, whole(given))
  return true
}
