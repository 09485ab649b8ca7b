import type { Eye, Language } from '@mingmou/contract'
import { sql, type Insertable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Deliveries } from '../../platform/database/tables/destination.ts'
import { standsFor } from '../../platform/database/person.ts'
import { CAME, type Recorded } from './as-came.ts'
import { SENT } from './sent-pictures.ts'

/** The birthday of a record. */
export const findBirthday = (trx: Trx, oid: string, pid: string) =>
  trx
    .selectFrom('patients')
    .select('birthday')
    .where('oid', '=', oid)
    .where('pid', '=', standsFor(pid))
    .executeTakeFirstOrThrow()

export const findActive = (trx: Trx, oid: string) =>
  trx
    .selectFrom('destinations')
    .select(['destination_id', 'photographs', 'measurements'])
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .execute()

/** Where the images of these archives come from, and what archives know of them. */
export const findOrigins = (trx: Trx, oid: string, rids: readonly string[]) =>
  trx
    .selectFrom('archive_images')
    .select(['rid', 'image_index', CAME.as('came'), SENT.as('sent')])
    .where('oid', '=', oid)
    .where('rid', '=', sql<string>`any(${[...rids]}::uuid[])`)
    .orderBy('rid')
    .orderBy('image_index')
    .execute()

/** Those that are new: an archive gets a document once. */
export async function insertDeliveries(
  trx: Trx,
  rows: readonly Insertable<Deliveries>[],
): Promise<string[]> {
  if (rows.length === 0) return []
  const inserted = await trx
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['destination_id', 'sop_uid']).doNothing())
    .returning('delivery_id')
    .execute()
  return inserted.map(({ delivery_id }) => delivery_id)
}

/** The destinations that a report, or its measurements, went to or are on their way to. */
export const findReceivers = (trx: Trx, oid: string, report_id: string) =>
  trx
    .selectFrom('deliveries')
    .select(['destination_id', 'what'])
    .where('oid', '=', oid)
    .where('report_id', '=', report_id)
    .where('what', 'in', ['report', 'measurements'])
    .orderBy('delivery_id')
    .execute()

/** A photograph that an archive has, or is to get, and whose it is now. */
export interface SentPicture {
  delivery_id: string
  destination_id: string
  report_id: string
  pid: string
  rid: string
  image_index: number
  sop_uid: string
  eye: Eye | null
  number: string | null
  language: Language
  /** Neither sitting nor patient is deleted. */
  living: boolean
  /** A person said of which eye it is, or took that back. */
  stated: boolean
  patient: Recorded
}

const RECORDED = sql<Recorded>`jsonb_build_object('name', person.name, 'number', person.ad_card_number,
  'gender', person.gender, 'birthday', person.birthday::text)`

/** Those that are not taken back, of destinations that are not removed. */
export async function findSentPictures(
  trx: Trx,
  oid: string,
  of: { rids: readonly string[] } | { pids: readonly string[] },
): Promise<SentPicture[]> {
  const which =
    'rids' in of
      ? sql`sent.rid = ANY(${[...of.rids]}::uuid[])`
      : sql`sent.rid IN (SELECT rid FROM archives JOIN patients AS filed USING (pid) WHERE filed.person IN (
          SELECT asked.person FROM patients AS asked WHERE asked.pid = ANY(${[...of.pids]}::uuid[])))`
  const { rows } = await sql<SentPicture>`
    SELECT sent.delivery_id, sent.destination_id, sent.report_id, sent.pid, sent.rid, sent.image_index,
      sent.sop_uid, sent.eye, sent.number, sent.language,
      archives.deleted_at IS NULL AND person.deleted_at IS NULL AS living,
      EXISTS (SELECT FROM corrections WHERE corrections.rid = sent.rid
        AND corrections.image_index = sent.image_index AND corrections.name = 'eye') AS stated,
      ${RECORDED} AS patient
    FROM deliveries AS sent JOIN destinations USING (destination_id)
      JOIN archives ON archives.rid = sent.rid
      JOIN patients AS own ON own.pid = archives.pid JOIN patients AS person ON person.pid = own.person
    WHERE sent.oid = ${oid} AND sent.what = 'photograph' AND NOT sent.withdrawn
      AND destinations.deleted_at IS NULL AND ${which}
    ORDER BY sent.delivery_id`.execute(trx)
  return rows
}

/** Of two that settle the same photographs the second waits, and sees what the first did. */
export async function holdPictures(trx: Trx, rids: readonly string[]): Promise<void> {
  for (const rid of rids)
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pictures ${rid}`}, 0))`.execute(trx)
}

/** How often it was tried: one that never was has not arrived. */
export const withdraw = (trx: Trx, oid: string, delivery_id: string) =>
  trx
    .updateTable('deliveries')
    .set({ withdrawn: true, updated_at: sql<Date>`now()` })
    .set({
      state: sql`CASE WHEN state = 'sent' THEN 'sent' ELSE 'dropped' END`,
      reason: sql<string | null>`CASE WHEN state = 'sent' THEN reason ELSE 'delivery_moved' END`,
    })
    .where('oid', '=', oid)
    .where('delivery_id', '=', delivery_id)
    .returning(['delivery_id', 'tries'])
    .executeTakeFirstOrThrow()

/** A sitting that is not deleted, in which the same photograph is filed and told of by a report that holds. */
export async function findSignedCopy(
  trx: Trx,
  oid: string,
  { rid, image_index }: { rid: string; image_index: number },
) {
  const { rows } = await sql<{
    rid: string
    image_index: number
    report_id: string
    pid: string
    patient: Recorded
  }>`
    SELECT same.rid, same.image_index, reports.report_id, reports.pid, ${RECORDED} AS patient
    FROM (SELECT coalesce(filed_from_rid, rid) AS rid, coalesce(filed_from_index, image_index) AS image_index
        FROM archive_images WHERE oid = ${oid} AND rid = ${rid} AND image_index = ${image_index}) AS origin
      JOIN archive_images AS same ON (same.rid = origin.rid AND same.image_index = origin.image_index)
        OR (same.filed_from_rid = origin.rid AND same.filed_from_index = origin.image_index)
      JOIN archives ON archives.rid = same.rid AND archives.deleted_at IS NULL
      JOIN patients AS own ON own.pid = archives.pid
      JOIN patients AS person ON person.pid = own.person AND person.deleted_at IS NULL
      JOIN analyses ON analyses.rid = same.rid
      JOIN reports ON reports.analysis_record_id = analyses.analysis_record_id AND reports.voided_at IS NULL
        AND same.image_index IN (reports.image_index, reports.fellow_index)
    ORDER BY reports.created_at DESC LIMIT 1`.execute(trx)
  return rows[0]
}
