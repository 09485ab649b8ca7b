import { DRIFT, REFERRED_STAGE } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { DriftFacts } from '../../platform/database/tables/drift.ts'

/** Days from a Monday on, up to another one. */
export interface Span {
  from: string
  to: string
}

interface OfDevice {
  device: string
  device_id: string | null
  name: string
  networks: string
  pid: string
  rid: string
  image_index: number
}

/** What the first analysis of a photograph found in it. */
export interface PhotographRow extends OfDevice {
  quality: number | null
  chance: number | null
  /** null: no stage is told. */
  referable: boolean | null
}

/** A photograph in a signed report, with the machine's stage and the clinician's. */
export interface PairRow extends OfDevice {
  report_id: string
  agreed: boolean
}

const midnight = (day: string) => sql`${day}::date::timestamp AT TIME ZONE 'Asia/Shanghai'`

/** Each is looked up by its key, one row of `analyses` after the other, whatever the database knows of the tables yet. */
const lateral = (table: string, alias: string, where: RawBuilder<unknown>) =>
  sql`CROSS JOIN LATERAL (SELECT * FROM ${sql.table(table)} WHERE ${where} OFFSET 0) AS ${sql.table(alias)}`

/**
 * The device of a sitting: the registered one that sent it, under whatever name it has now; otherwise what the sitting
 * says, in whatever width and case.
 */
const REST = sql`
  ${lateral('archives', 'sitting', sql`archives.rid = wanted.rid`)}
  ${lateral(
    'dataset_images',
    'photograph',
    sql`dataset_images.rid = wanted.rid AND dataset_images.image_index = found.image_index`,
  )}
  LEFT JOIN LATERAL (
    SELECT received_files.device_id, devices.name FROM received_files JOIN devices USING (device_id)
    WHERE received_files.rid = wanted.rid ORDER BY received_files.created_at LIMIT 1) AS sent ON true
  CROSS JOIN LATERAL (SELECT btrim(normalize(sitting.collect_device, NFKC)) AS said) AS typed`
const COLUMNS = sql`coalesce(sent.device_id::text, lower(typed.said)) AS device, sent.device_id,
  coalesce(sent.name, typed.said) AS name,
  (SELECT coalesce(string_agg(key || ' ' || value, '; ' ORDER BY key), '')
    FROM jsonb_each_text(found.findings -> 'model_versions')) AS networks,
  photograph.pid, wanted.rid, found.image_index`

/** One that was filed as another kind counts there alone, and a deleted one no more. */
const STANDS = sql`NOT photograph.hidden AND NOT EXISTS (
    SELECT FROM archive_images AS copy JOIN archives AS there USING (rid)
    WHERE copy.filed_from_rid = photograph.rid AND copy.filed_from_index = photograph.image_index
      AND there.deleted_at IS NULL OFFSET 0)`

/** The fundus photographs whose first analysis ended in these days, in its order. Older ones that were brought are left out. */
export async function findPhotographs(trx: Trx, oid: string, { from, to }: Span) {
  const { rows } = await sql<PhotographRow>`
    WITH wanted AS MATERIALIZED (
      SELECT analysis_record_id, rid, ended_at FROM analyses
      WHERE oid = ${oid} AND status = 'done' AND modality = 'fundus'
        AND ended_at >= ${midnight(from)} AND ended_at < ${midnight(to)})
    SELECT ${COLUMNS},
      (found.findings ->> 'quality_score')::float8 AS quality,
      (found.findings ->> 'dr_referable_probability')::float8 AS chance,
      CASE WHEN found.findings ->> 'dr_grade' IS NOT NULL
        THEN (found.findings ->> 'dr_grade')::int >= ${REFERRED_STAGE}::int
          OR coalesce((found.findings #>> '{dr,macular_oedema}')::boolean, false) END AS referable
    FROM wanted
    ${lateral(
      'analysis_images',
      'found',
      sql`analysis_images.analysis_record_id = wanted.analysis_record_id AND findings IS NOT NULL`,
    )}
    ${REST}
    WHERE ${STANDS}
      AND photograph.record_date >= (wanted.ended_at AT TIME ZONE 'Asia/Shanghai')::date - ${DRIFT.takenDays}::int
      AND NOT EXISTS (
        SELECT FROM analyses AS earlier JOIN analysis_images AS first USING (analysis_record_id)
        WHERE earlier.rid = wanted.rid AND earlier.status = 'done' AND first.findings IS NOT NULL
          AND first.image_index = found.image_index
          AND (earlier.ended_at, earlier.analysis_record_id) < (wanted.ended_at, wanted.analysis_record_id)
        OFFSET 0)
    ORDER BY wanted.ended_at, wanted.analysis_record_id, found.image_index`.execute(trx)
  return rows
}

/**
 * The photographs of reports that were signed in these days, first of their sitting and not void. The clinician's stage is
 * the statement before the report; where there is none, the machine's was signed.
 */
export async function findPairs(trx: Trx, oid: string, { from, to }: Span) {
  const { rows } = await sql<PairRow>`
    WITH wanted AS MATERIALIZED (
      SELECT report_id, reports.created_at, analysis_record_id, image_index, fellow_index,
        (SELECT rid FROM analyses WHERE analyses.analysis_record_id = reports.analysis_record_id
          AND modality = 'fundus') AS rid
      FROM reports
      WHERE oid = ${oid} AND voided_at IS NULL AND supersedes IS NULL
        AND created_at >= ${midnight(from)} AND created_at < ${midnight(to)})
    SELECT ${COLUMNS}, wanted.report_id,
      coalesce(stated.stage, (found.findings ->> 'dr_grade')::int)
        = (found.findings ->> 'dr_grade')::int AS agreed
    FROM wanted
    ${lateral(
      'analysis_images',
      'found',
      sql`analysis_images.analysis_record_id = wanted.analysis_record_id
        AND analysis_images.image_index IN (wanted.image_index, wanted.fellow_index)
        AND findings ->> 'dr_grade' IS NOT NULL`,
    )}
    ${REST}
    LEFT JOIN LATERAL (
      SELECT (value #>> '{}')::int AS stage FROM corrections
      WHERE corrections.rid = wanted.rid AND corrections.image_index = found.image_index
        AND corrections.name = 'stage' AND corrections.created_at <= wanted.created_at
      ORDER BY corrections.created_at DESC, correction_id DESC LIMIT 1) AS stated ON true
    WHERE ${STANDS}
    ORDER BY wanted.created_at, wanted.report_id, found.image_index`.execute(trx)
  return rows
}

const inThousandths = (value: number) => Math.round(1000 * value) / 1000

/** What is kept of photographs and of what was signed. */
export function factsOf(
  photographs: readonly PhotographRow[],
  pairs: readonly PairRow[],
): DriftFacts {
  const numbers = (of: (row: PhotographRow) => number | null) =>
    photographs.flatMap((row) => {
      const value = of(row)
      return value === null ? [] : [inThousandths(value)]
    })
  return {
    photographs: photographs.length,
    sittings: new Set(photographs.map(({ rid }) => rid)).size,
    quality: numbers(({ quality }) => quality),
    chance: numbers(({ chance }) => chance),
    untold: photographs.filter(({ referable }) => referable === null).length,
    referable: photographs.filter(({ referable }) => referable === true).length,
    reports: new Set(pairs.map(({ report_id }) => report_id)).size,
    pairs: pairs.length,
    agreed: pairs.filter(({ agreed }) => agreed).length,
  }
}
