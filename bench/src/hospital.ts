import {
  addClient,
  addDestination,
  addHl7Peer,
  createReport,
  deleteDestination,
  fundusAnalysis,
  listHl7Peers,
  listPatients,
  SCOPES,
} from '@mingmou/contract'
import { lineTo, messageOf, pidOf } from '@mingmou/server/testing/hl7-system'
import { resultDestination, startResultSystem } from '@mingmou/server/testing/result-system'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Client } from './client.ts'
import { spread, timed } from './table.ts'

const CALLS = 100
const LINES = 8
const ADMITTED = 2_000
const RESULTS = 100
/** As the framing of MLLP has it. */
const framed = (text: string) => `\x0b${text}\x1c\r`

/** The fill copies the findings of one sitting of the demonstration, which is drawn meanwhile. */
export async function firstGraded(superuserUrl: string): Promise<void> {
  const database = new pg.Client({ connectionString: superuserUrl })
  await database.connect()
  const graded = `SELECT FROM analysis_images JOIN analyses USING (analysis_record_id)
    WHERE findings->>'dr_grade' IS NOT NULL AND image_index = 0 AND status = 'done'`
  try {
    while ((await database.query(graded)).rowCount === 0) await delay(500)
  } finally {
    await database.end()
  }
}

/** A token of a client of the institution with every scope. */
async function clientToken(url: string, main: Client): Promise<string> {
  const { login, secret } = await main.call(addClient, { name: '测速', scopes: [...SCOPES] })
  const answered = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${login}:${secret ?? ''}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await answered.json()) as { access_token: string }).access_token
}

/** Rows that scans of whole tables read since the statistics began, by table. */
async function scanned(database: pg.Client): Promise<Map<string, number>> {
  await database.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await database.query<{ relname: string; read: string }>(
    `SELECT relname, seq_tup_read AS read FROM pg_stat_user_tables WHERE n_live_tup > 5000`,
  )
  return new Map(rows.map(({ relname, read }) => [relname, Number(read)]))
}

/**
 * Searches by FHIR as a client of the largest institution, by each parameter. `scans`: the tables of more than 5,000
 * rows that a search read as a whole.
 */
export async function benchFhir(
  url: string,
  main: Client,
  superuserUrl: string,
): Promise<Record<string, object>> {
  const token = await clientToken(url, main)
  const { rows: people } = await main.call(listPatients, { page: 20, size: 50 })
  const person = (index: number) => people[index % people.length]
  const pid = (index: number) => person(index)?.pid ?? ''
  const number = (index: number) => person(index)?.ad_card_number ?? ''
  const day = '2026-01-15'
  const searches: Record<string, (index: number) => string> = {
    'Patient?identifier': (index) => `Patient?identifier=${number(index)}`,
    'Patient?name': (index) =>
      `Patient?name=${encodeURIComponent(String.fromCodePoint(0x4e00 + (index % 2000)))}`,
    'Patient?birthdate': () => 'Patient?birthdate=1960-01-01',
    'Patient?birthdate, none': () => 'Patient?birthdate=1931-02-03',
    'Patient?name and birthdate': (index) =>
      `Patient?birthdate=1960-01-01&name=${encodeURIComponent(String.fromCodePoint(0x4e00 + (index % 2000)))}`,
    'Patient?_total=accurate': () => 'Patient?_total=accurate',
    'Patient?_lastUpdated': () => `Patient?_lastUpdated=ge${day}`,
    'Patient?_lastUpdated, none': () => 'Patient?_lastUpdated=ge2099-01-01',
    'ServiceRequest?patient': (index) => `ServiceRequest?patient=${pid(index)}`,
    'ServiceRequest?identifier': (index) => `ServiceRequest?identifier=M${String(index)}`,
    'ServiceRequest?_lastUpdated': () => `ServiceRequest?_lastUpdated=ge${day}`,
    'Task?status': () => 'Task?status=requested',
    'Media?patient': (index) => `Media?patient=${pid(index)}`,
    Media: () => 'Media',
    'ImagingStudy?patient': (index) => `ImagingStudy?patient=${pid(index)}`,
    'ImagingStudy?_lastUpdated': () => `ImagingStudy?_lastUpdated=ge${day}`,
    'ImagingStudy?_lastUpdated, none': () => 'ImagingStudy?_lastUpdated=ge2099-01-01',
    'DiagnosticReport?patient': (index) => `DiagnosticReport?patient=${pid(index)}`,
    'DiagnosticReport?patient.identifier': (index) =>
      `DiagnosticReport?patient.identifier=${number(index)}`,
    'DiagnosticReport?identifier, none': (index) => `DiagnosticReport?identifier=R-${index}`,
    'DiagnosticReport?date': () => `DiagnosticReport?date=ge${day}`,
    'DiagnosticReport?date, none': () => 'DiagnosticReport?date=ge2099-01-01',
    ...Object.fromEntries(
      ['final', 'amended', 'cancelled', 'entered-in-error'].map((status) => [
        `DiagnosticReport?status=${status}`,
        () => `DiagnosticReport?status=${status}`,
      ]),
    ),
    'DiagnosticReport?_include': () =>
      'DiagnosticReport?_include=DiagnosticReport:subject&_include=DiagnosticReport:result',
    'DiagnosticReport?_total=accurate': () => 'DiagnosticReport?_total=accurate',
    'DiagnosticReport?_lastUpdated, none': () => 'DiagnosticReport?_lastUpdated=ge2099-01-01',
    'Observation?patient': (index) => `Observation?patient=${pid(index)}`,
    'Observation?code': () => 'Observation?code=icdr.stage',
    'DocumentReference?patient': (index) => `DocumentReference?patient=${pid(index)}`,
    'Composition?patient': (index) => `Composition?patient=${pid(index)}`,
    'Provenance?patient': (index) => `Provenance?patient=${pid(index)}`,
    Device: () => 'Device',
  }
  const database = new pg.Client({ connectionString: superuserUrl })
  await database.connect()
  try {
    const table: Record<string, object> = {}
    for (const [name, search] of Object.entries(searches)) {
      const statuses = new Set<number>()
      const ask = async (index: number) => {
        const headers = { authorization: `Bearer ${token}` }
        const answered = await fetch(`${url}/fhir/${search(index)}`, { headers })
        await answered.arrayBuffer()
        statuses.add(answered.status)
      }
      await timed(5, ask)
      const before = await scanned(database)
      const took = await timed(CALLS, ask)
      // A connection says what it did within a second.
      await delay(1500)
      const after = await scanned(database)
      const scans = [...after].flatMap(([relname, read]) => {
        const rows = Math.round((read - (before.get(relname) ?? 0)) / CALLS)
        return rows > 1000 ? [`${relname} ${rows}`] : []
      })
      const status = [...statuses].join(' ')
      table[name] = { ...spread(took), status, scans: scans.join(', ') || 'none' }
    }
    return table
  } finally {
    await database.end()
  }
}

const nameOf = (at: number) =>
  `王^${String.fromCodePoint(0x4e00 + (at % 2000), 0x5e00 + (at % 997))}`

/** Patients as a hospital registers and changes them, over several lines at once: a line waits for each answer. */
export async function benchHl7(main: Client, port: number): Promise<Record<string, object>> {
  await main.call(addHl7Peer, {
    name: '医院信息系统',
    application: 'HIS',
    facility: 'H1',
    addresses: ['127.0.0.1'],
    codes_fundus: ['FP'],
    codes_octa: ['OCTA'],
  })
  const { called } = await main.call(listHl7Peers, {})
  const { facility } = called
  const began = Date.now()
  const send = async (trigger: string, number: (at: number) => string, phone: string) => {
    let at = 0
    const took: number[] = []
    const acks = new Map<string, number>()
    const lines = Array.from({ length: LINES }, async () => {
      const line = await lineTo(port)
      while (at < ADMITTED) {
        const mine = at++
        const person = pidOf({ number: number(mine), name: nameOf(mine), phone })
        const head = { facility, id: `B${began}-${trigger}-${mine}` }
        const text = messageOf(head, `ADT^${trigger}`, 'EVN||20261127', person)
        const [ms] = await timed(1, async () => {
          line.socket.write(framed(text))
          const answer = await line.next()
          const ack = answer?.ack ?? 'cut'
          acks.set(ack, (acks.get(ack) ?? 0) + 1)
        })
        took.push(ms ?? Number.NaN)
      }
      line.socket.destroy()
    })
    const start = performance.now()
    await Promise.all(lines)
    const rate = (ADMITTED * 1000) / (performance.now() - start)
    return { ...spread(took), rate: rate.toFixed(0), acks: [...acks].flat().join(' ') }
  }
  const number = (at: number) => `H${began % 1e8}-${at}`
  return {
    [`A04, ${ADMITTED} new patients, ${LINES} lines`]: await send('A04', number, '13800000001'),
    'A08, the same with another phone': await send('A08', number, '13900000002'),
    'A08, the same again': await send('A08', number, '13900000002'),
  }
}

/** Results as they go out: while reports are signed, and from a queue that is full. */
export async function benchResults(
  clinician: Client,
  main: Client,
  superuserUrl: string,
): Promise<Record<string, object>> {
  const system = await startResultSystem()
  const database = new pg.Client({ connectionString: superuserUrl })
  await database.connect()
  const { destination_id } = await main.call(addDestination, resultDestination(system.port))
  try {
    const { rows } = await clinician.call(listPatients, { page: 30, size: 100 })
    let signed = 0
    const from = performance.now()
    for (const { pid } of rows) {
      if (signed >= RESULTS) break
      const sittings = await clinician.call(fundusAnalysis.list, { pid })
      const [first] = sittings.rows
      if (!first?.analysis_record_id) continue
      const fixed = { analysis_type: '1', image_index: 0, diagnostic_opinion: '测速' } as const
      const of = { uid: clinician.uid, patient_id: pid, analysis_id: first.analysis_record_id }
      await clinician.call(createReport, { ...of, ...fixed })
      signed++
    }
    const signing = performance.now() - from
    while (system.got.length < signed) await system.next()
    const all = performance.now() - from
    // All of them once more, from a queue that is full.
    const got = system.got.length
    await database.query(`UPDATE deliveries SET state = 'waiting' WHERE what = 'report'
      AND destination_id = '${destination_id}'`)
    const again = performance.now()
    await database.query(`INSERT INTO jobs (id, name, data, lane, person, expires_in)
      SELECT gen_random_uuid(), 'delivery', jsonb_build_object('oid', oid, 'delivery_id', delivery_id), oid, oid,
        interval '3 minutes' FROM deliveries WHERE what = 'report' AND destination_id = '${destination_id}'`)
    while (system.got.length < got + signed) await system.next()
    const full = performance.now() - again
    const rate = (ms: number) => `${((signed * 1000) / ms).toFixed(1)}/s`
    return {
      [`${signed} reports signed by one person`]: { rate: rate(signing) },
      'results that came, from the first signature on': { rate: rate(all) },
      'results that wait, all at once': { rate: rate(full) },
    }
  } finally {
    await main.call(deleteDestination, { destination_id })
    await database.end()
    system.stop()
  }
}
