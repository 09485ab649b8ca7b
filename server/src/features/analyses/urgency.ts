import { URGENCIES, type Modality } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { holdArchiveRow } from '../sittings/archive.ts'
import { photographsOf, type Photographed } from '../sittings/photographs.ts'
import type { AnalysisRow } from '../sittings/analyses.ts'
import { eyesOf, urgencyOf } from '../sittings/sitting.ts'

interface Ended {
  modality: Modality
  status: 'done' | 'failed'
  photographs: Photographed[]
}

/** What the newest analysis that ended asks of its reader, with what clinicians stated of its images. */
async function findUrgency(trx: Trx, oid: string, rid: string): Promise<number | null> {
  const { rows } = await sql<Ended>`
    SELECT archives.modality, newest.status,
      ${photographsOf('newest.analysis_record_id')} AS photographs
    FROM archives CROSS JOIN LATERAL (
      SELECT analysis_record_id, status FROM analyses
      WHERE analyses.rid = archives.rid AND status IN ('done', 'failed')
      ORDER BY created_at DESC, analysis_record_id DESC LIMIT 1) AS newest
    WHERE archives.oid = ${oid} AND archives.rid = ${rid}`.execute(trx)
  const [ended] = rows
  if (!ended) return null
  const urgency =
    ended.status === 'failed' ? 'ungradable' : urgencyOf(eyesOf(ended.modality, ended.photographs))
  return URGENCIES.indexOf(urgency) + 1
}

/** Puts the sitting at its place in the worklist again, read or not. */
export async function rankSitting(trx: Trx, oid: string, rid: string): Promise<void> {
  await holdArchiveRow(trx, oid, rid)
  const urgency = await findUrgency(trx, oid, rid)
  await trx
    .updateTable('archives')
    .set({ urgency })
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .execute()
}

/** From now on the institution has this result, which has ended, to read. */
export async function setUnread(
  trx: Trx,
  oid: string,
  { rid, analysis_record_id }: Pick<AnalysisRow, 'rid' | 'analysis_record_id'>,
): Promise<void> {
  await trx
    .updateTable('archives')
    .set({ unread_of: analysis_record_id, unread_since: sql<Date>`clock_timestamp()` })
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .execute()
  await rankSitting(trx, oid, rid)
}
