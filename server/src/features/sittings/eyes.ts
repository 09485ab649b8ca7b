import type { Eye } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { photographsOf, type Photographed } from './photographs.ts'
import { listedEye } from './sitting.ts'

/** The eye of each image of these archives, by its place, as the newest analysis and its corrections have it. */
export async function findEyes(
  trx: Trx,
  oid: string,
  rids: readonly string[],
): Promise<Map<string, Map<number, Eye>>> {
  const { rows } = await sql<{ rid: string; photographs: Photographed[] }>`
    SELECT archives.rid, ${photographsOf('newest.analysis_record_id')} AS photographs
    FROM archives JOIN LATERAL (
      SELECT analysis_record_id FROM analyses WHERE analyses.rid = archives.rid AND status = 'done'
      ORDER BY created_at DESC, analysis_record_id DESC LIMIT 1) AS newest ON true
    WHERE archives.oid = ${oid} AND archives.rid = any(${[...rids]}::uuid[])`.execute(trx)
  return new Map(
    rows.map(({ rid, photographs }) => [
      rid,
      new Map(
        photographs.flatMap((photograph) => {
          const eye = listedEye(photograph)
          return eye === null ? [] : [[photograph.image_index, eye] as const]
        }),
      ),
    ]),
  )
}
