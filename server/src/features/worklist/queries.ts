import {
  LIST_COUNT_LIMIT,
  REFERRALS,
  type AnalysisStatus,
  type BodyOf,
  type listWorklist,
  type Modality,
} from '@mingmou/contract'
import { sql } from 'kysely'
import type { Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { ofLiving } from '../../platform/database/person.ts'
import { photographsOf, type Photographed } from '../sittings/photographs.ts'

/** Those of today that are read stand below all that are not. */
const READ = 5

/** The last row of a page: its rank, its time in microseconds, its archive. */
export interface Place {
  rank: number
  at: string
  rid: string
}

export interface ListedSitting {
  place_rank: number
  place_at: string
  rid: string
  pid: string
  name: string
  gender: 1 | 2
  birthday: string
  ad_card_number: string
  modality: Modality
  record_date: string
  created_at: Date
  urgency: number | null
  unread: boolean
  images: { image_index: number; thumb_key: string }[]
  analysis_record_id: string | null
  status: AnalysisStatus | null
  photographs: Photographed[]
  readers: { name: string; at: string }[]
  settled: { name: string; at: string } | null
  reports: number
  origin: { name: string; at: string } | null
}

const after = (place: Place | null, rank: string, at: string) =>
  place === null
    ? sql`true`
    : sql`(${sql.raw(rank)}, ${sql.ref(at)}, rid) > (${place.rank}::int, timestamptz 'epoch' + ${place.at}::bigint * interval '1 microsecond', ${place.rid}::uuid)`

type Wanted = Pick<
  BodyOf<typeof listWorklist>,
  'order' | 'modality' | 'mine' | 'reason' | 'record_date'
>

/** What the caller looks for. */
const sought = ({ modality, mine, reason, record_date }: Wanted, uid: string) =>
  sql.join(
    [
      sql`true`,
      ...(modality === undefined ? [] : [sql`archives.modality = ${modality}`]),
      ...(mine ? [sql`archives.created_by = ${uid}`] : []),
      ...(record_date === undefined ? [] : [sql`archives.record_date = ${record_date}`]),
      ...(reason === undefined
        ? []
        : [
            sql`EXISTS (SELECT FROM dataset_images WHERE dataset_images.rid = archives.rid
              AND eye_reasons && ${REFERRALS.map((referral) => `${reason}.${referral}`)}::text[])`,
          ]),
    ],
    sql` AND `,
  )

/**
 * One more than a page, from two indexes in their order: the unread results, and the sittings of the day that are
 * read or not analysed yet.
 */
export async function findWorklist(
  trx: Trx,
  { oid, uid }: Pick<Clinician, 'oid' | 'uid'>,
  { day, place, size, ...wanted }: { day: string; place: Place | null; size: number } & Wanted,
): Promise<ListedSitting[]> {
  const rank = wanted.order === 'urgency' ? 'urgency' : '1'
  const { rows } = await sql<ListedSitting>`
    WITH unread AS (
      SELECT rid, ${sql.raw(rank)}::int AS rank, unread_since AS at FROM archives
      WHERE oid = ${oid} AND unread_of IS NOT NULL AND deleted_at IS NULL AND ${ofLiving('archives.pid', oid)}
        AND ${after(place, rank, 'unread_since')} AND ${sought(wanted, uid)}
      ORDER BY ${wanted.order === 'urgency' ? sql`urgency, ` : sql``}unread_since, rid LIMIT ${size + 1}),
    today AS (
      SELECT rid, ${READ}::int AS rank, created_at AS at FROM archives
      WHERE oid = ${oid} AND record_date = ${day} AND unread_of IS NULL AND deleted_at IS NULL
        AND ${ofLiving('archives.pid', oid)} AND ${after(place, `${READ}`, 'created_at')}
        AND ${sought(wanted, uid)}
      ORDER BY created_at, rid LIMIT ${size + 1}),
    listed AS (
      SELECT * FROM unread UNION ALL SELECT * FROM today ORDER BY rank, at, rid LIMIT ${size + 1})
    SELECT listed.rank AS place_rank,
      (extract(epoch FROM listed.at) * 1000000)::bigint::text AS place_at,
      archives.rid, shown.pid, shown.name, shown.gender, shown.birthday, shown.ad_card_number,
      archives.modality, archives.record_date, archives.created_at, archives.urgency,
      archives.unread_of IS NOT NULL AS unread,
      (SELECT jsonb_agg(jsonb_build_object('image_index', image_index, 'thumb_key', thumb_key)
         ORDER BY image_index) FROM archive_images WHERE archive_images.rid = archives.rid) AS images,
      newest.analysis_record_id, newest.status,
      ${photographsOf('newest.analysis_record_id')} AS photographs,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('name', accounts.name, 'at', reads.created_at)
         ORDER BY reads.created_at), '[]')
       FROM result_reads AS reads JOIN accounts ON accounts.uid = reads.created_by
       WHERE reads.analysis_record_id = newest.analysis_record_id) AS readers,
      (SELECT jsonb_build_object('name', accounts.name, 'at', reads.settled_at)
       FROM result_reads AS reads JOIN accounts ON accounts.uid = reads.created_by
       WHERE reads.analysis_record_id = newest.analysis_record_id AND reads.settled_at IS NOT NULL
       ORDER BY reads.settled_at LIMIT 1) AS settled,
      (SELECT count(*)::int FROM reports
       WHERE reports.analysis_record_id = newest.analysis_record_id) AS reports,
      coalesce(
        (SELECT jsonb_build_object('name', outside_name(orders.created_by), 'at', orders.created_at)
         FROM orders WHERE orders.rid = archives.rid AND outside_name(orders.created_by) IS NOT NULL
         ORDER BY orders.created_at LIMIT 1),
        (SELECT jsonb_build_object('name', name, 'at', shown.created_at)
         FROM outside_name(shown.created_by) AS name WHERE name IS NOT NULL)) AS origin
    FROM listed JOIN archives USING (rid)
    JOIN patients AS own ON own.pid = archives.pid
    JOIN patients AS shown ON shown.pid = own.person
    LEFT JOIN LATERAL (
      SELECT analysis_record_id, status FROM analyses WHERE analyses.rid = archives.rid
      ORDER BY created_at DESC, analysis_record_id DESC LIMIT 1) AS newest ON true
    ORDER BY listed.rank, listed.at, listed.rid`.execute(trx)
  return rows
}

/** How many results of each urgency are unread; counting stops as lists do. */
export async function countUnread(trx: Trx, oid: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ urgency: number; count: number }>`
    SELECT urgency, count(*)::int AS count FROM (
      SELECT urgency FROM archives
      WHERE oid = ${oid} AND unread_of IS NOT NULL AND deleted_at IS NULL AND ${ofLiving('archives.pid', oid)}
      LIMIT ${LIST_COUNT_LIMIT}) AS unread GROUP BY urgency`.execute(trx)
  return new Map(rows.map(({ urgency, count }) => [urgency, count]))
}

export async function countDay(trx: Trx, oid: string, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM archives
    WHERE oid = ${oid} AND record_date = ${day} AND deleted_at IS NULL
      AND ${ofLiving('archives.pid', oid)}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** False where the reader has opened it before. */
export async function insertRead(trx: Trx, read: Read): Promise<boolean> {
  const inserted = await trx
    .insertInto('result_reads')
    .values(read)
    .onConflict((conflict) => conflict.columns(['analysis_record_id', 'created_by']).doNothing())
    .returning('created_at')
    .execute()
  return inserted.length > 0
}

interface Read {
  oid: string
  analysis_record_id: string
  created_by: string
}

/** A trigger takes the result from those that are unread. */
export async function settleRead(trx: Trx, read: Read, settled_at: Date): Promise<void> {
  await trx
    .insertInto('result_reads')
    .values({ ...read, settled_at })
    .onConflict((conflict) =>
      conflict.columns(['analysis_record_id', 'created_by']).doUpdateSet({ settled_at }),
    )
    .execute()
}

/** A trigger puts the result back, unless a report of it is signed or a newer one is there. */
export async function unsettle(
  trx: Trx,
  { oid, analysis_record_id }: Omit<Read, 'created_by'>,
): Promise<void> {
  await trx
    .updateTable('result_reads')
    .set({ settled_at: null })
    .where('oid', '=', oid)
    .where('analysis_record_id', '=', analysis_record_id)
    .where('settled_at', 'is not', null)
    .execute()
}
