import { modalityOf } from '@mingmou/contract'
import type pg from 'pg'
import type { SignedIn } from './factories.ts'

/** As the program writes it, with what lists say of a report. */
const { version } = modalityOf('1').stored.report
const REPORT = JSON.stringify({ record_date: '2026-01-01', clinician: '-', version })
/** A name, which is its normal form too. */
const NAME = `(array['张','王','李','赵','陈'])[n % 5 + 1] || chr(x'4e00'::int + n / 20) || chr(x'5e00'::int + n % 997)`

/** Fills every list of an institution, and those of the platform, with `rows` rows made over the last `days` days. */
export async function fillLists(
  watch: pg.Client,
  clinician: SignedIn,
  { rows, days }: { rows: number; days: number },
): Promise<void> {
  const oid = clinician.oid ?? ''
  // Without triggers, which would take minutes for all rows.
  await watch.query('set session_replication_role = replica')
  await watch.query(`update patients set created_at = now() - interval '1 year'`)
  await watch.query(`update tallies set day = day - 365`)
  const past = `now() - n * interval '${days} days' / ${rows}`
  await watch.query(
    `insert into patients (pid, oid, ad_card_number, name, name_form, gender, birthday, phone, created_by, created_at)
     select gen_random_uuid(), '${oid}', 'CARD-' || n + 100000,
       ${NAME}, ${NAME}, 1, '1960-01-01',
       '138' || lpad(n::text, 8, '0'), gen_random_uuid(), ${past} from generate_series(1, ${rows}) n`,
  )
  await watch.query(
    `insert into patient_identifiers (identifier_id, pid, kind, value, issuer, oid, created_by)
     select gen_random_uuid(), pid, 'record', 'm-' || substr(ad_card_number, 6), '', oid, created_by
     from patients where ad_card_number <> 'OLDEST'`,
  )
  await watch.query(
    `insert into patient_pieces select pid, oid, pieces_of(patients) from patients where ad_card_number <> 'OLDEST'`,
  )
  // A sitting of every patient with an analysis and a report of its own; one of 100 is unread.
  await watch.query(
    `insert into archives (rid, oid, pid, modality, record_date, collect_device, fields, created_by, created_at, urgency, unread_of, unread_since)
     select gen_random_uuid(), oid, pid, 'fundus', created_at::date, '-', '{}', created_by, created_at, n % 4 + 1,
       case when n % 100 = 0 then gen_random_uuid() end, created_at
     from (select *, row_number() over () as n from patients where oid = '${oid}' and ad_card_number <> 'OLDEST') as those`,
  )
  await watch.query(
    `insert into analyses (analysis_record_id, oid, pid, rid, modality, status, progress, requested_by, created_at)
     select coalesce(unread_of, gen_random_uuid()), oid, pid, rid, modality, 'done', 100, created_by, created_at
     from archives where urgency is not null`,
  )
  await watch.query(
    `insert into reports (report_id, report_no, oid, pid, analysis_record_id, image_index, diagnosis_class, opinion, data, clinician, created_at)
     select gen_random_uuid(), 'R20260101-' || upper(md5(pid::text)), oid, pid, analysis_record_id, 0, '1', '', '${REPORT}',
       '${clinician.uid}', created_at from analyses where oid = '${oid}'`,
  )
  for (const [whose, role, action] of [
    [`'${oid}'`, '4', 'patient.open'],
    ['null', '5', 'session.login'],
  ]) {
    await watch.query(
      `insert into audit_log (at, uid, oid, role, action, target_type, target_id, outcome)
       select ${past}, gen_random_uuid(), ${whose ?? ''}, '${role ?? ''}', case when n % 5000 = 0 then 'patient.delete' else '${action ?? ''}' end,
         'patient', gen_random_uuid()::text, case when n % 1000 = 0 then 'refused' else 'success' end
       from generate_series(1, ${rows}) n`,
    )
  }
  await watch.query(
    `insert into accounts (uid, role, username, name, email, password_hash, first_login, created_at)
     select gen_random_uuid(), '5', 'trial' || n + 100000, '体验', 'trial' || n || '@clinic.example.com', '-', false, ${past}
     from generate_series(1, ${rows}) n`,
  )
  await watch.query(
    `insert into institutions (oid, name, short_name, contact, phone, email, area_id, address, join_type, review_status, created_at)
     select gen_random_uuid(), '演示医院' || n + 100000, '演示', '-', '-', 'clinic' || n || '@example.com', '{330000}', '-', 2, 1, ${past}
     from generate_series(1, ${rows}) n`,
  )
  // The oldest patient has a tally already.
  for (const [list, which] of [
    ['patients', `where ad_card_number <> 'OLDEST'`],
    ['reports', ''],
  ]) {
    await watch.query(
      `insert into tallies select oid, '${list ?? ''}', (created_at at time zone 'UTC')::date, count(*)
       from ${list ?? ''} ${which ?? ''} group by 1, 3`,
    )
  }
  // A next step of every report: of two thirds a recall, half of them overdue.
  await watch.query(
    `insert into next_steps (step_id, thread, report_id, oid, pid, rid, sat_on, signed_on, kind, months, urgency, send_to, note, due_on, created_by, created_at)
     select report_id, report_id, report_id, oid, pid, rid, created_at::date, created_at::date,
       case when n % 3 = 0 then 'refer' else 'routine' end, case when n % 3 = 0 then null else 12 end,
       case when n % 3 = 0 then 'soon' end, '', '', current_date + (n % 100)::int - 50, clinician, created_at
     from (select reports.*, rid, row_number() over () as n from reports join analyses using (analysis_record_id)
       where reports.oid = '${oid}') as those`,
  )
  // Every sitting was read twice, and one of a hundred waits for an arbitrator.
  await watch.query(
    `insert into readings (reading_id, oid, pid, rid, role, photographs, eyes, machine, note, opened_at, signed_at, awaits, created_by, created_at)
     select gen_random_uuid(), oid, pid, rid, role, 1, '{"OD":null,"OS":null}', '{"OD":null,"OS":null}', '', created_at, created_at,
       case when role = 'first' then 'second' when n % 100 = 0 then 'arbitrator' end, gen_random_uuid(), created_at
     from (select *, row_number() over () as n from archives where oid = '${oid}' and urgency is not null) as those,
       unnest(array['first', 'second']) as role`,
  )
  await watch.query(
    `insert into reading_waits select rid, 'arbitrator', photographs, signed_at, oid from readings where awaits = 'arbitrator'`,
  )
  // Records of every patient: those of one are found among them.
  const made = `oid, pid, created_by, created_at`
  for (const [table, columns, values] of [
    ['eye_exams', 'rid, record_date, entered, updated_by', `'2024-01-02', '{}', created_by`],
    [
      'complications',
      'row_id, disease_type, start_date, updated_by',
      `'-', '2024-01-02', created_by`,
    ],
  ]) {
    await watch.query(
      `insert into ${table ?? ''} (${columns ?? ''}, ${made})
       select gen_random_uuid(), ${values ?? ''}, ${made} from patients where oid = '${oid}'`,
    )
  }
  await watch.query(
    `insert into dm_conditions (updated_by, ${made}) select created_by, ${made} from patients where oid = '${oid}'`,
  )
  await watch.query(
    `insert into dm_values (kind, day, value, ${made}) select 'fbg', '2024-01-02', 6, ${made} from patients where oid = '${oid}'`,
  )
  // A photograph in every sitting, with what was found, stated and read.
  await watch.query(
    `insert into archive_images (rid, image_index, oid, upload_key, file_name, file_key, thumb_key, sha256, width, height)
     select rid, 0, oid, rid::text, '-', rid::text, rid::text, '-', 1, 1 from archives where urgency is not null`,
  )
  await watch.query(
    `insert into dataset_images (rid, image_index, oid, pid, modality, record_date, collect_device, width, height,
       file_key, thumb_key, analysed, gradable, eye, facets)
     select rid, 0, oid, pid, modality, record_date, '-', 1, 1, '', '', true, true, 'OD', '{grade_2}'
     from archives where urgency is not null`,
  )
  await watch.query(
    `insert into analysis_images (analysis_record_id, image_index, oid, findings)
     select analysis_record_id, 0, oid, '{"dr_grade":2}' from analyses where status = 'done'`,
  )
  await watch.query(
    `insert into corrections (correction_id, rid, image_index, analysis_record_id, name, value, reason, oid, created_by, created_at)
     select gen_random_uuid(), rid, 0, analysis_record_id, 'stage', '2', '-', oid, requested_by, created_at
     from analyses where status = 'done'`,
  )
  await watch.query(
    `insert into result_reads (analysis_record_id, oid, created_by)
     select analysis_record_id, archives.oid, requested_by from analyses join archives using (rid)
     where status = 'done' and unread_of is null`,
  )
  // An order of every patient, closed by its sitting; one of 1000 is open.
  await watch.query(
    `insert into orders (order_id, accession, modality, eyes, day, rid, done_at, updated_by, ${made})
     select gen_random_uuid(), 'M' || n, 'fundus', 'both', record_date,
       case when n % 1000 = 0 then null else rid end, case when n % 1000 = 0 then null else created_at end,
       created_by, ${made}
     from (select *, row_number() over () as n from archives where urgency is not null) as those`,
  )
  await watch.query('set session_replication_role = origin')
  await watch.query('vacuum analyze')
}
