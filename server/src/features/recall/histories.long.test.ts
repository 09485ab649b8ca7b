import {
  deletePatient,
  mergePatients,
  STEP_PLACES,
  voidReport,
  type StepPlace,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import {
  beginRecall,
  DISCHARGE,
  listed,
  noteOf,
  REFER,
  ROUTINE,
  sign,
  sit,
  type Sat,
} from '../../testing/recall-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

/** `HISTORIES=10000` makes as many. */
const PATIENTS = Number(process.env.HISTORIES ?? 40)
const ACTS = 7

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '3' })
  await beginRecall(app, by)
})
afterAll(() => app.close())

/** Numbers that look drawn, and are the same each time. */
type Draw = (below: number) => number
function drawing(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const KINDS = [
  ROUTINE,
  { kind: 'early', months: 3 },
  { kind: 'repeat', months: 1 },
  REFER,
  DISCHARGE,
] as const
const CLOSING = ['declined', 'moved', 'died', 'outcome'] as const
const OPEN = ['called', 'letter', 'resumed', 'sent', 'not_attended'] as const

interface Signed {
  report_id: string
  sat: Sat & { day: string }
  kind: string
  void: boolean
  replaced: boolean
}
interface Patient {
  pid: string
  records: string[]
  signed: Signed[]
  deleted: boolean
  /** What was put on record, and of whose step. */
  log: { report_id: string; what: string }[]
}

/** What a patient's steps must say, told from what was done alone. */
function mustWait({ signed, deleted, log }: Patient): boolean {
  if (deleted || log.findLast(({ what }) => what === 'died' || what === 'resumed')?.what === 'died')
    return false
  const standing = signed.filter((report) => !report.void && !report.replaced)
  return signed.some((report, place) => {
    if (report.replaced) return false
    const later = standing.filter(
      (other) =>
        other !== report &&
        (other.sat.day > report.sat.day ||
          (other.sat.day === report.sat.day && signed.indexOf(other) > place)),
    )
    if (report.void) return later.length === 0
    if (report.kind === 'discharge') return false
    const its = log.filter(({ report_id }) => report_id === report.report_id)
    if (its.some(({ what }) => what === 'outcome')) return false
    const last = its.findLast(({ what }) => ['declined', 'moved', 'resumed'].includes(what))?.what
    if (last === 'declined' || last === 'moved') return false
    return report.kind === 'refer' || later.length === 0
  })
}

async function live(patient: Patient, draw: Draw, deletes: boolean): Promise<void> {
  const own = (pid: string) => patient.records[draw(patient.records.length)] ?? pid
  for (let act = 0; act < ACTS && !patient.deleted; act++) {
    const newest = patient.signed.at(-1)
    const chosen = patient.signed[draw(Math.max(1, patient.signed.length))]
    const what = newest ? draw(10) : 0
    if (what <= 2) {
      const day = `20${20 + draw(5)}-0${1 + draw(9)}-11`
      const sat = { ...(await sit(app, by, own(patient.pid), day)), day }
      await signing(patient, sat, draw)
    } else if (what === 3 && newest && !newest.void) {
      // A referral that is signed again goes on with its log, which has a test of its own.
      if (newest.kind === 'refer') continue
      newest.replaced = true
      await signing(patient, newest.sat, draw)
    } else if (what === 4 && chosen && !chosen.void && !chosen.replaced) {
      await succeed(app, voidReport, { report_id: chosen.report_id, reason: '误签' }, by)
      chosen.void = true
    } else if (what === 5 && deletes && draw(3) === 0) {
      await succeed(app, deletePatient, { pid: patient.pid }, by)
      patient.deleted = true
    } else if (chosen) {
      const event = what < 8 ? OPEN[draw(OPEN.length)] : CLOSING[draw(CLOSING.length)]
      if (event) await noting(patient, chosen, event)
    }
  }
}

async function signing(patient: Patient, sat: Signed['sat'], draw: Draw) {
  const step = KINDS[draw(KINDS.length)] ?? ROUTINE
  const { report_id } = await sign(app, by, sat, step)
  patient.signed.push({ report_id, sat, kind: step.kind, void: false, replaced: false })
}

const stepOf = (report_id: string) =>
  withInstitution(app.context.db, by.oid ?? '', (trx) =>
    trx
      .selectFrom('next_steps')
      .select('step_id')
      .where('report_id', '=', report_id)
      .executeTakeFirstOrThrow(),
  )

/** What a step does not take is refused, and changes nothing. */
async function noting(
  patient: Patient,
  { report_id }: Signed,
  what: (typeof OPEN | typeof CLOSING)[number],
) {
  const { step_id } = await stepOf(report_id)
  const noted = await noteOf(app, by, step_id, what).then(
    () => true,
    () => false,
  )
  if (noted) patient.log.push({ report_id, what })
}

async function grow(): Promise<Patient[]> {
  const patients: Patient[] = []
  for (let n = 0; n < PATIENTS; n++) {
    const draw = drawing(4711 + n)
    const pid = await makePatient(app, by)
    const patient: Patient = { pid, records: [pid], signed: [], deleted: false, log: [] }
    if (draw(3) === 0) {
      // Both records have sittings before somebody sees that they are of one person.
      const merged_pid = await makePatient(app, by)
      await live({ ...patient, records: [pid, merged_pid] }, draw, false)
      await succeed(app, mergePatients, { pid, merged_pid }, by)
    }
    await live(patient, draw, true)
    patients.push(patient)
  }
  return patients
}

test('whatever happens, every patient with a next step is in exactly one place: waiting, done, or closed with a reason', async () => {
  const patients = await grow()
  const rows = await listed(app, by)
  // Each step is in one list, once, and all of them are.
  expect(new Set(rows.map(({ step_id }) => step_id)).size).toBe(rows.length)
  const stored = await withInstitution(app.context.db, by.oid ?? '', async (trx) => {
    const found = await sql<{ step_id: string; kept: StepPlace; derived: StepPlace }>`
      SELECT step_id, place AS kept, step_place(next_steps) AS derived FROM next_steps`.execute(trx)
    return found.rows
  })
  expect(rows.map(({ step_id }) => step_id).toSorted()).toEqual(
    stored.map(({ step_id }) => step_id).toSorted(),
  )
  // What the index is asked by is what follows from the records.
  expect(stored.filter(({ kept, derived }) => kept !== derived)).toEqual([])
  const waits = new Set<StepPlace>(STEP_PLACES.waiting)
  const shown = patients.map((patient) => ({
    waits: rows.some(({ pid, place }) => pid === patient.pid && waits.has(place)),
    has: rows.some(({ pid }) => pid === patient.pid),
  }))
  expect(shown.map((patient) => patient.waits)).toEqual(patients.map(mustWait))
  expect(shown.map((patient) => patient.has)).toEqual(
    patients.map(({ signed }) => signed.length > 0),
  )
  // The histories are not all alike.
  expect(new Set(stored.map(({ kept }) => kept)).size).toBeGreaterThan(6)
})
