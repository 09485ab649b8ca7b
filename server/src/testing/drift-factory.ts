import { today } from '@mingmou/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { inProgramDatabase } from '../features/backup/source.ts'
import { openDatabase, type Db } from '../platform/database/database.ts'
import { runningSuperuserUrl } from '../platform/database/embedded/running.ts'
import { withInstitution } from '../platform/database/institution.ts'
import { openLog } from '../platform/log.ts'

const DAY_MS = 86_400_000

/** The Monday that is a number of weeks before this week's. */
export function mondayBefore(now: Date, weeks: number): string {
  const days = Date.parse(today(now)) / DAY_MS
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
  /** The picture of all of them; without it they have none. */
  picture?: Picture
}

interface Picture {
  file_key: string
  thumb_key: string
}

/**
 * Sittings of a week with two analysed photographs each, of one patient, every third signed. Qualities lie evenly from
 * 0.6 to 0.9; every tenth sitting is to refer, and of every 25th photograph no stage is told.
 */
export async function bringWeek(
  db: Db,
  { oid, uid, pid }: { oid: string; uid: string; pid: string },
  brought: Brought,
): Promise<void> {
  const { week, sittings = 90, device = 'Topcon NW400', networks = '1.0.0', worse = 0 } = brought
  const { isCorrected = false, taken = 0, device_id = null } = brought
  const { file_key = '-', thumb_key = '-' } = brought.picture ?? {}
  await withInstitution(db, oid, async (trx) => {
    await sql`CREATE TEMP TABLE brought ON COMMIT DROP AS
      SELECT n, gen_random_uuid() AS rid, gen_random_uuid() AS analysis,
        ${week}::date::timestamp AT TIME ZONE 'Asia/Shanghai' + n * interval '5 minutes' AS at
      FROM generate_series(1, ${sittings}::int) AS n`.execute(trx)
    await sql`INSERT INTO archives (rid, oid, pid, modality, record_date, collect_device, fields, created_by, created_at)
      SELECT rid, ${oid}, ${pid}, 'fundus', ${week}::date - ${taken}::int, ${device}, '{"img_type":1}', ${uid}, at
      FROM brought`.execute(trx)
    await sql`INSERT INTO archive_images (rid, image_index, oid, upload_key, file_name, file_key, thumb_key, sha256, width, height)
      SELECT rid, image, ${oid}, rid || '/' || image, '-', ${file_key}, ${thumb_key}, '-', 9, 9
      FROM brought, generate_series(0, 1) AS image`.execute(trx)
    if (device_id !== null)
      await sql`INSERT INTO received_files (received_id, device_id, sop_class, sop_uid, sha256, file_key, stored_bytes, differs, rid, oid, created_by)
        SELECT gen_random_uuid(), ${device_id}, '-', rid, '-', '-', 0, false, rid, ${oid}, ${uid} FROM brought`.execute(
        trx,
      )
    await sql`INSERT INTO analyses (analysis_record_id, oid, pid, rid, modality, status, progress, requested_by, created_at, ended_at)
      SELECT analysis, ${oid}, ${pid}, rid, 'fundus', 'done', 100, ${uid}, at, at FROM brought`.execute(
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
        SELECT gen_random_uuid(), rid, 0, analysis, 'stage', '3', '-', ${oid}, ${uid}, at + interval '1 minute'
        FROM brought WHERE n % 3 = 0`.execute(trx)
    await sql`INSERT INTO reports (report_id, report_no, oid, pid, analysis_record_id, image_index, diagnosis_class, opinion, data, clinician, created_at)
      SELECT gen_random_uuid(), upper(md5(rid::text)), ${oid}, ${pid}, analysis, 0, '1', '',
        '{"record_date":"2026-01-01","clinician":"-"}', ${uid}, at + interval '2 minutes'
      FROM brought WHERE n % 3 = 0`.execute(trx)
  })
}

/** Weeks of a running program, with the picture of the only sitting of the patient with this number. */
export async function bringWeeks(
  dataDir: string,
  card: string,
  weeks: readonly Omit<Brought, 'picture'>[],
): Promise<void> {
  const url = await runningSuperuserUrl(dataDir)
  if (url === null) throw new Error(`no database runs below ${dataDir}`)
  const address = inProgramDatabase(url)
  const owner = new pg.Client({ connectionString: address })
  const database = openDatabase(address, openLog('error'), 1)
  try {
    await owner.connect()
    const { rows } = await owner.query<{ oid: string; pid: string; uid: string } & Picture>(
      `select patients.oid, patients.pid, patients.created_by as uid, file_key, thumb_key
       from patients join archives using (pid) join archive_images using (rid)
       where ad_card_number = $1`,
      [card],
    )
    const [found] = rows
    if (!found) throw new Error(`no sitting of ${card}`)
    const { file_key, thumb_key, ...whose } = found
    for (const week of weeks)
      await bringWeek(database.db, whose, { ...week, picture: { file_key, thumb_key } })
    // As the database does by itself after a while.
    await owner.query('analyze')
  } finally {
    await owner.end()
    await database.close()
  }
}
