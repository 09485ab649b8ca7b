import { STAGED_KINDS, type Modality } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { photographsIn, statedOf, stepIn, type Period } from './photographs.ts'

export interface CountedRow {
  step: string | null
  modality: Modality | null
  photographs: number
  sittings: number
  patients: number
}

/** By step and kind of image, and of the whole period. */
export async function countPhotographs(
  trx: Trx,
  oid: string,
  period: Period,
): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    SELECT step, modality, count(*)::int AS photographs, count(DISTINCT rid)::int AS sittings,
      count(DISTINCT person)::int AS patients
    FROM (
      SELECT ${stepIn(period, 'photograph.record_date')} AS step, photograph.modality, rid, person
      FROM ${photographsIn(oid, period)} AS photograph
      JOIN patients USING (pid)) AS counted
    GROUP BY GROUPING SETS ((step, modality), (modality), ())
    ORDER BY step NULLS FIRST, modality NULLS FIRST`.execute(trx)
  return rows
}

export interface TurnaroundRow {
  step: string | null
  sittings: number
  results: number
  /** Median and 90th percentile in seconds; null without any. */
  result: [number, number] | null
  reads: number
  read: [number, number] | null
  reports: number
  report: [number, number] | null
}

const spread = (from: string, to: string) => sql<[number, number]>`
  percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (
    ORDER BY extract(epoch FROM ${sql.ref(to)} - ${sql.ref(from)})::float8)`

/** By step of the sittings' day, and of the whole period. */
export async function measureTurnaround(
  trx: Trx,
  oid: string,
  period: Period,
): Promise<TurnaroundRow[]> {
  const { start_date, end_date } = period
  const { rows } = await sql<TurnaroundRow>`
    SELECT step, count(*)::int AS sittings,
      count(result_at)::int AS results, ${spread('created_at', 'result_at')} AS result,
      count(read_at)::int AS reads, ${spread('result_at', 'read_at')} AS read,
      count(report_at)::int AS reports, ${spread('result_at', 'report_at')} AS report
    FROM (
      SELECT ${stepIn(period, 'archives.record_date')} AS step, archives.created_at, result_at,
        least(opened_at, signed_at) AS read_at, report_at
      FROM archives JOIN patients USING (pid)
      CROSS JOIN LATERAL (
        SELECT min(ended_at) FILTER (WHERE status = 'done') AS result_at,
          min((SELECT min(created_at) FROM result_reads
            WHERE result_reads.analysis_record_id = analyses.analysis_record_id
              AND analyses.status = 'done')) AS opened_at,
          min((SELECT min(created_at) FROM reports
            WHERE reports.analysis_record_id = analyses.analysis_record_id)) AS signed_at,
          min((SELECT min(created_at) FROM reports
            WHERE reports.analysis_record_id = analyses.analysis_record_id
              AND voided_at IS NULL)) AS report_at
        FROM analyses WHERE analyses.rid = archives.rid) AS done
      WHERE archives.oid = ${oid} AND archives.deleted_at IS NULL AND patients.deleted_at IS NULL
        AND archives.record_date BETWEEN ${start_date} AND ${end_date}) AS sitting
    GROUP BY GROUPING SETS ((step), ())
    ORDER BY step NULLS FIRST`.execute(trx)
  return rows
}

/** As coalesce, which row-level security does not let an index see. */
const either = (first: string, second: string) =>
  sql`CASE WHEN ${sql.ref(first)} IS NULL THEN ${sql.ref(second)} ELSE ${sql.ref(first)} END`

export interface UngradableRow {
  modality: Modality
  collect_device: string | null
  uid: string | null
  name: string | null
  photographs: number
  analysed: number
  ungradable: number
}

/** By device, and by uploader: a photograph that was filed as another kind by whoever uploaded it first. */
export async function countUngradable(
  trx: Trx,
  oid: string,
  period: Period,
): Promise<UngradableRow[]> {
  const { rows } = await sql<UngradableRow>`
    SELECT modality, collect_device, uid,
      (SELECT name FROM accounts WHERE accounts.uid = counted.uid) AS name,
      count(*)::int AS photographs, count(gradable)::int AS analysed,
      (count(*) FILTER (WHERE NOT gradable))::int AS ungradable
    FROM (
      SELECT photograph.modality, photograph.collect_device,
        (SELECT origin.created_by FROM archive_images AS image
          JOIN archives AS origin ON origin.rid = ${either('image.filed_from_rid', 'image.rid')}
          WHERE image.rid = photograph.rid AND image.image_index = photograph.image_index) AS uid,
        CASE WHEN photograph.analysed
          THEN photograph.gradable END AS gradable
      FROM ${photographsIn(oid, period)} AS photograph
    ) AS counted
    GROUP BY GROUPING SETS ((modality, collect_device), (modality, uid))
    ORDER BY modality, photographs DESC, collect_device, uid`.execute(trx)
  return rows
}

export interface StagedRow {
  step: string | null
  modality: Modality
  /** Null: no photograph of the eye can be judged, or none has a stage. */
  stage: number | null
  gradable: boolean
  /** Eyes of sittings, where the eye is known. */
  eyes: number
  unknown_eye: number
}

/** Eyes of sittings by their stage, as the sitting says it of the eye. */
export async function countStages(trx: Trx, oid: string, period: Period): Promise<StagedRow[]> {
  const { rows } = await sql<StagedRow>`
    WITH judged AS (
      SELECT ${stepIn(period, 'photograph.record_date')} AS step, photograph.modality, rid, eye,
        photograph.gradable,
        photograph.eye_stage AS stage
      FROM ${photographsIn(oid, period, STAGED_KINDS)} AS photograph
      WHERE photograph.analysed),
    eyes AS (
      SELECT step, modality, eye, bool_or(gradable) AS gradable,
        max(stage) FILTER (WHERE gradable) AS stage, count(*) AS photographs
      FROM judged GROUP BY step, modality, rid, eye)
    SELECT step, modality, stage, gradable, count(eye)::int AS eyes,
      coalesce(sum(photographs) FILTER (WHERE eye IS NULL), 0)::int AS unknown_eye
    FROM eyes
    GROUP BY GROUPING SETS ((step, modality, stage, gradable), (modality, stage, gradable))
    ORDER BY step NULLS FIRST, modality, stage`.execute(trx)
  return rows
}

export interface AskedRow {
  step: string | null
  modality: Modality
  reason: string
  eyes: number
}

/** Eyes of sittings by why they are to be looked at. An eye with several reasons counts for each. */
export async function countReasons(trx: Trx, oid: string, period: Period): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    SELECT step, modality, reason, count(DISTINCT (rid, eye))::int AS eyes
    FROM (
      SELECT ${stepIn(period, 'photograph.record_date')} AS step, photograph.modality, rid, eye,
        unnest(photograph.eye_reasons) AS reason
      FROM ${photographsIn(oid, period, STAGED_KINDS)} AS photograph
      WHERE photograph.analysed AND eye IS NOT NULL) AS asked
    GROUP BY GROUPING SETS ((step, modality, reason), (modality, reason))
    ORDER BY step NULLS FIRST, modality, reason`.execute(trx)
  return rows
}

export interface PairRow {
  modality: Modality
  machine: number
  clinician: number
  stated: number
  signed: number
}

/**
 * Photographs by the machine's stage and the clinician's. The machine's is that of the analysis which the clinician had
 * before them. The clinician's is the statement that holds; where nobody ever stated one, the machine's that a report
 * was signed with.
 */
export async function pairStages(trx: Trx, oid: string, period: Period): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    SELECT modality, machine, coalesce(stated, machine) AS clinician,
      count(stated)::int AS stated, (count(*) - count(stated))::int AS signed
    FROM (
      SELECT photograph.modality,
        (SELECT (findings->>'dr_grade')::int FROM analysis_images AS found
          WHERE found.analysis_record_id
              = ${either('newest.analysis_record_id', 'signed.analysis_record_id')}
            AND found.image_index = photograph.image_index) AS machine,
        (newest.value #>> '{}')::int AS stated
      FROM ${photographsIn(oid, period, STAGED_KINDS)} AS photograph
      LEFT JOIN LATERAL (
        SELECT (array_agg(analysis_record_id ORDER BY created_at DESC, correction_id DESC))[1]
            AS analysis_record_id,
          (array_agg(value ORDER BY created_at DESC, correction_id DESC))[1] AS value
        FROM corrections
        WHERE corrections.rid = photograph.rid AND corrections.image_index = photograph.image_index
          AND name = 'stage') AS newest ON true
      LEFT JOIN LATERAL (
        SELECT (array_agg(reports.analysis_record_id
          ORDER BY reports.created_at DESC, report_id DESC))[1] AS analysis_record_id
        FROM analyses JOIN reports USING (analysis_record_id)
        WHERE newest.analysis_record_id IS NULL AND analyses.rid = photograph.rid
          AND photograph.image_index IN (reports.image_index, reports.fellow_index)
          AND voided_at IS NULL) AS signed ON true
      WHERE (newest.analysis_record_id IS NULL OR newest.value IS NOT NULL)
        AND ${statedOf('gradable')} IS DISTINCT FROM 'false') AS pair
    WHERE machine IS NOT NULL
    GROUP BY modality, machine, coalesce(stated, machine)
    ORDER BY modality, machine, clinician`.execute(trx)
  return rows
}
