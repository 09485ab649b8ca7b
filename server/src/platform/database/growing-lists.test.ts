import { LIST_COUNT_LIMIT, MOST_COUNTED, today } from '@mingmou/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as dashboard from '../../features/dashboard/queries.ts'
import { findAccounts } from '../../features/admin-accounts/queries.ts'
import { findEntries } from '../../features/audit/queries.ts'
import { COMPLICATIONS } from '../../features/complications/record.ts'
import { findRows } from '../../features/complications/rows.ts'
import { findConditions } from '../../features/dm-conditions/queries.ts'
import { findValues } from '../../features/dm-conditions/values.ts'
import { findExams, findLast } from '../../features/eye-exams/queries.ts'
import { findAllExams } from '../../features/eye-exams/exams.ts'
import { findInstitutions } from '../../features/institutions/admin-queries.ts'
import { countOpen, findOrders } from '../../features/orders/queries.ts'
import { findByKeyword, findPatients, hidePatient } from '../../features/patients/queries.ts'
import { countOverdue, findSteps } from '../../features/recall/queries.ts'
import { findReports, type ReportFilter } from '../../features/reports/queries.ts'
import { findPhotographs } from '../../features/trends/queries.ts'
import {
  countDay,
  countUnread,
  findWorklist,
  type ListedSitting,
  type Place,
} from '../../features/worklist/queries.ts'
import { makeArchive, makePatient, predict } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import type { Trx } from './database.ts'
import { withInstitution } from './institution.ts'
import { pageOf } from './page.ts'

/** Rows of every list, and the days over which they were made. */
const ROWS = 15_000
const DAYS = 100
/** The rows that a list may read: far less than its table has. */
const FEW = 2_000
/** A list that stops counting reads at most the rows it counts, and its page. */
const BOUNDED = LIST_COUNT_LIMIT + FEW

let app: TestApp
let watch: pg.Client
let clinician: SignedIn

beforeAll(async () => {
  app = await testApp()
  clinician = await makeAccount(app, { role: '4' })
  const pid = await makePatient(app, clinician, { ad_card_number: 'OLDEST' })
  const rid = await makeArchive(app, clinician, pid)
  await predict(app, clinician, rid)
  const url = new URL(inject('databaseServer').superuserUrl)
  url.pathname = new URL(app.context.config.databaseUrl).pathname
  watch = new pg.Client({ connectionString: url.href })
  await watch.connect()
  // Without triggers, which would take minutes for all rows.
  await watch.query('set session_replication_role = replica')
  await watch.query(`update patients set created_at = now() - interval '1 year'`)
  await watch.query(`update tallies set day = day - 365`)
  await fill(clinician.oid ?? '')
})
afterAll(async () => {
  await watch.end()
  await app.close()
})

async function fill(oid: string): Promise<void> {
  const past = `now() - n * interval '${DAYS} days' / ${ROWS}`
  await watch.query(
    `insert into patients (pid, oid, ad_card_number, name, gender, birthday, phone, created_by, created_at)
     select gen_random_uuid(), '${oid}', 'CARD-' || n + 100000,
       (array['张','王','李','赵','陈'])[n % 5 + 1] || chr(x'4e00'::int + n / 20) || chr(x'5e00'::int + n % 997), 1, '1960-01-01',
       '138' || lpad(n::text, 8, '0'), gen_random_uuid(), ${past} from generate_series(1, ${ROWS}) n`,
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
     select gen_random_uuid(), 'R20260101-' || upper(md5(pid::text)), oid, pid, analysis_record_id, 0, '1', '', '{"record_date":"2026-01-01","clinician":"-"}',
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
       from generate_series(1, ${ROWS}) n`,
    )
  }
  await watch.query(
    `insert into accounts (uid, role, username, name, email, password_hash, first_login, created_at)
     select gen_random_uuid(), '5', 'trial' || n + 100000, '体验', 'trial' || n || '@clinic.example.com', '-', false, ${past}
     from generate_series(1, ${ROWS}) n`,
  )
  await watch.query(
    `insert into institutions (oid, name, short_name, contact, phone, email, area_id, address, join_type, review_status, created_at)
     select gen_random_uuid(), '演示医院' || n + 100000, '演示', '-', '-', 'clinic' || n || '@example.com', '{330000}', '-', 2, 1, ${past}
     from generate_series(1, ${ROWS}) n`,
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

type Work = (
  trx: Trx,
) => Promise<{ rows: unknown[]; total_count?: number; total_more?: true | undefined }>

/** The answer of a list, and how many rows of all tables the database read for it. */
async function reading(oid: string | null, work: Work) {
  const counted = async (trx: Trx) => {
    const before = await rowsRead(trx)
    const found = await work(trx)
    return { ...found, read: (await rowsRead(trx)) - before }
  }
  const { db } = app.context
  return oid === null ? db.transaction().execute(counted) : withInstitution(db, oid, counted)
}

async function rowsRead(trx: Trx): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0) as read
    from pg_stat_xact_user_tables`.execute(trx)
  return Number(rows[0]?.read)
}

const page = { page: 1, size: 10 }
const none = { name: '', phone: '', card: '' }
const patients = (filter: object, wanted = page) =>
  reading(clinician.oid, (trx) =>
    findPatients(trx, clinician.oid ?? '', { ...none, ...filter }, wanted),
  )
const reports = (filter: object, wanted = page) =>
  reading(clinician.oid, (trx) => {
    const all: ReportFilter = {
      ...({ diagnosis_class: '', referral: '', stage: '', state: '', keyword: '' } as const),
      ...{ start_date: '', end_date: '', clinician: undefined, pid: undefined, deleted: false },
    }
    return findReports(trx, clinician.oid ?? '', { ...all, ...filter }, wanted)
  })
const entries = (oid: string | null, filter: object) =>
  reading(oid, async (trx) =>
    pageOf(trx, await findEntries(trx, oid, filter), sql`at DESC, id DESC`, page),
  )

describe('a list of 15,000 rows', () => {
  test('of patients knows its total and its last page without reading those before it', async () => {
    const first = await patients({})
    expect(first).toMatchObject({ page: 1, total_count: ROWS + 1, total_more: undefined })
    const last = await patients({}, { page: 1e6, size: 10 })
    expect(last).toMatchObject({ page: ROWS / 10 + 1, rows: [{ ad_card_number: 'OLDEST' }] })
    const middle = await patients({}, { page: 1500, size: 10 })
    expect(middle.rows).toHaveLength(10)
    for (const { read } of [first, last, middle]) expect(read).toBeLessThan(FEW)
  })

  test('of patients is in order over its pages, with no row twice', async () => {
    const pages = await Promise.all(
      [29, 30, 31, 32].map(async (number) => patients({}, { page: number, size: 10 })),
    )
    const shown = pages.flatMap(({ rows }) => rows as { pid: string; created_at: Date }[])
    const times = shown.map(({ created_at }) => created_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(shown.map(({ pid }) => pid)).size).toBe(40)
  })

  test.each([
    ['a card number', { card: 'card-104711' }, 1],
    ['a part of a card number', { card: '4711' }, 2],
    ['a part of a telephone number', { phone: '0004711' }, 1],
    ['two of a name', { name: '张一' }, 3],
    ['the initials of a name', { name: 'YSHZ' }, 1],
    ['one who is not there', { name: '欧阳' }, 0],
  ])('of patients finds %s by an index', async (_, filter, count) => {
    const found = await patients(filter)
    expect(found.total_count).toBe(count)
    expect(found.rows).toHaveLength(count)
    expect(found.read).toBeLessThan(FEW)
  })

  test('of patients finds a surname that every fifth has, and reads few rows for each that it counts', async () => {
    const found = await patients({ name: '张' })
    expect(found).toMatchObject({ total_count: LIST_COUNT_LIMIT, total_more: true })
    expect(found.read).toBeLessThan(5 * LIST_COUNT_LIMIT)
  })

  test('of patients says that there are more than it counted', async () => {
    const found = await patients({ phone: '138' })
    expect(found).toMatchObject({ total_count: LIST_COUNT_LIMIT, total_more: true })
    expect(found.rows).toHaveLength(10)
  })

  test('of the workspace finds by name, card number and telephone number', async () => {
    for (const keyword of ['CARD-104711', '0004711', '张一']) {
      const found = await reading(clinician.oid, async (trx) => ({
        rows: await findByKeyword(trx, clinician.oid ?? '', keyword, 50),
      }))
      expect(found.rows.length).toBeGreaterThan(0)
      expect(found.read).toBeLessThan(FEW)
    }
  })

  test('of reports knows its total and its last page, and finds by patient and by number', async () => {
    const last = await reports({}, { page: 1e6, size: 10 })
    expect(last).toMatchObject({ page: ROWS / 10 + 1, total_count: ROWS + 1 })
    const { rows } = await reports({})
    const [newest] = rows as { report_no: string }[]
    const numbered = await reports({ keyword: newest?.report_no.slice(-12).toLowerCase() })
    expect(numbered).toMatchObject({
      total_count: 1,
      rows: [{ report_no: newest?.report_no }],
    })
    const named = await reports({ keyword: 'CARD-104711' })
    expect(named).toMatchObject({ total_count: 1, rows: [{ ad_card_number: 'CARD-104711' }] })
    for (const { read } of [last, numbered, named]) expect(read).toBeLessThan(FEW)
  })

  test.each<[string, (trx: Trx, oid: string, pid: string) => Promise<unknown>]>([
    [
      'examinations',
      (trx, oid, pid) => findExams(trx, oid, { pid, from: '', to: '' }, { page: 1, size: 3 }),
    ],
    ['examinations over time', findAllExams],
    ['the last examination', findLast],
    ['complications', (trx, oid, pid) => COMPLICATIONS.rows(trx, oid, pid, 'created_at')],
    ['complications by their start', (trx, oid, pid) => findRows(trx, oid, pid)],
    ['diabetes', findConditions],
    ['values of diabetes', findValues],
    ['photographs over time', findPhotographs],
  ])('%s of one patient are found among those of all by an index', async (_, find) => {
    const [{ pid }] = (await patients({})).rows as [{ pid: string }]
    const { read } = await reading(clinician.oid, async (trx) => ({
      rows: [await find(trx, clinician.oid ?? '', pid)],
    }))
    expect(read).toBeLessThan(FEW)
  })

  test.each([
    ['photographs', dashboard.countPhotographs],
    ['turnaround', dashboard.measureTurnaround],
    ['what could not be judged', dashboard.countUngradable],
    ['stages', dashboard.countStages],
    ['agreement', dashboard.pairStages],
  ])('of the institution gives %s of a day by an index', async (_, count) => {
    // The day of the sitting of the oldest patient.
    const day = { start_date: '2024-03-01', end_date: '2024-03-01' }
    const found = await reading(clinician.oid, async (trx) => ({
      rows: await count(trx, clinician.oid ?? '', day),
    }))
    expect(found.read).toBeGreaterThan(0)
    expect(found.read).toBeLessThan(FEW)
  })

  test.each(['recall', 'referral'] as const)(
    'of those who wait for their %s has the longest overdue first, and reads no more than it counts',
    async (of) => {
      const oid = clinician.oid ?? ''
      const first = await reading(oid, (trx) => findSteps(trx, oid, { of, today: today() }, page))
      expect(first).toMatchObject({ total_count: LIST_COUNT_LIMIT, total_more: true })
      expect(first.rows).toHaveLength(10)
      expect(first.read).toBeLessThan(BOUNDED)
      const month = today().slice(0, 7)
      const found = await reading(oid, (trx) =>
        findSteps(trx, oid, { of, month, today: today() }, page),
      )
      expect(found.rows).toHaveLength(10)
      expect(found.read).toBeLessThan(BOUNDED)
      const counted = await reading(oid, async (trx) => ({
        rows: [await countOverdue(trx, oid, { of, today: today() })],
      }))
      expect(counted.rows).toEqual([MOST_COUNTED])
      expect(counted.read).toBeLessThan(FEW)
    },
  )

  test('of reports leaves out those of a patient who is deleted', async () => {
    const { rows } = await patients({ card: 'CARD-100007' })
    const [{ pid }] = rows as [{ pid: string }]
    await withInstitution(app.context.db, clinician.oid ?? '', (trx) =>
      hidePatient(trx, clinician.oid ?? '', pid),
    )
    expect((await patients({})).total_count).toBe(ROWS)
    expect((await reports({})).total_count).toBe(ROWS)
  })

  test('of orders reads those of the day and the open ones before it, by an index', async () => {
    const oid = clinician.oid ?? ''
    const day = today()
    const found = await reading(oid, (trx) => findOrders(trx, oid, { day, today: day }, page))
    expect(found.rows).toHaveLength(10)
    const counts = await reading(oid, async (trx) => ({
      rows: [await countOpen(trx, oid, { day, today: day })],
    }))
    for (const { read } of [found, counts]) expect(read).toBeLessThan(FEW)
  })

  test('of the worklist reads the unread sittings and those of the day alone, by pages', async () => {
    const oid = clinician.oid ?? ''
    const day = today()
    const wanted = (place: Place | null) => ({
      ...{ day, place, size: 50, order: 'urgency' as const, mine: false },
    })
    const read = (place: Place | null) =>
      reading(oid, async (trx) => ({
        rows: await findWorklist(trx, { oid, uid: clinician.uid }, wanted(place)),
      }))
    const first = await read(null)
    const [last] = (first.rows as ListedSitting[]).slice(49, 50)
    if (!last) throw new Error('no 50 sittings')
    const rest = await read({ rank: last.place_rank, at: last.place_at, rid: last.rid })
    const pages = [...first.rows.slice(0, 50), ...rest.rows.slice(0, 50)] as ListedSitting[]
    expect(new Set(pages.map(({ rid }) => rid)).size).toBe(100)
    const ranks = pages.map(({ place_rank }) => place_rank)
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    const counts = await reading(oid, async (trx) => ({
      rows: [await countUnread(trx, oid), await countDay(trx, oid, day)],
    }))
    for (const { read } of [first, rest, counts]) expect(read).toBeLessThan(FEW)
  })

  test.each([
    ['action', { action: 'patient.delete' }, 3],
    ['outcome', { outcome: 'refused' }, 15],
    ['day', { from: today(), to: today() }, 300],
    ['person who is not there', { person: '欧阳' }, 0],
    ['target that is not there', { target: '欧阳' }, 0],
  ])('of the audit log finds by %s by an index', async (_, filter, least) => {
    for (const oid of [clinician.oid, null]) {
      const found = await entries(oid, filter)
      expect(found.read).toBeLessThan(FEW)
      if (oid !== null) expect(found.total_count).toBeGreaterThanOrEqual(least > 100 ? 1 : least)
    }
  })

  test('of the audit log, of accounts and of institutions stops counting, and says so', async () => {
    const lists = [
      await entries(clinician.oid, {}),
      await entries(null, {}),
      await reading(null, (trx) => findAccounts(trx, ['5'], {}, page)),
      await reading(null, (trx) => findInstitutions(trx, { area_id: [], status: null }, page)),
    ]
    for (const found of lists) {
      expect(found).toMatchObject({ total_count: LIST_COUNT_LIMIT, total_more: true })
      expect(found.read).toBeLessThan(BOUNDED)
    }
  })

  test('of accounts and of institutions finds by an index', async () => {
    const account = await reading(null, (trx) =>
      findAccounts(trx, ['5'], { username: 'RIAL104711' }, page),
    )
    expect(account).toMatchObject({ total_count: 1, rows: [{ username: 'trial104711' }] })
    const institution = await reading(null, (trx) =>
      findInstitutions(trx, { name: '医院104711', area_id: [], status: null }, page),
    )
    expect(institution).toMatchObject({ total_count: 1, rows: [{ name: '演示医院104711' }] })
    for (const { read } of [account, institution]) expect(read).toBeLessThan(FEW)
  })
})
