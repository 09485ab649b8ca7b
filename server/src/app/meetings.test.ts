import {
  addOrder,
  askErasure,
  confirmErasure,
  createReport,
  deletePatient,
  fundusArchive,
  mergePatients,
  noteStep,
  signReading,
  today,
  voidReport,
  type Call,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archiveFields, makePatient, plainImage, upload } from '../testing/clinical-factories.ts'
import { withFullRights } from '../testing/database.ts'
import type { SignedIn } from '../testing/factories.ts'
import { holdCommits } from '../testing/hold-commits.ts'
import { CLEAR, opens, readers, reads, setRule } from '../testing/reading-factory.ts'
import { beginRecall, listed, ROUTINE, sign, sit, wishOf } from '../testing/recall-factory.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

/**
 * What two people do to one patient at one moment. Each locks other rows, and in an order of its own: both are answered,
 * as done or as refused, whichever comes first.
 */

let app: TestApp
beforeAll(async () => {
  app = await testApp({ callsPerMinute: 1_000_000 })
})
afterAll(() => app.close())

const asOwner = (query: string) =>
  withFullRights(app.context.config.databaseUrl, (client) => client.query(query))

type Act = () => Promise<{ status: number; error_code: number }>

/** A patient with a signed report and what comes next, a sitting that is open to read, and a second record. */
async function world() {
  const { main, first, second, sat } = await readers(app, { rule: 'none' })
  await beginRecall(app, main)
  const earlier = await sit(app, main, sat.pid, '2024-02-01')
  const { report_id } = await sign(app, main, earlier, ROUTINE)
  const [step] = await listed(app, main)
  const other = await makePatient(app, main)
  const act =
    <C extends Call>(by: SignedIn, call: C, body: InputOf<C>): Act =>
    () =>
      app.call(call, body, { token: by.token })
  const { pid, rid } = sat
  const acts = {
    sign: act(second, createReport, wishOf(second, sat, ROUTINE)),
    void: act(main, voidReport, { report_id, reason: '演示' }),
    note: act(second, noteStep, {
      step_id: step?.step_id ?? '',
      what: 'declined',
      happened_on: '2024-03-02',
    }),
    merge: act(second, mergePatients, { pid: other, merged_pid: pid }),
    'delete the patient': act(main, deletePatient, { pid }),
    'delete the sitting': act(first, fundusArchive.delete, { rid }),
    order: act(second, addOrder, { pid, modality: 'fundus', day: today() }),
  }
  return { main, first, second, sat, other, acts }
}
type World = Awaited<ReturnType<typeof world>>
type Name = keyof World['acts']
const NAMES: readonly Name[] = [
  ...(['sign', 'void', 'note', 'merge', 'delete the patient', 'delete the sitting'] as const),
  'order',
]
const PAIRS = NAMES.flatMap((one, at) => NAMES.slice(at + 1).map((other) => [one, other] as const))

/** Both are on their way before either is done. */
async function meet(acts: readonly Act[]) {
  const held = await holdCommits(app)
  let answered = 0
  const answers = acts.map((act) => act().finally(() => answered++))
  await held.waiting(() => acts.length - answered)
  await held.release()
  const all = await Promise.all(answers)
  for (const { status } of all) expect([200, 202]).toContain(status)
  expect(all.map(({ error_code }) => error_code)).toContain(0)
  return all
}

describe('at one moment', () => {
  test.each(PAIRS)('%s and %s are both answered', async (one, other) => {
    const { acts } = await world()
    await meet([acts[one], acts[other]])
  })

  test('all of them are answered', async () => {
    const { acts } = await world()
    await meet(Object.values(acts))
  })

  test.each<[string, (made: World) => Act]>([
    ['the sitting is deleted', ({ acts }) => acts['delete the sitting']],
    ['the patient is deleted', ({ acts }) => acts['delete the patient']],
    ['a report of the patient is declared void', ({ acts }) => acts.void],
    ['the patient is merged', ({ acts }) => acts.merge],
  ])('a reading is signed and %s', async (_, other) => {
    const made = await world()
    const { main, first, second, sat } = made
    await setRule(app, main)
    await reads(app, first, sat, 'first', CLEAR)
    await opens(app, second, sat, 'second')
    const read = { OD: CLEAR, OS: null }
    const signing: Act = () =>
      app.call(signReading, { image_id: sat.rid, role: 'second', read }, { token: second.token })
    await meet([signing, other(made)])
  })

  test('a patient is erased and photographs are filed', async () => {
    const { main, second, sat } = await world()
    const { pid } = sat
    await asOwner(`alter table institutions drop constraint if exists erasure_after_legal_time;
      update institutions set erasure_years = -1 where oid = '${main.oid ?? ''}'`)
    const key = await upload(app, second, await plainImage())
    await succeed(app, deletePatient, { pid }, main)
    await succeed(app, askErasure, { pid }, main)
    const filed = { pid, ...archiveFields, files_path: [key], repeated: [key] }
    await meet([
      () => app.call(confirmErasure, { pid }, { token: second.token }),
      () => app.call(fundusArchive.create, filed, { token: main.token }),
    ])
    const { rows } = await asOwner(`select from archives where pid = '${pid}'`)
    expect(rows).toEqual([])
  })
})
