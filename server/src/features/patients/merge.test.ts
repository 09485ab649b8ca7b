import {
  createExam,
  createReport,
  deletePatient,
  diagnosticPatients,
  dmConditions,
  fundusAnalysis,
  fundusArchive,
  getReport,
  listPatients,
  listReports,
  mergePatients,
  patientInfo,
  searchExams,
  setDmConditions,
  setPatient,
  unmergePatient,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  keepFindings,
  makeArchive,
  makePatient,
  patientInput,
} from '../../testing/clinical-factories.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
/** Two records of one person. */
let kept: string
let other: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '4' })
  kept = await makePatient(app, by, { name: '张文静', ad_card_number: 'KEPT-1' })
  other = await makePatient(app, by, { name: '章文静', ad_card_number: 'OTHER-1' })
})

const asked = () => ({ token: by.token })
const merge = (pid = kept, merged_pid = other) =>
  app.call(mergePatients, { pid, merged_pid }, asked())
const part = (merged_pid = other) => app.call(unmergePatient, { merged_pid }, asked())
const listed = async (filter: object = {}) => {
  const { rows, total_count } = await succeed(app, listPatients, filter, asked())
  expect(rows).toHaveLength(total_count)
  return rows.map(({ pid }) => pid)
}
const archivesOf = async (pid: string) => {
  const body = { pid, order: '1', weight: 200, height: 200 } as const
  const { rows } = await succeed(app, fundusArchive.list, body, asked())
  const sittings = await succeed(app, fundusAnalysis.list, body, asked())
  expect(sittings.rows.map(({ image_id }) => image_id)).toEqual(rows.map(({ rid }) => rid))
  return rows.map(({ rid }) => rid).sort()
}
const examsOf = async (pid: string) => {
  const { rows } = await succeed(app, searchExams, { pid }, asked())
  return rows.map(({ rid }) => rid).sort()
}
const reportsOf = async (pid: string) => {
  const { rows } = await succeed(app, listReports, { pid }, asked())
  return rows.map(({ report_id }) => report_id)
}
const addExam = async (pid: string) => {
  const exam = { pid, record_date: '2024-05-06', record_detail: { iop: { OD: 15 } } }
  return (await succeed(app, createExam, exam, asked())).rid
}

describe('two records of one person that are merged', () => {
  test('stand as one patient with the images and examinations of both, and parted give each its own back', async () => {
    const [first, second] = [await makeArchive(app, by, kept), await makeArchive(app, by, other)]
    const exam = await addExam(other)
    await succeed(app, mergePatients, { pid: kept, merged_pid: other }, asked())
    expect(await listed()).toEqual([kept])
    for (const pid of [kept, other]) {
      expect(await archivesOf(pid)).toEqual([first, second].sort())
      expect(await examsOf(pid)).toEqual([exam])
      const shown = await succeed(app, patientInfo, { pid }, asked())
      expect(shown).toMatchObject({ pid: kept, name: '张文静' })
      const record = {
        pid: other,
        name: '章文静',
        ad_card_number: 'OTHER-1',
        merged_by: '演示用户',
      }
      expect(shown.merged).toMatchObject([record])
    }
    const { rows } = await succeed(app, listPatients, {}, asked())
    expect(rows).toMatchObject([{ last_visit: '2024-05-06' }])
    const [third, fourth] = [await makeArchive(app, by, kept), await makeArchive(app, by, other)]
    await succeed(app, unmergePatient, { merged_pid: other }, asked())
    expect((await listed()).sort()).toEqual([kept, other].sort())
    expect(await archivesOf(kept)).toEqual([first, third].sort())
    expect(await archivesOf(other)).toEqual([second, fourth].sort())
    expect([await examsOf(kept), await examsOf(other)]).toEqual([[], [exam]])
  })

  test('are found by the name, initials and card number of either', async () => {
    await succeed(app, mergePatients, { pid: kept, merged_pid: other }, asked())
    for (const filter of [{ name: '章文' }, { name: '张文' }, { adCardNumber: 'other-1' }]) {
      expect(await listed(filter)).toEqual([kept])
      const keyword = Object.values(filter)[0]
      const { data } = await succeed(app, diagnosticPatients, { keyword }, asked())
      expect(data.map(({ pid }) => pid)).toEqual([kept])
    }
    expect(await listed({ name: '章', adCardNumber: 'kept' })).toEqual([])
  })

  test('leave signed reports as they are; one that is made after stays with its photograph', async () => {
    const rid = await makeArchive(app, by, other)
    const analysis_id = await keepFindings(app, by, { pid: other, rid })
    const wish = { uid: by.uid, analysis_id, analysis_type: '1', image_index: 0 } as const
    const sign = (patient_id: string, diagnostic_opinion: string) =>
      succeed(app, createReport, { ...wish, patient_id, diagnostic_opinion }, asked())
    const before = await sign(other, '合并前')
    const read = (report_id: string) =>
      succeed(app, getReport, { report_id, diagnosis_class: '1' }, asked())
    const { report_data } = await read(before.report_id)
    await succeed(app, mergePatients, { pid: kept, merged_pid: other }, asked())
    expect(await reportsOf(kept)).toEqual([before.report_id])
    // By the name and number of either record.
    for (const keyword of ['张文静', '章文静', 'zwj', 'KEPT-1', 'OTHER-1']) {
      const { rows } = await succeed(app, listReports, { keyword }, asked())
      expect([keyword, rows.map(({ report_id }) => report_id)]).toEqual([
        keyword,
        [before.report_id],
      ])
    }
    const { report_no, opinion, name } = report_data
    expect(name).toBe('章文静')
    expect((await read(before.report_id)).report_data).toMatchObject({ report_no, opinion, name })
    const after = await sign(kept, '合并后')
    expect((await read(after.report_id)).report_data).toMatchObject({ name: '张文静' })
    await succeed(app, unmergePatient, { merged_pid: other }, asked())
    expect(await reportsOf(kept)).toEqual([])
    expect(await reportsOf(other)).toEqual([after.report_id, before.report_id])
  })

  test('show the diabetes of both, the one changed last first, and parted each its own', async () => {
    const keep = (pid: string, fields: object, version?: number) =>
      app.call(setDmConditions, { pid, version, ...fields }, asked())
    const told = async (pid: string) => {
      const { older, ...newest } = await succeed(app, dmConditions, { pid }, asked())
      return [newest, ...older].map((conditions) => [
        conditions.record?.ad_card_number,
        conditions.current_medication,
      ])
    }
    await keep(kept, { current_medication: '二甲双胍', onset_date: '2010-01-02' })
    await keep(other, { current_medication: '胰岛素' })
    const before = await succeed(app, dmConditions, { pid: other }, asked())
    await succeed(app, mergePatients, { pid: kept, merged_pid: other }, asked())
    const both = [
      ['OTHER-1', '胰岛素'],
      ['KEPT-1', '二甲双胍'],
    ]
    expect([await told(kept), await told(other)]).toEqual([both, both])
    const read = await succeed(app, dmConditions, { pid: kept }, asked())
    expect(read.older).toMatchObject([{ onset_date: '2010-01-02', changed_by: '演示用户' }])
    // Who read one record alone has not seen the other.
    const blind = await keep(other, { current_medication: '停药' }, before.version)
    expect(blind).toMatchObject({ error_code: 1003, data: { stored: { ...read, pid: other } } })
    expect(await keep(kept, { current_medication: '停药' }, read.version)).toMatchObject({
      error_code: 0,
    })
    expect(await told(kept)).toEqual([['OTHER-1', '停药'], both[1]])
    await succeed(app, unmergePatient, { merged_pid: other }, asked())
    expect([await told(kept), await told(other)]).toEqual([[both[1]], [['OTHER-1', '停药']]])
    const own = await succeed(app, dmConditions, { pid: kept }, asked())
    expect(own).toMatchObject({ onset_date: '2010-01-02', version: 1 })
  })

  test('are changed and deleted as one, by the id of either', async () => {
    await succeed(app, mergePatients, { pid: kept, merged_pid: other }, asked())
    const change = { pid: other, ...patientInput({ name: '张文', ad_card_number: 'KEPT-1' }) }
    await succeed(app, setPatient, change, asked())
    const read = await succeed(app, patientInfo, { pid: kept }, asked())
    expect(read).toMatchObject({ name: '张文', merged: [{ name: '章文静' }] })
    await succeed(app, deletePatient, { pid: kept }, asked())
    expect(await listed()).toEqual([])
    expect(await part()).toMatchObject({ error_code: 1002 })
    await makePatient(app, by, { ad_card_number: 'OTHER-1' })
  })

  test('say together what either says, and a form of both writes what was changed in it alone', async () => {
    const set = (pid: string, said: object) =>
      app.call(setPatient, { ...patientInput(), ...said, pid }, asked())
    const own = {
      name: '张文静',
      ad_card_number: 'KEPT-1',
      phone: undefined,
      operation_history: '白内障',
    }
    const theirs = {
      name: '章文静',
      ad_card_number: 'OTHER-1',
      phone: '13900139000',
      allergic_history: '青霉素；碘',
    }
    await set(kept, { ...own, allergic_history: '无' })
    await set(other, theirs)
    await merge()
    const both = { ...own, phone: theirs.phone, allergic_history: theirs.allergic_history }
    const opened = async () => succeed(app, patientInfo, { pid: kept }, asked())
    expect(await opened()).toMatchObject(both)
    // What nobody could see any more of is refused at its field: the other record says it still.
    const gone = { data: { fields: { phone: '并入的档案中有此内容，不能在这里删去' } } }
    expect(await set(kept, { ...both, phone: undefined })).toMatchObject(gone)
    expect(await set(kept, { ...both, allergic_history: '碘' })).toHaveProperty(
      'data.fields.allergic_history',
    )
    const change = { address: '演示路2号', allergic_history: '青霉素；碘；磺胺' }
    expect(await set(kept, { ...both, ...change })).toMatchObject({ error_code: 0 })
    expect(await opened()).toMatchObject({ phone: theirs.phone, address: change.address })
    expect((await opened()).allergic_history?.split('；').toSorted()).toEqual(
      change.allergic_history.split('；').toSorted(),
    )
    await part()
    expect(await opened()).toMatchObject({
      phone: null,
      address: change.address,
      allergic_history: '磺胺',
      operation_history: '白内障',
    })
  })

  test('are in the audit log of either, with who and when', async () => {
    await succeed(app, mergePatients, { pid: kept, merged_pid: other }, asked())
    await succeed(app, unmergePatient, { merged_pid: other }, asked())
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'pid', 'detail'])
      .where('uid', '=', by.uid)
      .where('action', 'in', ['patient.merge', 'patient.unmerge'])
      .orderBy('id')
      .execute()
    const both = [
      { pid: kept, detail: { merged: false, other } },
      { pid: other, detail: { merged: true, other: kept } },
    ]
    expect(entries).toEqual([
      ...both.map((entry) => ({ action: 'patient.merge', ...entry })),
      ...both.map((entry) => ({ action: 'patient.unmerge', ...entry })),
    ])
  })
})

describe('a merge', () => {
  test('in both directions at once happens once', async () => {
    const answers = await Promise.all([merge(kept, other), merge(other, kept), merge(kept, other)])
    expect(answers.map(({ error_code }) => error_code).sort()).toEqual([0, 1003, 1003])
    expect(await listed()).toHaveLength(1)
  })

  test('beside a deletion leaves nobody half there', async () => {
    await Promise.all([merge(), app.call(deletePatient, { pid: kept }, asked())])
    const shown = await listed()
    // Either the merge came first and both are gone, or the other record is as it was.
    expect(shown).toEqual(shown.length === 0 ? [] : [other])
    const answer = await app.call(patientInfo, { pid: other }, asked())
    expect(answer.error_code).toBe(shown.length === 0 ? 1002 : 0)
  })

  test('beside a deletion of either record is done or finds nobody, and the deletion is done', async () => {
    for (let round = 0; round < 24; round++) {
      const [one, two] = [await makePatient(app, by), await makePatient(app, by)]
      const [into, gone] = round % 2 === 0 ? [one, two] : [two, one]
      const pid = round % 4 < 2 ? into : gone
      const [removed, ...merges] = await Promise.all([
        app.call(deletePatient, { pid }, asked()),
        merge(into, gone),
        merge(gone, into),
      ])
      for (const { status } of merges) expect([200, 202]).toContain(status)
      expect(removed).toMatchObject({ error_code: 0 })
      expect((await app.call(patientInfo, { pid }, asked())).error_code).toBe(1002)
    }
  })

  test('of a record with itself, or of one that others were merged into, is refused', async () => {
    expect(await merge(kept, kept)).toMatchObject({
      error_code: 1001,
      data: { fields: { merged_pid: '请选择另一份档案' } },
    })
    const third = await makePatient(app, by)
    await succeed(app, mergePatients, { pid: kept, merged_pid: other }, asked())
    expect(await merge(third, kept)).toMatchObject({ error_code: 1003 })
    expect(await merge(third, other)).toMatchObject({ error_code: 1003 })
    await succeed(app, mergePatients, { pid: kept, merged_pid: third }, asked())
    expect(await listed()).toEqual([kept])
  })

  test('with a record of another institution finds none', async () => {
    const stranger = await makeAccount(app, { role: '4' })
    const theirs = await makePatient(app, stranger)
    for (const pair of [
      [kept, theirs],
      [theirs, other],
    ] as const)
      expect(await merge(...pair)).toMatchObject({ status: 202, error_code: 1002 })
  })

  test('lets a sitting that was being saved meanwhile stay with its record', async () => {
    const files = makeArchive(app, by, other)
    await merge()
    const rid = await files
    expect(await archivesOf(kept)).toEqual([rid])
    await succeed(app, unmergePatient, { merged_pid: other }, asked())
    expect(await archivesOf(other)).toEqual([rid])
  })
})

test('records that were merged can be parted for 30 days and no longer, which the patient says', async () => {
  const day = 86_400
  const cases = [
    [30 * day - 60, { error_code: 0 }],
    [30 * day, { error_code: 1003, msg: '合并已超过30天，不能撤销' }],
  ] as const
  for (const [seconds, answer] of cases) {
    await succeed(app, mergePatients, { pid: kept, merged_pid: other }, asked())
    app.advance(seconds)
    by = await signIn(app, by)
    const { merged } = await succeed(app, patientInfo, { pid: kept }, asked())
    const [merge] = merged
    const until = Date.parse(merge?.merged_at ?? '') + 30 * day * 1000
    expect(merge?.undo_until).toBe(answer.error_code === 0 ? new Date(until).toISOString() : null)
    expect(await part()).toMatchObject(answer)
  }
})
