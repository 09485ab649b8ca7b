import {
  createReport,
  deletePatient,
  fundusArchive,
  listWorklist,
  readResult,
  settleResult,
  today,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import {
  keepFindings,
  makeArchive,
  makePatient,
  nextEvent,
  predict,
  state,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
let colleague: SignedIn
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '4' })
  colleague = await makeAccount(app, { role: '3', oid: by.oid ?? '' })
})

const REFERABLE = SAMPLE_FINDINGS
const UNGRADABLE = { ...SAMPLE_FINDINGS, gradable: false, dr_grade: null, dr: null }

/** A sitting with the result of its one photograph. */
async function result(findings: typeof SAMPLE_FINDINGS | null = REFERABLE) {
  const pid = await makePatient(app, by)
  const rid = await makeArchive(app, by, pid)
  return { pid, rid, analysis_record_id: await keepFindings(app, by, { pid, rid }, findings) }
}
const list = (body: object = {}, as = by) => succeed(app, listWorklist, body, { token: as.token })
const shown = async (body: object = {}) => {
  const { rows } = await list(body)
  return rows.map(({ image_id }) => image_id)
}
const read = (analysis_record_id: string, as = by) =>
  app.call(readResult, { analysis_record_id }, { token: as.token })

const settle = (analysis_record_id: string, settled = true, as = by) =>
  app.call(settleResult, { analysis_record_id, settled }, { token: as.token })

describe('the worklist', () => {
  test('puts a suspicion of glaucoma in a healthy retina among the referable, with its reason', async () => {
    const dr = SAMPLE_FINDINGS.dr && {
      ...SAMPLE_FINDINGS.dr,
      rule: 'no_lesion' as const,
      referable: false,
      macular_oedema: false,
    }
    const { rid } = await result({
      ...SAMPLE_FINDINGS,
      dr_grade: 0,
      dr_referable_probability: 0.02,
      dr,
      vcdr: 0.83,
      glaucoma: { band: 'high', signs: ['vcdr'] },
    })
    const { rows } = await list()
    expect(rows).toMatchObject([
      {
        image_id: rid,
        urgency: 'referable',
        eyes: [
          { eye: 'OD', stage: 0, reasons: [{ reason: 'glaucoma', referral: 'referable' }] },
          { eye: 'OS', reasons: [] },
        ],
      },
    ])
  })

  test('shows unread results of any day, referable and ungradable first, and those that wait longest before others', async () => {
    const first = await result(null)
    const second = await result(REFERABLE)
    const third = await result(UNGRADABLE)
    const fourth = await result(REFERABLE)
    const { rows, unread, today: ofToday } = await list()
    expect(rows.map(({ image_id, urgency }) => [image_id, urgency])).toEqual([
      [second.rid, 'referable'],
      [fourth.rid, 'referable'],
      [first.rid, 'ungradable'],
      [third.rid, 'ungradable'],
    ])
    expect(unread).toEqual({ referable: 2, ungradable: 2, review: 0, routine: 0 })
    expect(ofToday).toBe(0)
    expect(rows[0]).toMatchObject({
      pid: second.pid,
      name: '演示患者',
      status: 'done',
      unread: true,
      image_count: 1,
      thumbs: [{ eye: 'OD' }],
      eyes: [{ eye: 'OD', stage: 2, referral: 'referable' }, { eye: 'OS' }],
      readers: [],
      reports: 0,
    })
  })

  test('shows the sittings of today below, in the order they came, read or not analysed yet', async () => {
    const pid = await makePatient(app, by)
    const sittings = [await makeArchive(app, by, pid), await makeArchive(app, by, pid)]
    expect(await shown()).toEqual([])
    for (const rid of sittings) {
      const fields = { record_date: today(), collect_device: '-', img_type: 1 } as const
      await succeed(app, fundusArchive.set, { rid, ...fields }, { token: by.token })
    }
    await predict(app, by, sittings[1] ?? '')
    const old = await result()
    const { rows, today: ofToday } = await list()
    expect(rows).toMatchObject([
      { image_id: old.rid, unread: true },
      { image_id: sittings[0], unread: false, status: null, urgency: null },
      { image_id: sittings[1], unread: false, status: 'queued' },
    ])
    expect(ofToday).toBe(2)
  })

  test('puts a result where the correction of a clinician puts it, and a later analysis keeps it there', async () => {
    const corrected = await result(REFERABLE)
    const other = await result(UNGRADABLE)
    const { happened } = await nextEvent(
      app,
      'worklist',
      ({ image_id }) => image_id === corrected.rid,
    )
    const { analysis_record_id: first } = corrected
    await state(app, by, { analysis_record_id: first, field: 'referral', value: 'none' })
    await happened
    const places = async () =>
      (await list()).rows.map(({ image_id, urgency }) => [image_id, urgency])
    const now = [
      [other.rid, 'ungradable'],
      [corrected.rid, 'routine'],
    ]
    expect(await places()).toEqual(now)
    expect((await list()).unread).toMatchObject({ referable: 0, routine: 1 })
    const analysis_record_id = await keepFindings(app, by, corrected, REFERABLE)
    expect(await places()).toEqual(now)
    await state(app, by, { analysis_record_id, field: 'referral', value: null })
    expect((await places())[0]).toEqual([corrected.rid, 'referable'])
  })

  test('goes on by pages without a row twice or left out, while results are read', async () => {
    const made = []
    for (const findings of [REFERABLE, null, REFERABLE, UNGRADABLE, REFERABLE])
      made.push(await result(findings))
    const all = await shown()
    const pages: string[] = []
    let after: string | null | undefined
    do {
      const page = await list({ size: 2, ...(after && { after }) })
      pages.push(...page.rows.map(({ image_id }) => image_id))
      for (const { analysis_record_id } of page.rows) await settle(analysis_record_id ?? '')
      after = page.next
    } while (after !== null)
    expect(pages).toEqual(all)
    expect(all).toHaveLength(made.length)
    expect(await shown()).toEqual([])
  })

  test('leaves out sittings and patients that were deleted', async () => {
    const [one, other] = [await result(), await result()]
    await succeed(app, fundusArchive.delete, { rid: one.rid }, { token: by.token })
    await succeed(app, deletePatient, { pid: other.pid }, { token: by.token })
    expect(await list()).toMatchObject({ rows: [], next: null, unread: { referable: 0 } })
  })

  test('is of the own institution: another one sees nothing, and reads nothing', async () => {
    const { analysis_record_id } = await result()
    const stranger = await makeAccount(app, { role: '4' })
    expect((await list({}, stranger)).rows).toEqual([])
    expect(await read(analysis_record_id, stranger)).toMatchObject({ error_code: 1002 })
    expect(await settle(analysis_record_id, true, stranger)).toMatchObject({ error_code: 1002 })
    expect(await shown()).toHaveLength(1)
  })

  test.each(['1', '2', '5'] as const)('is closed to role %s', async (role) => {
    const { token } = await makeAccount(app, { role })
    expect((await app.call(listWorklist, {}, { token })).status).toBe(600)
  })
})

describe('a result', () => {
  test('that was opened stays where it is, and says who opened it', async () => {
    const first = await result()
    const second = await result()
    await Promise.all([first, second].map(({ analysis_record_id }) => read(analysis_record_id)))
    await read(first.analysis_record_id, colleague)
    const { rows, unread } = await list()
    expect(rows).toMatchObject([
      { image_id: first.rid, unread: true, settled: null, readers: [{}, {}] },
      { image_id: second.rid, unread: true, settled: null, readers: [{}] },
    ])
    expect(unread.referable).toBe(2)
  })

  test('that is read and needs no report leaves the unread ones, and comes back when anybody takes that back', async () => {
    const { rid, analysis_record_id } = await result()
    expect(await settle(analysis_record_id)).toMatchObject({ error_code: 0 })
    await settle(analysis_record_id, true, colleague)
    expect(await shown()).toEqual([])
    await settle(analysis_record_id, false, colleague)
    const { rows } = await list()
    expect(rows).toMatchObject([{ image_id: rid, unread: true, settled: null }])
    const actions = await app.context.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', analysis_record_id)
      .where('action', 'like', 'analysis.%settle')
      .orderBy('at')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      ...['analysis.settle', 'analysis.settle', 'analysis.unsettle'],
    ])
  })

  test('does not come back where a report of it is signed, or a newer one is there', async () => {
    const signed = await result()
    await settle(signed.analysis_record_id)
    const body = {
      uid: by.uid,
      patient_id: signed.pid,
      analysis_id: signed.analysis_record_id,
      analysis_type: '1' as const,
      diagnostic_opinion: '演示意见',
      image_index: 0,
    }
    await succeed(app, createReport, body, { token: by.token })
    const older = await result()
    await settle(older.analysis_record_id)
    const newer = await keepFindings(app, by, older, UNGRADABLE)
    await settle(newer)
    for (const id of [signed.analysis_record_id, older.analysis_record_id]) await settle(id, false)
    expect(await shown()).toEqual([])
  })

  test('is found by kind, reason, day and who filed it, in the order of waiting', async () => {
    const waiting = await result(UNGRADABLE)
    const urgent = await result(REFERABLE)
    expect(await shown({ order: 'time' })).toEqual([waiting.rid, urgent.rid])
    expect(await shown({ reason: 'ungradable' })).toEqual([waiting.rid])
    expect(await shown({ reason: 'oedema' })).toEqual([urgent.rid])
    expect(await shown({ modality: 'octa' })).toEqual([])
    expect(await shown({ mine: true })).toHaveLength(2)
    const { rows } = await list({ mine: true }, colleague)
    expect(rows).toEqual([])
    expect(await shown({ record_date: '2001-01-01' })).toEqual([])
    const [row] = (await list()).rows
    expect(await shown({ record_date: row?.record_date ?? '' })).toHaveLength(2)
  })

  test('is read for the institution once anybody has said so, and says who and when', async () => {
    const { rid, analysis_record_id } = await result()
    await succeed(
      app,
      fundusArchive.set,
      { rid, record_date: today(), collect_device: '-', img_type: 1 },
      { token: by.token },
    )
    const { happened } = await nextEvent(app, 'worklist', ({ image_id }) => image_id === rid)
    await Promise.all([read(analysis_record_id, colleague), read(analysis_record_id, by)])
    await happened
    await settle(analysis_record_id, true, colleague)
    const { rows, unread } = await list()
    expect(unread.referable).toBe(0)
    expect(rows).toMatchObject([{ image_id: rid, unread: false, urgency: 'referable' }])
    expect(rows[0]?.readers).toHaveLength(2)
    expect(rows[0]?.settled?.name).toBe(rows[0]?.readers.find(({ name }) => name)?.name)
  })

  test('is read once a report of it is signed', async () => {
    const { pid, analysis_record_id } = await result()
    const body = {
      uid: by.uid,
      patient_id: pid,
      analysis_id: analysis_record_id,
      analysis_type: '1',
      diagnostic_opinion: '演示意见',
      image_index: 0,
    } as const
    await succeed(app, createReport, body, { token: by.token })
    expect(await shown()).toEqual([])
  })

  test('of a newer analysis stays unread when the older one is read at the same time', async () => {
    const { pid, rid, analysis_record_id } = await result()
    const newer = await Promise.all([
      keepFindings(app, by, { pid, rid }, UNGRADABLE),
      settle(analysis_record_id),
    ])
    await settle(analysis_record_id)
    const { rows } = await list()
    expect(rows).toMatchObject([{ analysis_record_id: newer[0], urgency: 'ungradable' }])
  })

  test('that is not there yet cannot be read', async () => {
    const pid = await makePatient(app, by)
    const id = await predict(app, by, await makeArchive(app, by, pid))
    for (const refused of [await read(id), await settle(id)])
      expect(refused).toMatchObject({ error_code: 1003, msg: '分析尚未完成' })
  })
})
