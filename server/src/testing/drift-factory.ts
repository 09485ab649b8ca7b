import { today } from '@mingmou/contract'
import { sql } from 'kysely'
import { withInstitution } from '../platform/database/institution.ts'
import type { SignedIn } from './factories.ts'
import type { TestApp } from './test-app.ts'

const DAY_MS = 86_400_000

/** The Monday so many weeks before the week of the program's clock. */
export function mondayBefore(app: TestApp, weeks: number): string {
  const days = Date.parse(today(app.context.now())) / DAY_MS
  return new Date((days - ((days + 3) % 7) - 7 * weeks) * DAY_MS).toISOString().slice(0, 10)
}

interface Brought {
  /** The week's Monday. */
  week: string
  sittings?: number
  device?: string
  networks?: string
  /** Taken from the quality of every photograph. */
  worse?: number
  /** Every report of the week was signed with another stage. */
  isCorrected?: boolean
  /** Days between the photograph and its analysis. */
  taken?: number
  /** A registered device that sent them. */
  device_id?: string
}

/**
 * Sittings of a week with two analysed photographs each, of one patient, every third signed. Qualities lie evenly from
 * 0.6 to 0.9; every tenth sitting is to refer, and of every 25th photograph no stage is told.
 */
export async function bringWeek(app: TestApp, by: SignedIn, pid: string, brought: Brought) {
  const { week, sittings = 90, device = 'Topcon NW400', networks = '1.0.0', worse = 0 } = brought
  const { isCorrected = false, taken = 0, device_id = null } = brought
  const oid = by.oid ?? ''
  await withInstitution(app.context.db, oid, async (trx) => {
    await sql`CREATE TEMP TABLE brought ON COMMIT DROP AS
      SELECT n, gen_random_uuid() AS rid, gen_random_uuid() AS analysis,
        ${week}::date::timestamp AT TIME ZONE 'Asia/Shanghai' + n * interval '5 minutes' AS at
      FROM generate_series(1, ${sittings}::int) AS n`.execute(trx)
    await sql`INSERT INTO archives (rid, oid, pid, modality, record_date, collect_device, fields, created_by, created_at)
      SELECT rid, ${oid}, ${pid}, 'fundus', ${week}::date - ${taken}::int, ${device}, '{"img_type":1}', ${by.uid}, at
      FROM brought`.execute(trx)
    await sql`INSERT INTO archive_images (rid, image_index, oid, upload_key, file_name, file_key, thumb_key, sha256, width, height)
      SELECT rid, image, ${oid}, rid || '/' || image, '-', 'archives/' || rid, 'archives/' || rid, '-', 9, 9
      FROM brought, generate_series(0, 1) AS image`.execute(trx)
    if (device_id !== null)
      await sql`INSERT INTO received_files (received_id, device_id, sop_class, sop_uid, sha256, file_key, stored_bytes, differs, rid, oid, created_by)
        SELECT gen_random_uuid(), ${device_id}, '-', rid, '-', '-', 0, false, rid, ${oid}, ${by.uid} FROM brought`.execute(
        trx,
      )
    await sql`INSERT INTO analyses (analysis_record_id, oid, pid, rid, modality, status, progress, requested_by, created_at, ended_at)
      SELECT analysis, ${oid}, ${pid}, rid, 'fundus', 'done', 100, ${by.uid}, at, at FROM brought`.execute(
      trx,
    )
    await sql`INSERT INTO analysis_images (analysis_record_id, image_index, oid, findings)
      SELECT analysis, image, ${oid}, jsonb_build_object(
        'quality_score', 0.6 + ((2 * n + image) * 37 % 100) * 0.003 - ${worse}::float8,
        'dr_referable_probability', CASE WHEN n % 10 = 0 THEN 0.9 ELSE ((2 * n + image) * 37 % 100) * 0.003 END,
        'dr_grade', CASE WHEN (2 * n + image) % 25 = 0 THEN NULL WHEN n % 10 = 0 THEN 2 ELSE 0 END,
        'model_versions', jsonb_build_object('quality', ${networks}::text))
      FROM brought, generate_series(0, 1) AS image`.execute(trx)
    if (isCorrected)
      await sql`INSERT INTO corrections (correction_id, rid, image_index, analysis_record_id, name, value, reason, oid, created_by, created_at)
        SELECT gen_random_uuid(), rid, 0, analysis, 'stage', '3', '-', ${oid}, ${by.uid}, at + interval '1 minute'
        FROM brought WHERE n % 3 = 0`.execute(trx)
    await sql`INSERT INTO reports (report_id, report_no, oid, pid, analysis_record_id, image_index, diagnosis_class, opinion, data, clinician, created_at)
      SELECT gen_random_uuid(), upper(md5(rid::text)), ${oid}, ${pid}, analysis, 0, '1', '',
        '{"record_date":"2026-01-01","clinician":"-"}', ${by.uid}, at + interval '2 minutes'
      FROM brought WHERE n % 3 = 0`.execute(trx)
  })
}
