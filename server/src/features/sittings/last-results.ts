import { MODALITIES, type LastResult, type Modality } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { photographsOf, type Photographed } from './photographs.ts'
import { eyesOf } from './sitting.ts'

/** Those whose eyes have a stage. */
const STAGED = MODALITIES.filter(({ staged }) => staged).map(({ key }) => key)

/** The newest analysed sitting of each patient that may have a stage, in one query. */
export async function findLastResults(
  trx: Trx,
  oid: string,
  pids: readonly string[],
): Promise<Map<string, LastResult>> {
  const { rows } = await sql<Found>`
    SELECT asked.pid, last.* FROM unnest(${[...pids]}::uuid[]) AS asked (pid)
    CROSS JOIN LATERAL (
      SELECT archives.modality, archives.record_date,
        ${photographsOf('newest.analysis_record_id')} AS photographs
      FROM patients JOIN archives USING (pid) CROSS JOIN LATERAL (
        SELECT analysis_record_id, status FROM analyses WHERE analyses.rid = archives.rid
        ORDER BY created_at DESC, analysis_record_id DESC LIMIT 1) AS newest
      WHERE archives.oid = ${oid} AND patients.person = asked.pid AND archives.deleted_at IS NULL
        AND archives.modality = ANY(${STAGED}) AND newest.status = 'done'
      ORDER BY archives.record_date DESC, archives.created_at DESC LIMIT 1
    ) AS last`.execute(trx)
  return new Map(
    rows.map(({ pid, modality, record_date, photographs }) => [
      pid,
      { modality, record_date, eyes: eyesOf(modality, photographs) },
    ]),
  )
}

interface Found {
  pid: string
  modality: Modality
  record_date: string
  photographs: Photographed[]
}
