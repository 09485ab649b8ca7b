import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { inTurn } from '../../platform/database/person.ts'

interface Held {
  pid: string
  merged_into: string | null
  merged_at: Date | null
}

/** Records that are not deleted, locked until the transaction ends. */
export async function holdRecords(
  trx: Trx,
  oid: string,
  pids: readonly string[],
): Promise<Map<string, Held>> {
  await inTurn(trx, oid)
  const rows = await trx
    .selectFrom('patients')
    .select(['pid', 'merged_into', 'merged_at'])
    .where('oid', '=', oid)
    .where('pid', 'in', pids)
    .where('deleted_at', 'is', null)
    .orderBy('pid')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.pid, row]))
}

/** Whether other records were merged into this one. */
export async function standsForOthers(trx: Trx, pid: string): Promise<boolean> {
  const found = await trx
    .selectFrom('patients')
    .select('pid')
    .where('person', '=', pid)
    .where('merged_into', 'is not', null)
    .limit(1)
    .execute()
  return found.length > 0
}

export async function setMerged(
  trx: Trx,
  oid: string,
  pid: string,
  merge: { into: string; by: string; at: Date } | null,
): Promise<void> {
  await trx
    .updateTable('patients')
    .set({
      merged_into: merge?.into ?? null,
      merged_by: merge?.by ?? null,
      merged_at: merge?.at ?? null,
      updated_at: sql<Date>`now()`,
    })
    .where('oid', '=', oid)
    .where('pid', '=', pid)
    .execute()
}

/** The records that were merged into this one, the newest merge first. */
export async function findMerged(trx: Trx, oid: string, pid: string) {
  return trx
    .selectFrom('patients')
    .leftJoin('accounts', 'accounts.uid', 'patients.merged_by')
    .select(['patients.pid', 'patients.name', 'patients.ad_card_number', 'patients.gender'])
    .select(['patients.birthday', 'patients.merged_at', 'accounts.name as merged_by'])
    .where('patients.oid', '=', oid)
    .where('patients.person', '=', pid)
    .where('patients.merged_into', 'is not', null)
    .orderBy('patients.merged_at', 'desc')
    .execute()
}
