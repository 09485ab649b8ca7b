import type { AnalysisStatus, EyeSummary, Modality } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import { photographsOf, type Photographed } from './photographs.ts'
import { eyesOf } from './sitting.ts'

/** A sitting with what its newest analysis says, as other systems read it. */
export interface OutsideSitting {
  rid: string
  /** The record that stands for its patient, and its card number now. */
  pid: string
  number: string
  modality: Modality
  record_date: string
  collect_device: string
  created_at: Date
  images: number
  analysis_record_id: string | null
  status: AnalysisStatus | null
  ended_at: Date | null
  eyes: EyeSummary[]
}

export interface WantedSittings {
  after?: string | null | undefined
  rid?: string | undefined
  pid?: string | undefined
  /** Conditions on `archives`, of whoever asks. */
  where?: readonly RawBuilder<boolean>[]
}

/** Sittings of patients that are not deleted, `shown` the record that stands for each patient. */
const asked = (
  oid: string,
  { after = null, rid, pid, where = [] }: WantedSittings,
) => sql`archives JOIN patients AS own ON own.pid = archives.pid
  JOIN patients AS shown ON shown.pid = own.person
  WHERE archives.oid = ${oid} AND archives.deleted_at IS NULL AND shown.deleted_at IS NULL
    AND ${after === null ? sql`true` : sql`archives.rid > ${after}`}
    AND ${rid === undefined ? sql`true` : sql`archives.rid = ${rid}`}
    AND ${pid === undefined ? sql`true` : ofPerson('archives.pid', pid)}
    AND ${sql.join([sql`true`, ...where], sql` AND `)}`

/** How many there are of these. */
export async function countOutsideSittings(
  trx: Trx,
  oid: string,
  wanted: WantedSittings,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${asked(oid, wanted)}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Sittings in the sequence of their ids, which is that of filing. */
export async function findOutsideSittings(
  trx: Trx,
  oid: string,
  wanted: WantedSittings,
  most: number,
): Promise<OutsideSitting[]> {
  // The page first: what an analysis says is looked up for its rows alone.
  const { rows } = await sql<Omit<OutsideSitting, 'eyes'> & { photographs: Photographed[] | null }>`
    WITH page AS MATERIALIZED (
      SELECT archives.rid, shown.pid, shown.ad_card_number AS number
      FROM ${asked(oid, wanted)}
      ORDER BY archives.rid LIMIT ${most})
    SELECT archives.rid, page.pid, page.number, archives.modality,
      archives.record_date, archives.collect_device, archives.created_at,
      (SELECT count(*)::int FROM archive_images WHERE archive_images.rid = archives.rid) AS images,
      newest.analysis_record_id, newest.status, newest.ended_at,
      CASE WHEN newest.status = 'done' THEN ${photographsOf('newest.analysis_record_id')} END
        AS photographs
    FROM page JOIN archives USING (rid)
    LEFT JOIN LATERAL (
      SELECT analysis_record_id, status, ended_at FROM analyses WHERE analyses.rid = archives.rid
      ORDER BY created_at DESC, analysis_record_id DESC LIMIT 1) AS newest ON true
    ORDER BY archives.rid`.execute(trx)
  return rows.map(({ photographs, ...row }) => ({
    ...row,
    eyes: photographs === null ? [] : eyesOf(row.modality, photographs),
  }))
}
