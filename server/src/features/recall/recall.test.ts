import {
  createReport,
  getReport,
  getStep,
  listSteps,
  myInfo,
  noteStep,
  proposeNextStep,
  setStepRules,
  voidReport,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  keepFindings,
  makeArchive,
  makePatient,
  nextEvent,
} from '../../testing/clinical-factories.ts'
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
  wishOf,
} from '../../testing/recall-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
let pid: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '3' })
  pid = await makePatient(app, by, { name: '张三' })
})

const placesOf = async () =>
  (await listed(app, by)).map(({ sat_on, kind, place }) => `${sat_on} ${kind}: ${place}`).toSorted()

describe('while an institution runs no recall', () => {
  test('its people see nothing of it, until it begins, unless it has earlier next steps', async () => {
    const hasRecall = async () => (await succeed(app, myInfo, { uid: by.uid }, by)).has_recall
    const end = () => succeed(app, setStepRules, { rules: null }, by)
    expect(await hasRecall()).toBe(false)
    await beginRecall(app, by)
    expect(await hasRecall()).toBe(true)
    await end()
    expect(await hasRecall()).toBe(false)
    await beginRecall(app, by)
    await sign(app, by, await sit(app, by, pid), ROUTINE)
    await end()
    expect(await hasRecall()).toBe(true)
  })

  test('a report is signed as ever, has no next step, and takes none', async () => {
    const sat = await sit(app, by, pid)
    const { report_id } = await sign(app, by, sat)
    const asked = { report_id, diagnosis_class: '1' as const }
    const { report_data } = await succeed(app, getReport, asked, by)
    expect(report_data).toMatchObject({ next_step: null })
    const answer = await app.call(createReport, wishOf(by, sat, ROUTINE), by)
    expect(answer.error_code).not.toBe(0)
    const told = await succeed(
      app,
      proposeNextStep,
      { patient_id: pid, analysis_id: sat.analysis_id, analysis_type: '1' },
      by,
    )
    expect(told).toEqual({ rules: null, proposed: null })
    expect(await succeed(app, listSteps, { of: 'recall' }, by)).toMatchObject({ on: false })
  })
})

describe('where an institution runs recall', () => {
  beforeEach(() => beginRecall(app, by))

  test('a report is signed with the next step, says it, and the patient waits in the list', async () => {
    const sat = await sit(app, by, pid)
    expect((await app.call(createReport, wishOf(by, sat), by)).error_code).not.toBe(0)
    const { happened } = await nextEvent(app, 'worklist', () => true)
    const { report_id, report_no } = await sign(app, by, sat, { ...ROUTINE, note: '控制血糖' })
    await happened
    const asked = { report_id, diagnosis_class: '1' as const }
    const { report_data } = await succeed(app, getReport, asked, by)
    expect(report_data.next_step).toMatchObject({
      kind: 'routine',
      months: 12,
      urgency: null,
      due_on: '2025-03-01',
      note: '控制血糖',
    })
    const { rows, overdue, on } = await succeed(app, listSteps, { of: 'recall' }, by)
    expect({ overdue, on }).toEqual({ overdue: 1, on: true })
    expect(rows).toEqual([
      expect.objectContaining({
        pid,
        name: '张三',
        report_no,
        image_id: sat.rid,
        due_on: '2025-03-01',
        place: 'waiting',
        overdue: true,
        state: null,
        last: null,
      }),
    ])
  })

  test('the rules propose the gravest of what was found, and the report says where the clinician decided otherwise', async () => {
    const rid = await makeArchive(app, by, pid)
    const severe = { ...SAMPLE_FINDINGS, gradable: false, dr_grade: null, dr: null }
    const analysis_id = await keepFindings(app, by, { pid, rid }, severe)
    const asked = { patient_id: pid, analysis_id, analysis_type: '1' as const }
    const { proposed } = await succeed(app, proposeNextStep, asked, by)
    expect(proposed?.step).toEqual({ kind: 'repeat', months: 1, urgency: null })
    expect(proposed?.grounds.map(({ ground }) => ground)).toEqual(['unjudged', 'missing'])
    await sign(app, by, { pid, rid, analysis_id }, REFER)
    const [step] = await listed(app, by, { of: 'referral' })
    const opened = await succeed(app, getStep, { step_id: step?.step_id ?? '' }, by)
    expect(opened).toMatchObject({ kind: 'refer', state: 'made', proposed, events: [] })
  })

  test('the same opinion with another next step is another report, which takes the place of the first', async () => {
    const sat = await sit(app, by, pid)
    const wish = wishOf(by, sat, ROUTINE)
    const first = await succeed(app, createReport, wish, by)
    expect(await succeed(app, createReport, wish, by)).toEqual(first)
    const other = { ...wish, next_step: { kind: 'early' as const, months: 6 } }
    expect((await succeed(app, createReport, other, by)).report_id).not.toBe(first.report_id)
    expect(await placesOf()).toEqual(['2024-03-01 early: waiting', '2024-03-01 routine: replaced'])
  })

  test('the report of a later sitting closes a recall, and none of an earlier one does', async () => {
    await sign(app, by, await sit(app, by, pid), ROUTINE)
    await sign(app, by, await sit(app, by, pid, '2023-01-01'), ROUTINE)
    expect(await placesOf()).toEqual(['2023-01-01 routine: seen', '2024-03-01 routine: waiting'])
    const { report_id } = await sign(app, by, await sit(app, by, pid, '2025-02-01'), DISCHARGE)
    expect(await placesOf()).toEqual([
      ...['2023-01-01 routine: seen', '2024-03-01 routine: seen'],
      '2025-02-01 discharge: discharged',
    ])
    // A void report closes nothing, and what it was to say has yet to be said.
    await succeed(app, voidReport, { report_id, reason: '误签' }, by)
    expect(await placesOf()).toEqual([
      ...['2023-01-01 routine: seen', '2024-03-01 routine: waiting'],
      '2025-02-01 discharge: unsigned',
    ])
  })

  test('a referral waits until its outcome is known, whatever sittings follow', async () => {
    await sign(app, by, await sit(app, by, pid), REFER)
    await sign(app, by, await sit(app, by, pid, '2025-02-01'), ROUTINE)
    const [step] = await listed(app, by, { of: 'referral' })
    const step_id = step?.step_id ?? ''
    expect(step?.place).toBe('waiting')
    for (const what of ['sent', 'appointment', 'not_attended', 'attended'] as const) {
      await noteOf(app, by, step_id, what)
      const [now] = await listed(app, by, { of: 'referral' })
      expect(now).toMatchObject({ state: what, place: 'waiting', last: { what } })
    }
    const nothing = { step_id, what: 'outcome', happened_on: '2024-04-01' } as const
    expect((await app.call(noteStep, nothing, by)).error_code).not.toBe(0)
    const outcome = { found: 'disease', stage: 3, treatment: '全视网膜光凝' } as const
    await noteOf(app, by, step_id, 'outcome', { outcome })
    const done = await succeed(app, getStep, { step_id }, by)
    expect(done).toMatchObject({ place: 'outcome', state: 'outcome' })
    expect(done.events[0]?.result).toMatchObject(outcome)
    expect(done.events).toHaveLength(5)
  })

  test('a referral that is signed again goes on with its log', async () => {
    const sat = await sit(app, by, pid)
    await sign(app, by, sat, REFER)
    const [first] = await listed(app, by, { of: 'referral' })
    await noteOf(app, by, first?.step_id ?? '', 'sent')
    await sign(app, by, sat, { ...REFER, note: '改正' })
    const waiting = await listed(app, by, { of: 'referral', group: 'waiting' })
    expect(waiting).toMatchObject([{ note: '改正', state: 'sent' }])
  })

  test('a recall has no appointment, and what is closed takes no entry but the way back', async () => {
    await sign(app, by, await sit(app, by, pid), ROUTINE)
    const [step] = await listed(app, by)
    const step_id = step?.step_id ?? ''
    const sent = { step_id, what: 'sent', happened_on: '2024-03-02' } as const
    expect((await app.call(noteStep, sent, by)).error_code).not.toBe(0)
    const { happened } = await nextEvent(app, 'steps', () => true)
    await noteOf(app, by, step_id, 'called', { note: '无人接听' })
    expect(await happened).toEqual({ step_id })
    await noteOf(app, by, step_id, 'declined')
    expect(await placesOf()).toEqual(['2024-03-01 routine: declined'])
    const called = { step_id, what: 'called', happened_on: '2024-03-02' } as const
    expect((await app.call(noteStep, called, by)).error_code).not.toBe(0)
    await noteOf(app, by, step_id, 'resumed')
    expect(await placesOf()).toEqual(['2024-03-01 routine: waiting'])
  })

  test('a death closes every step of the patient', async () => {
    await sign(app, by, await sit(app, by, pid), REFER)
    await sign(app, by, await sit(app, by, pid, '2025-02-01'), ROUTINE)
    const [step] = await listed(app, by, { of: 'recall' })
    await noteOf(app, by, step?.step_id ?? '', 'died')
    expect(await placesOf()).toEqual(['2024-03-01 refer: died', '2025-02-01 routine: died'])
  })

  test('the list is found by month and urgency, the longest overdue first', async () => {
    await sign(app, by, await sit(app, by, pid, '2025-01-31'), { kind: 'early', months: 1 })
    const other = await makePatient(app, by)
    await sign(app, by, await sit(app, by, other, '2024-02-01'), ROUTINE)
    const rows = await listed(app, by, { of: 'recall', group: 'waiting' })
    expect(rows.map(({ due_on }) => due_on)).toEqual(['2025-02-01', '2025-02-28'])
    const month = await listed(app, by, { of: 'recall', group: 'waiting', month: '2025-02' })
    expect(month).toHaveLength(2)
    expect(await listed(app, by, { of: 'recall', group: 'waiting', pid })).toHaveLength(1)
    expect(await listed(app, by, { of: 'referral', urgency: 'soon' })).toEqual([])
  })

  test('steps stay in the lists when recall ends', async () => {
    await sign(app, by, await sit(app, by, pid), ROUTINE)
    await succeed(app, setStepRules, { rules: null }, by)
    expect(await succeed(app, listSteps, { of: 'recall' }, by)).toMatchObject({
      on: false,
      rows: [{ place: 'waiting' }],
    })
  })
})
