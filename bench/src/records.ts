import {
  createReport,
  DATASETS,
  fundusAnalysis,
  fundusArchive,
  getStepRules,
  listPatients,
  listReadings,
  listReports,
  listSteps,
  listWorklist,
  patientInfo,
  setReadingRules,
  setStepRules,
  today,
  type DatasetCalls,
  type ReadingRole,
} from '@mingmou/contract'
import pg from 'pg'
import type { Client } from './client.ts'
import { spread, timed } from './table.ts'

/** The number of patients; each has 2.5 sittings of two photographs and three analyses on average. */
export const PATIENTS = 1_000_000
const INSTITUTIONS = 500
const DAYS = 1000

/** The same ids and values at every run. `share` is in [0, 1). */
const id = (of: string) => `md5('bench ' || ${of})::uuid`
const share = (of: string) =>
  `(('x' || substr(md5('share ' || ${of}), 1, 8))::bit(32)::bigint & 2147483647) / 2147483648.0`

const TABLES = [
  ...['patients', 'patient_pieces', 'archives', 'archive_images', 'dataset_images'],
  ...['analyses', 'analysis_images', 'reports', 'tallies', 'institutions'],
  ...['next_steps', 'readings', 'reading_waits'],
]

/** Institutions, of which the demonstration's is the largest: their sizes fall as a cube does. */
const institutions = `
  INSERT INTO institutions (oid, name, short_name, contact, phone, email, area_id, address, join_type, review_status)
  SELECT ${id(`'institution ' || n`)}, '演示机构' || n, '演示' || n, '演示', '010-88886666', 'bench' || n || '@example.com',
    '{330000}', '演示路1号', 2, 1 FROM generate_series(1, ${INSTITUTIONS - 1}) n;
  CREATE TEMP TABLE clinics AS
    SELECT row_number() OVER (ORDER BY email LIKE 'bench%', oid) - 1 AS n, oid
    FROM institutions WHERE kind = 'clinic';
  ANALYZE clinics;`

/** A Chinese name; its normal form is the same. */
const NAME = `(array['张','王','李','赵','陈','刘','杨','黄'])[made.n % 8 + 1] || chr(x'4e00'::int + (made.n / 8) % 2000)
    || chr(x'5e00'::int + made.n % 997)`

const patients = (count: number) => `
  INSERT INTO patients (pid, oid, ad_card_number, name, name_form, name_initials, gender, profession, birthday, phone, area_id, address, created_by, created_at)
  SELECT ${id(`'patient ' || made.n`)}, oid, 'BENCH-' || made.n,
    ${NAME}, ${NAME}, '', 1 + made.n % 2, '11', '1960-01-01', '138' || lpad(made.n::text, 8, '0'), '{330000}', '演示路1号', oid,
    now() - ${share(`'day ' || made.n`)} * interval '${DAYS} days'
  FROM (SELECT n, floor(${INSTITUTIONS} * power(${share('n')}, 3)) AS clinic FROM generate_series(1, ${count}) n) AS made
  JOIN clinics ON clinics.n = made.clinic;
  INSERT INTO patient_pieces SELECT pid, oid, pieces_of(patients) FROM patients
    ON CONFLICT DO NOTHING;`

/** Two or three sittings of each patient, after the record was made. Those of three days are unread. No worker settles them anew meanwhile. */
const archives = `
  INSERT INTO archives (rid, oid, pid, modality, record_date, collect_device, fields, created_by, created_at, urgency, unread_of, unread_since)
  SELECT ${id(`'archive ' || n || pid`)}, oid, pid, 'fundus', at::date,
    (array['Topcon TRC-NW400', 'Canon CR-2 AF', 'ZEISS VISUCAM 200'])[1 + floor(3 * ${share('pid')})::int],
    '{"img_type":1}', oid, at, 1 + floor(4 * ${share(`'urgent ' || pid`)})::int,
    CASE WHEN at > now() - interval '3 days' THEN ${id(`'analysis 1' || ${id(`'archive ' || n || pid`)}`)} END,
    at
  FROM (SELECT n, pid, oid, created_at + (now() - created_at) * (n - 1) / 3.0 AS at
    FROM patients CROSS JOIN generate_series(1, 3) n
    WHERE ad_card_number LIKE 'BENCH-%' AND (n < 3 OR ${share(`'third ' || pid`)} < 0.5)) AS made;
  CREATE TEMP TABLE sittings AS SELECT rid, oid, pid, record_date, collect_device, created_at,
    ${share('rid')} AS part FROM archives WHERE created_by = oid;
  INSERT INTO archive_images (rid, image_index, oid, upload_key, file_name, file_key, thumb_key, sha256, width, height)
  SELECT rid, n, oid, rid || '/' || n, n || '.jpg', 'archives/' || rid || '/' || n || '.jpg',
    'archives/' || rid || '/' || n || '.thumb.jpg', md5(rid || ' ' || n), 4288, 2848
  FROM sittings CROSS JOIN generate_series(0, 1) n;
  INSERT INTO dataset_images (rid, image_index, oid, pid, image, modality, record_date, collect_device, img_type, width, height,
    file_key, thumb_key, analysed, settled_by, gradable, eye, facets)
  SELECT rid, n, oid, pid, ${id(`'image ' || n || rid`)}, 'fundus', record_date, collect_device, 1, 4288, 2848,
    'archives/' || rid || '/' || n || '.jpg', 'archives/' || rid || '/' || n || '.thumb.jpg', true, 32767, true,
    (array['OD', 'OS'])[n + 1], ARRAY['grade_' || floor(5 * part)::int]
  FROM sittings CROSS JOIN generate_series(0, 1) n;`

/**
 * One analysis of each sitting, two of every fifth, with the findings of a drawn photograph. Only the largest
 * institution, which is measured, has them whole: with all of them the database would not fit into 100 GB.
 */
const analyses = `
  INSERT INTO analyses (analysis_record_id, oid, pid, rid, modality, status, stage, progress, requested_by, created_at, ended_at)
  SELECT ${id(`'analysis ' || n || rid`)}, oid, pid, rid, 'fundus', 'done', 'saving', 1, oid,
    created_at + n * interval '1 minute', created_at + n * interval '2 minutes'
  FROM sittings CROSS JOIN generate_series(0, 1) n WHERE n = 1 OR part < 0.2;
  CREATE TEMP TABLE found AS
    SELECT findings, overlays FROM analysis_images WHERE findings->>'dr_grade' IS NOT NULL LIMIT 1;
  CREATE TEMP TABLE sample AS
    SELECT n, grade, whole, overlays,
      CASE WHEN whole THEN findings ELSE findings - 'confidence' - 'disc' - 'lesions' END
        || jsonb_build_object('eye', (array['OD', 'OS'])[n + 1], 'dr_grade', grade) AS findings
    FROM found, generate_series(0, 1) n, generate_series(0, 4) grade, (VALUES (true), (false)) AS of (whole);
  INSERT INTO analysis_images (analysis_record_id, image_index, oid, findings, overlays)
  SELECT ${id(`'analysis 1' || rid`)}, sample.n, sittings.oid, findings, overlays
  FROM sittings JOIN clinics USING (oid)
  JOIN sample ON grade = floor(5 * part)::int AND whole = (clinics.n = 0);`

/** A report of every fourth sitting, as one of the demonstration reads. */
const reports = (report_id: string, clinician: string) => `
  CREATE TEMP TABLE signed AS
    SELECT grade, jsonb_set(data, '{outcomes,0,stage}', to_jsonb(grade)) AS data, referral
    FROM reports, generate_series(0, 4) grade WHERE report_id = '${report_id}';
  INSERT INTO reports (report_id, report_no, oid, pid, analysis_record_id, image_index, diagnosis_class, opinion, data, clinician, referral, created_at)
  SELECT ${id(`'report ' || rid`)}, 'R20240101-' || upper(md5(rid::text)), sittings.oid, sittings.pid,
    ${id(`'analysis 1' || rid`)}, 0, '1', '', data, '${clinician}', referral, sittings.created_at + interval '1 hour'
  FROM sittings JOIN signed ON grade = floor(20 * part)::int;
  TRUNCATE tallies;
  INSERT INTO tallies SELECT oid, 'patients', (created_at AT TIME ZONE 'UTC')::date, count(*)
    FROM patients WHERE deleted_at IS NULL AND merged_into IS NULL GROUP BY 1, 3;
  INSERT INTO tallies SELECT oid, 'reports', (created_at AT TIME ZONE 'UTC')::date, count(*)
    FROM reports GROUP BY 1, 3;`

/** A next step of every report, of a third a referral; of five, two wait. */
const nextSteps = `
  INSERT INTO next_steps (step_id, thread, report_id, oid, pid, rid, sat_on, signed_on, kind, months, urgency, send_to, note, due_on, place, created_by, created_at)
  SELECT report_id, report_id, report_id, oid, pid, rid, created_at::date, created_at::date,
    CASE WHEN n % 3 = 0 THEN 'refer' ELSE 'routine' END, CASE WHEN n % 3 = 0 THEN NULL ELSE 12 END,
    CASE WHEN n % 3 = 0 THEN 'soon' END, '', '', current_date + (n % 400)::int - 200,
    CASE WHEN n % 5 < 2 THEN 'waiting' ELSE 'seen' END, clinician, created_at
  FROM (SELECT reports.*, rid, row_number() OVER () AS n FROM reports JOIN analyses USING (analysis_record_id)
    WHERE report_no LIKE 'R20240101-%') AS those;`

/** Every sitting of the institution that is measured was read twice; of a hundred, one waits for a second reader and one for an arbitrator. */
const readings = `
  INSERT INTO readings (reading_id, oid, pid, rid, role, photographs, eyes, machine, note, opened_at, signed_at, awaits, created_by, created_at)
  SELECT ${id(`role || rid`)}, oid, pid, rid, role, 2, '{"OD":null,"OS":null}', '{"OD":null,"OS":null}', '', created_at, created_at,
    CASE WHEN role = 'first' THEN 'second' WHEN part < 0.01 THEN 'arbitrator' END, ${id(`role`)}, created_at
  FROM sittings JOIN clinics USING (oid), unnest(array['first', 'second']) AS role
  WHERE clinics.n = 0 AND (role = 'first' OR part < 0.99);
  INSERT INTO reading_waits SELECT DISTINCT ON (rid) rid, awaits, photographs, signed_at, oid FROM readings
    WHERE awaits IS NOT NULL AND (awaits = 'arbitrator' OR NOT EXISTS (
      SELECT FROM readings AS later WHERE later.rid = readings.rid AND later.role = 'second'))
    ORDER BY rid;`

/** A signed report of the demonstration. The others are made after it. */
async function signOne(client: Client, database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ analysis_id: string; patient_id: string }>(
    `SELECT analysis_record_id AS analysis_id, analyses.pid AS patient_id
     FROM analyses JOIN analysis_images USING (analysis_record_id)
     WHERE findings->>'dr_grade' IS NOT NULL AND image_index = 0 AND status = 'done' LIMIT 1`,
  )
  const [found] = rows
  if (!found) throw new Error('the demonstration has no graded photograph')
  const { uid } = client
  const body = { ...found, uid, analysis_type: '1', image_index: 0 } as const
  return (await client.call(createReport, { ...body, diagnostic_opinion: '定期随访' })).report_id
}

/** What a fill does without, since one that fails is begun anew. */
const FILLING = { fsync: 'off', full_page_writes: 'off', max_wal_size: '8GB' }

/** The indexes that hold no rule go before a fill and are built at once after it, which is faster. */
async function inBulk(database: pg.Client): Promise<{ before: string; after: string }> {
  for (const [setting, value] of Object.entries(FILLING)) {
    await database.query(`ALTER SYSTEM SET ${setting} = '${value}'`)
  }
  await database.query('SELECT pg_reload_conf()')
  const { rows } = await database.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes JOIN pg_index ON indexrelid = indexname::regclass
     WHERE schemaname = 'public' AND tablename = ANY ($1) AND NOT indisunique`,
    [TABLES],
  )
  return {
    before: rows.map(({ indexname }) => `DROP INDEX ${indexname};`).join('\n'),
    after: [
      "SET maintenance_work_mem = '2GB'; SET max_parallel_maintenance_workers = 2;",
      ...rows.map(({ indexdef }) => `${indexdef};`),
    ].join('\n'),
  }
}

/**
 * Fills the database. Returns how many rows each table has. No audit entry tells of the reports, so
 * a restore would refuse a database that has them.
 */
export async function fillRecords(
  superuserUrl: string,
  client: Client,
  count: number,
  { withReports = true } = {},
): Promise<Record<string, number>> {
  const database = new pg.Client({ connectionString: superuserUrl })
  await database.connect()
  try {
    const report = withReports ? await signOne(client, database) : null
    // Without triggers: their work for single rows is done for all rows at once.
    await database.query('SET session_replication_role = replica')
    const { before, after } = await inBulk(database)
    const steps = { before, institutions, patients: patients(count), archives, analyses }
    const signed = report && { reports: reports(report, client.uid), nextSteps, readings }
    const all = { ...steps, ...signed, after }
    for (const [name, statements] of Object.entries(all)) {
      const began = performance.now()
      await database.query(statements)
      console.log(`${name}: ${Math.round((performance.now() - began) / 1000)} s`)
    }
    await database.query('SET session_replication_role = origin')
    for (const setting of Object.keys(FILLING)) {
      await database.query(`ALTER SYSTEM RESET ${setting}`)
    }
    await database.query('SELECT pg_reload_conf()')
    await database.query('VACUUM ANALYZE')
    await database.query('CHECKPOINT')
    const counted: Record<string, number> = {}
    for (const table of TABLES) {
      const { rows } = await database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${table}`,
      )
      counted[table] = rows[0]?.n ?? 0
    }
    return counted
  } finally {
    await database.end()
  }
}

const TIMES = 200

/** Each page as the browser asks for it, from the largest institution. Each round has an address of its own. */
export async function benchRecords(from: Client, round: number): Promise<Record<string, object>> {
  const client = from.from(`10.5.${round}.1`)
  const { rows } = await client.call(listPatients, { page: 20, size: 50 })
  const pidAt = (index: number) => rows[index % rows.length]?.pid ?? ''
  const page = (index: number) => ({ page: 1 + (index % 5), size: 10 })
  // Of the kinds of image, those photographs are the first.
  const gallery = DATASETS[0]?.calls as DatasetCalls
  const cases: Record<string, (index: number) => Promise<unknown>> = {
    'patient list': (index) => client.call(listPatients, page(index)),
    'patient list, page 500': () => client.call(listPatients, { page: 500, size: 10 }),
    'search by part of a name': (index) =>
      client.call(listPatients, {
        page: 1,
        size: 10,
        name: String.fromCodePoint(0x4e00 + (index % 2000)),
      }),
    'patient detail': async (index) => {
      const pid = pidAt(index)
      await Promise.all([
        client.call(patientInfo, { pid }),
        client.call(fundusArchive.list, { pid }),
      ])
    },
    'sittings of a patient': (index) => client.call(fundusAnalysis.list, { pid: pidAt(index) }),
    worklist: () => client.call(listWorklist, {}),
    'report list': (index) => client.call(listReports, page(index)),
    'report list by stage': (index) => client.call(listReports, { ...page(index), stage: 2 }),
    'dataset page': () => client.call(gallery.list, {}),
    'dataset page by finding': () => client.call(gallery.list, { facet: 'grade_4' }),
  }
  return measured(cases)
}

async function measured(cases: Record<string, (index: number) => Promise<unknown>>) {
  const table: Record<string, object> = {}
  for (const [name, work] of Object.entries(cases)) {
    await timed(10, work)
    table[name] = spread(await timed(TIMES, work))
  }
  return table
}

/** The lists of a screening programme, of the largest institution. Its main account turns the programme on, and off again. */
export async function benchProgramme(
  main: Client,
  clinician: Client,
): Promise<Record<string, object>> {
  const { presets } = await main.call(getStepRules, {})
  const rules = { preset: 'ico_2017', ...presets.ico_2017, refer_to: '', call: '' } as const
  await main.call(setStepRules, { rules })
  const settings = { percent: 10, first_sees_machine: true, arbiters: [clinician.uid] }
  await main.call(setReadingRules, { rule: 'all', ...settings })
  const page = (index: number) => ({ page: 1 + (index % 5), size: 10 })
  const month = today().slice(0, 7)
  const queue = (role: ReadingRole) => () => clinician.call(listReadings, { role })
  const table = await measured({
    'due list': (index) => clinician.call(listSteps, { of: 'recall', ...page(index) }),
    'due list, overdue': (index) =>
      clinician.call(listSteps, { of: 'recall', overdue: true, ...page(index) }),
    'due list of a month': (index) =>
      clinician.call(listSteps, { of: 'recall', month, ...page(index) }),
    'referral list': (index) => clinician.call(listSteps, { of: 'referral', ...page(index) }),
    'queue of first readings': queue('first'),
    'queue of second readings': queue('second'),
    'queue of arbitrations': queue('arbitrator'),
    'worklist with the queues': () => clinician.call(listWorklist, {}),
  })
  await main.call(setReadingRules, { rule: 'none', ...settings })
  await main.call(setStepRules, { rules: null })
  return table
}
