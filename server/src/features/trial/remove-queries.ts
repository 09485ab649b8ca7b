import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** Every tenant of a trial account. */
export async function findTenants(db: Db): Promise<{ oid: string; trial_of: string }[]> {
  return db
    .selectFrom('institutions')
    .select(['oid', 'trial_of'])
    .where('kind', '=', 'trial')
    .where('purged_at', 'is', null)
    .$narrowType<{ trial_of: string }>()
    .execute()
}

/** Photographs of a batch; without one all of the tenant, those that belong to no batch yet among them. */
export async function findOwn(trx: Trx, oid: string, anal_id?: string): Promise<string[]> {
  let query = trx.selectFrom('trial_photographs').select('rid').where('oid', '=', oid)
  if (anal_id !== undefined) query = query.where('anal_id', '=', anal_id)
  return (await query.execute()).map(({ rid }) => rid)
}

/** Photographs that came before, and the others of their batches. */
export async function findOld(trx: Trx, oid: string, before: Date): Promise<string[]> {
  const { rows } = await sql<{ rid: string }>`
    SELECT rid FROM trial_photographs WHERE oid = ${oid} AND (created_at < ${before}
      OR anal_id IN (SELECT anal_id FROM trial_photographs WHERE oid = ${oid} AND created_at < ${before}))
  `.execute(trx)
  return rows.map(({ rid }) => rid)
}
