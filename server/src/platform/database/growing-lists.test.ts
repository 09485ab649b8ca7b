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
import { findNumbered } from '../../features/batch/queries.ts'
import { filedOf } from '../../features/patient-imports/queries.ts'
import { cardsLike, findByNumber } from '../../features/patients/by-number.ts'
import type { PatientRow } from '../../features/patients/patient.ts'
import { identifiersOf, personsWith } from '../../features/patients/identifiers.ts'
import {
  findAlike,
  findByKeyword,
  findPatients,
  hidePatient,
} from '../../features/patients/queries.ts'
import { countOverdue, findSteps } from '../../features/recall/queries.ts'
import { countQueue, findQueue } from '../../features/readings/queries.ts'
import { changedSince, findOutside, IS_IN, REPORT_CHANGED } from '../../features/reports/outside.ts'
import { findReports, type ReportFilter } from '../../features/reports/queries.ts'
import { findOutsideSittings } from '../../features/sittings/outside.ts'
import { findPhotographs } from '../../features/trends/queries.ts'
import {
  countDay,
  countUnread,
  findWorklist,
  type ListedSitting,
  type Place,
} from '../../features/worklist/queries.ts'
import type { Clinician } from '../../http/actor.ts'
import { makeArchive, makePatient, predict } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { fillLists } from '../../testing/fill-lists.ts'
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
  await fillLists(watch, clinician, { rows: ROWS, days: DAYS })
})
afterAll(async () => {
  await watch.end()
  await app.close()
})

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
      start_date: '',
      end_date: '',
      clinician: undefined,
      pid: undefined,
      deleted: false,
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

  test.each<[string, (trx: Trx, oid: string, pid: string) => Promise<unknown[]>, number]>([
    ['of the card', async (trx, oid) => [await findByNumber(trx, oid, 'CARD-104711')], 1],
    ['of the card in another form', (trx, oid) => findNumbered(trx, oid, ['card-104711-']), 1],
    [
      'of a record',
      async (trx, oid) => [
        ...(await personsWith(trx, oid, [{ kind: 'record', value: 'M-104711-' }])),
      ],
      1,
    ],
    ['of a record in another form', (trx, oid) => findNumbered(trx, oid, ['M-104711']), 1],
    ['that has lost its zeros', (trx, oid) => cardsLike(trx, oid, ['104711']), 0],
    ['of one patient', identifiersOf, 1],
    ['and what is filed', async (trx, _, pid) => [...(await filedOf(trx, [pid]))], 1],
  ])('a number %s is found by an index', async (_, find, count) => {
    const [{ pid }] = (await patients({})).rows as [{ pid: string }]
    const { rows, read } = await reading(clinician.oid, async (trx) => ({
      rows: await find(trx, clinician.oid ?? '', pid),
    }))
    expect(rows).toHaveLength(count)
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
      // Those of a month are counted, and put in order: a third of 10,000 at most.
      expect(found.read).toBeLessThan(BOUNDED + LIST_COUNT_LIMIT)
      const counted = await reading(oid, async (trx) => ({
        rows: [await countOverdue(trx, oid, { of, today: today() })],
      }))
      expect(counted.rows).toEqual([MOST_COUNTED])
      expect(counted.read).toBeLessThan(FEW)
    },
  )

  test('of sittings to be read again knows those that wait without reading those that have ended', async () => {
    const by = { ...clinician, oid: clinician.oid ?? '' } as unknown as Clinician
    const now = new Date()
    const waits = await reading(clinician.oid, async (trx) => ({
      rows: await findQueue(trx, by, 'arbitrator', now),
    }))
    expect(waits.rows).toHaveLength(ROWS / 100)
    const counted = await reading(clinician.oid, async (trx) => ({
      rows: [await countQueue(trx, by, 'arbitrator'), await countQueue(trx, by, 'second')],
    }))
    expect(counted.rows).toEqual([ROWS / 100, 0])
    for (const { read } of [waits, counted]) expect(read).toBeLessThan(FEW)
  })

  test('of sittings for other systems reads those of a page, from wherever, and those of a time, alone', async () => {
    const oid = clinician.oid ?? ''
    const after = '80000000-0000-0000-0000-000000000000'
    const since = (days: number) =>
      sql<boolean>`archives.created_at >= now() - ${days}::int * interval '1 day'`
    for (const wanted of [{}, { after }, { where: [since(0)] }, { where: [since(1)] }]) {
      const found = await reading(oid, async (trx) => ({
        rows: await findOutsideSittings(trx, oid, wanted, 20),
      }))
      expect([wanted, found.read < FEW]).toEqual([wanted, true])
    }
  })

  test('of reports for other systems reads those that changed, where few did', async () => {
    const oid = clinician.oid ?? ''
    const polled = (from: Date) =>
      reading(oid, async (trx) => {
        const changed = await changedSince(trx, oid, from)
        const where = [sql<boolean>`${REPORT_CHANGED} >= ${from}`, ...(changed ? [changed] : [])]
        return { rows: [changed, ...(changed ? await findOutside(trx, oid, { where }, 20) : [])] }
      })
    const none = await polled(new Date(Date.now() + 60_000))
    expect(none.rows).toHaveLength(1)
    expect(none.read).toBeLessThan(FEW)
    // All of them are too many to be named: a page is full soon.
    expect((await polled(new Date(0))).rows).toEqual([null])
  })

  test('of reports for other systems reads a page of a state in their sequence, or by an index', async () => {
    const oid = clinician.oid ?? ''
    const final = sql<boolean>`${IS_IN.signed} AND reports.supersedes IS NULL`
    const amended = sql<boolean>`${IS_IN.signed} AND reports.supersedes IS NOT NULL`
    for (const where of [[], [final], [amended], [IS_IN.superseded], [IS_IN.void]]) {
      const found = await reading(oid, async (trx) => ({
        rows: await findOutside(trx, oid, { where }, 20),
      }))
      expect(found.rows).toHaveLength(where.length === 0 || where[0] === final ? 20 : 0)
      expect(found.read).toBeLessThan(FEW)
    }
  })

  test('of patients who may be the same reads those of one name and birthday', async () => {
    const oid = clinician.oid ?? ''
    const [patient] = (await patients({ card: 'CARD-100007' })).rows as [PatientRow]
    const found = await reading(oid, async (trx) => ({ rows: await findAlike(trx, oid, patient) }))
    expect(found.rows).toMatchObject([{ pid: patient.pid }])
    expect(found.read).toBeLessThan(10)
  })

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
      day,
      place,
      size: 50,
      order: 'urgency' as const,
      mine: false,
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
