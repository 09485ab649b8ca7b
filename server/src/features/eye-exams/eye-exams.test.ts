import {
  createExam,
  deleteExam,
  deletePatient,
  dropExamDraft,
  examForm,
  EXAM_PAGE_SIZE,
  INDICATOR_KEYS,
  keepExamDraft,
  searchExams,
  setExam,
  today,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
let colleague: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
  colleague = await makeAccount(app, { role: '3', ...(by.oid !== null && { oid: by.oid }) })
})
afterAll(() => app.close())

type Detail = InputOf<typeof createExam>['record_detail']
const record = (pid: string, record_detail: Detail, record_date = '2024-03-01', who = by) =>
  succeed(app, createExam, { pid, record_date, record_detail }, { token: who.token })
const list = (pid: string, filter: object = {}, who = by) =>
  succeed(app, searchExams, { pid, ...filter }, { token: who.token })
const onlyOf = async (pid: string) => {
  const [exam] = (await list(pid)).rows
  if (!exam) throw new Error('no examination')
  return exam
}

describe('an examination', () => {
  test('reads back as it was typed, with acuity as decimal, and null where nothing was recorded', async () => {
    const pid = await makePatient(app, by)
    const typed: Detail = {
      naked_va: { OD: '20/40', OS: '4.7' },
      corrected_va: { OD: 0.8, OS: '指数/30cm' },
      iop: { OD: '15.5', OS: 18 },
      lens: { OD: '核性混浊 N2' },
      cd_ratio: { OS: '0.4' },
      av_ratio: { OD: '2:3' },
    }
    const { rid } = await record(pid, typed)
    const exam = await onlyOf(pid)
    expect(exam).toMatchObject({
      rid,
      pid,
      record_date: '2024-03-01',
      version: 1,
      changed_by: '演示用户',
    })
    expect(exam.record_detail).toMatchObject({
      naked_va: { OD: 0.5, OS: 0.501 },
      corrected_va: { OD: 0.8, OS: 'CF' },
      iop: { OD: 15.5, OS: 18 },
      lens: { OD: '核性混浊 N2', OS: null },
      cd_ratio: { OD: null, OS: 0.4 },
      av_ratio: { OD: 0.667, OS: null },
    })
    expect(exam.entered).toMatchObject({
      naked_va: { OD: '20/40', OS: '4.7' },
      corrected_va: { OD: '0.8', OS: '指数/30cm' },
      iop: { OD: '15.5', OS: '18' },
    })
    expect(Object.keys(exam.record_detail)).toEqual(INDICATOR_KEYS)
    expect(exam.record_detail.retina).toEqual({ OD: null, OS: null })
  })

  test('that was deleted is gone, and cannot be changed or deleted again', async () => {
    const pid = await makePatient(app, by)
    const { rid } = await record(pid, { iop: { OD: 15 } })
    await succeed(app, deleteExam, { rid }, { token: by.token })
    expect(await list(pid)).toEqual({ page: 1, total_count: 0, rows: [] })
    const again = { rid, record_date: '2024-03-01', record_detail: { iop: { OD: 15 } } }
    for (const [call, body] of [
      [deleteExam, { rid }],
      [setExam, again],
    ] as const) {
      const refused = await app.call(call, body, { token: by.token })
      expect(refused).toMatchObject({ status: 202, error_code: 1002, msg: '记录不存在' })
    }
  })

  test('that somebody else changed meanwhile is deleted only by whoever has seen the change', async () => {
    const pid = await makePatient(app, by)
    const { rid } = await record(pid, { iop: { OD: 15 } })
    const change = { rid, record_date: '2024-03-01', record_detail: { iop: { OD: 31 } } }
    await succeed(app, setExam, { ...change, version: 1 }, { token: colleague.token })
    for (const seen of [{ version: 1 }, {}]) {
      const refused = await app.call(deleteExam, { rid, ...seen }, { token: by.token })
      expect(refused).toMatchObject({ status: 202, error_code: 1003 })
      expect(refused.data).toEqual({ stored: await onlyOf(pid) })
    }
    await succeed(app, deleteExam, { rid, version: 2 }, { token: by.token })
    expect((await list(pid)).rows).toEqual([])
  })

  test('opens with the one before it, by day and then by when it was recorded', async () => {
    const pid = await makePatient(app, by)
    const rids: string[] = []
    for (const day of ['2024-01-02', '2024-01-01', '2024-01-02', '2024-01-03'])
      rids.push((await record(pid, { iop: { OD: 15 } }, day)).rid)
    const [second, first, third, fourth] = rids
    const opened = async (rid?: string) => {
      const body = { pid, ...(rid !== undefined && { rid }) }
      const { exam, last } = await succeed(app, examForm, body, { token: by.token })
      return [exam?.rid, last?.rid]
    }
    expect(await opened()).toEqual([undefined, fourth])
    expect(await opened(fourth)).toEqual([fourth, third])
    expect(await opened(third)).toEqual([third, second])
    expect(await opened(second)).toEqual([second, first])
    expect(await opened(first)).toEqual([first, undefined])
  })

  test('of a deleted patient is not there', async () => {
    const pid = await makePatient(app, by)
    const { rid } = await record(pid, { iop: { OD: 15 } })
    await succeed(app, deletePatient, { pid }, { token: by.token })
    for (const [call, body] of [
      [searchExams, { pid }],
      [deleteExam, { rid }],
      [createExam, { pid, record_date: '2024-03-01', record_detail: { iop: { OD: 15 } } }],
      [examForm, { pid }],
      [examForm, { pid, rid }],
    ] as const) {
      expect(await app.call(call, body, { token: by.token })).toMatchObject({ error_code: 1002 })
    }
  })
})

describe('the list of examinations', () => {
  test('shows three on a page, newest day first, and the last page once the rows of a later one are gone', async () => {
    const pid = await makePatient(app, by)
    const rids: string[] = []
    for (const day of ['2024-01-04', '2024-01-01', '2024-01-03', '2024-01-02'])
      rids.push((await record(pid, { iop: { OD: 15 } }, day)).rid)
    const days = async (filter: object) => {
      const { rows, ...rest } = await list(pid, filter)
      return { ...rest, days: rows.map(({ record_date }) => record_date.slice(-2)) }
    }
    expect(EXAM_PAGE_SIZE).toBe(3)
    expect(await days({})).toEqual({ page: 1, total_count: 4, days: ['04', '03', '02'] })
    expect(await days({ page: 2 })).toEqual({ page: 2, total_count: 4, days: ['01'] })
    await succeed(app, deleteExam, { rid: rids[1] ?? '' }, { token: by.token })
    expect(await days({ page: 2 })).toMatchObject({ page: 1, total_count: 3 })
    const between = { start_date: '2024-01-03', end_date: '2024-01-04' }
    expect((await days(between)).days).toEqual(['04', '03'])
    expect((await days({ start_date: '2024-01-03', end_date: '' })).days).toEqual(['04', '03'])
    expect((await days({ end_date: '2024-01-02' })).days).toEqual(['02'])
  })

  test.each([
    [
      'an end before the start',
      { start_date: '2024-01-03', end_date: '2024-01-02' },
      'end_date',
      '结束日期不能早于开始日期',
      'The end date must not be before the start date',
    ],
    [
      'a start after today',
      { start_date: '2999-01-01' },
      'start_date',
      '日期不能晚于今天',
      'The date must not be in the future',
    ],
    [
      'an end after today',
      { end_date: '2999-01-01' },
      'end_date',
      '日期不能晚于今天',
      'The date must not be in the future',
    ],
    [
      'a day that does not exist',
      { start_date: '2024-02-30' },
      'start_date',
      '日期格式应为 YYYY-MM-DD',
      'Enter the date as YYYY-MM-DD',
    ],
  ])('is not searched by %s', async (_, filter, field, chinese, english) => {
    const pid = await makePatient(app, by)
    for (const [language, message] of [
      ['zh-CN', chinese],
      ['en', english],
    ] as const) {
      const asked = { token: by.token, language }
      expect(await app.call(searchExams, { pid, ...filter }, asked)).toMatchObject({
        status: 202,
        error_code: 1001,
        msg: message,
        data: { fields: { [field]: message } },
      })
    }
  })
})

describe('a form with a fault', () => {
  const acuity = '视力请填0.01–2.0、五分记录3.0–5.3、20/40或6/12，或CF、HM、LP、NLP'
  const faults: [string, object, string, string][] = [
    [
      'an acuity above 2.0',
      { record_detail: { naked_va: { OD: 2.5 } } },
      'record_detail.naked_va.OD',
      acuity,
    ],
    [
      'an acuity of words',
      { record_detail: { corrected_va: { OS: 'good' } } },
      'record_detail.corrected_va.OS',
      acuity,
    ],
    [
      'a five-mark record above 5.3',
      { record_detail: { naked_va: { OS: '5.4' } } },
      'record_detail.naked_va.OS',
      acuity,
    ],
    [
      'a decimal acuity without its point',
      { record_detail: { naked_va: { OS: '4' } } },
      'record_detail.naked_va.OS',
      acuity,
    ],
    [
      'a pressure of 81',
      { record_detail: { iop: { OD: '81' } } },
      'record_detail.iop.OD',
      '眼压须为1–80 mmHg',
    ],
    [
      'a pressure of 0',
      { record_detail: { iop: { OS: 0 } } },
      'record_detail.iop.OS',
      '眼压须为1–80 mmHg',
    ],
    [
      'a ratio above 1',
      { record_detail: { cd_ratio: { OD: '3:2' } } },
      'record_detail.cd_ratio.OD',
      '请填0–1的数值，或2:3',
    ],
    [
      'a finding of 201 characters',
      { record_detail: { retina: { OD: '长'.repeat(201) } } },
      'record_detail.retina.OD',
      '不超过200个字符',
    ],
    [
      'an empty finding',
      { record_detail: { retina: { OD: '' } } },
      'record_detail.retina.OD',
      '此项不能为空',
    ],
    [
      'a null finding',
      { record_detail: { retina: { OD: null } } },
      'record_detail.retina.OD',
      '此项不能为空',
    ],
    [
      'an unknown indicator',
      { record_detail: { iop: { OD: 15 }, nose: { OD: '1' } } },
      'record_detail.nose',
      '不支持的字段',
    ],
    [
      'a third eye',
      { record_detail: { iop: { OD: 15, OU: 15 } } },
      'record_detail.iop.OU',
      '不支持的字段',
    ],
    ['nothing recorded', { record_detail: {} }, 'record_detail', '请至少填写一项检查结果'],
    ['no detail', { record_detail: undefined }, 'record_detail', '此项不能为空'],
    ['a date after today', { record_date: '2999-01-01' }, 'record_date', '日期不能晚于今天'],
    ['no date', { record_date: '' }, 'record_date', '此项不能为空'],
    [
      'a date before the patient was born',
      { record_date: '1959-12-31' },
      'record_date',
      '日期不能早于出生日期',
    ],
  ]
  test.each(faults)('%s is refused by its field', async (_, fault, field, message) => {
    const pid = await makePatient(app, by)
    const good = { record_date: today(), record_detail: { iop: { OD: 15 } } }
    const { rid } = await record(pid, good.record_detail)
    for (const [call, id] of [
      [createExam, { pid }],
      [setExam, { rid, version: 1 }],
    ] as const) {
      const refused = await app.call(call, { ...id, ...good, ...fault }, { token: by.token })
      expect(refused).toMatchObject({ status: 202, error_code: 1001 })
      expect(refused.data).toEqual({ fields: { [field]: message } })
    }
    expect((await onlyOf(pid)).version).toBe(1)
  })
})

describe('two people who change one examination', () => {
  const change = (rid: string, iop: number, who: SignedIn, version?: number) =>
    app.call(
      setExam,
      {
        rid,
        record_date: '2024-03-01',
        record_detail: { iop: { OD: iop } },
        ...(version !== undefined && { version }),
      },
      { token: who.token },
    )

  test('at the same moment: one is saved, the other reads what is stored and by whom', async () => {
    const pid = await makePatient(app, by)
    const { rid } = await record(pid, { iop: { OD: 15 } })
    const answers = await Promise.all([change(rid, 16, by, 1), change(rid, 17, colleague, 1)])
    const refused = answers.find(({ error_code }) => error_code !== 0)
    expect(answers.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
    const stored = await onlyOf(pid)
    expect(stored.version).toBe(2)
    expect(refused).toMatchObject({ status: 202, msg: '记录已被修改，请核对后再保存' })
    expect(refused?.data).toEqual({ stored })
  })

  test('the second saves once it has seen the version of the first', async () => {
    const pid = await makePatient(app, by)
    const { rid } = await record(pid, { iop: { OD: 15 } })
    expect(await change(rid, 16, colleague, 1)).toMatchObject({ error_code: 0 })
    expect(await change(rid, 17, by, 1)).toMatchObject({ error_code: 1003 })
    expect((await onlyOf(pid)).record_detail.iop.OD).toBe(16)
    expect(await change(rid, 17, by, 2)).toMatchObject({ error_code: 0 })
    expect((await onlyOf(pid)).record_detail.iop.OD).toBe(17)
  })

  test('who names no version changes what was last changed by the same account, and nothing else', async () => {
    const pid = await makePatient(app, by)
    const { rid } = await record(pid, { iop: { OD: 15 } })
    expect(await change(rid, 16, by)).toMatchObject({ error_code: 0 })
    expect(await change(rid, 17, colleague)).toMatchObject({ error_code: 1003 })
    expect((await onlyOf(pid)).record_detail.iop.OD).toBe(16)
  })
})

describe('a draft', () => {
  const draft = { record_date: '2024-03-0', entered: { iop: { OD: '1' }, lens: { OS: '混' } } }
  const draftOf = async (body: { pid: string; rid?: string }, who = by) =>
    (await succeed(app, examForm, body, { token: who.token })).draft

  test('is kept for its account alone, unfinished as it is, until it is saved', async () => {
    const pid = await makePatient(app, by)
    expect(await draftOf({ pid })).toBeNull()
    await succeed(app, keepExamDraft, { pid, draft: { entered: {} } }, { token: by.token })
    await succeed(app, keepExamDraft, { pid, draft }, { token: by.token })
    expect(await draftOf({ pid })).toMatchObject(draft)
    expect(await draftOf({ pid }, colleague)).toBeNull()
    await record(pid, { iop: { OD: 15 } })
    expect(await draftOf({ pid })).toBeNull()
  })

  test('of a change stands beside that of a new examination, and ends with the change', async () => {
    const pid = await makePatient(app, by)
    const { rid } = await record(pid, { iop: { OD: 15 } })
    await succeed(app, keepExamDraft, { pid, draft }, { token: by.token })
    const changed = { entered: { iop: { OD: '16' } }, version: 1 }
    await succeed(app, keepExamDraft, { pid, rid, draft: changed }, { token: by.token })
    expect(await draftOf({ pid, rid })).toMatchObject(changed)
    const body = { rid, record_date: '2024-03-01', record_detail: { iop: { OD: 16 } }, version: 1 }
    await succeed(app, setExam, body, { token: by.token })
    expect(await draftOf({ pid, rid })).toBeNull()
    expect(await draftOf({ pid })).toMatchObject(draft)
    await succeed(app, dropExamDraft, { pid }, { token: by.token })
    expect(await draftOf({ pid })).toBeNull()
  })

  test('is refused for an examination of another patient', async () => {
    const [pid, other] = [await makePatient(app, by), await makePatient(app, by)]
    const { rid } = await record(other, { iop: { OD: 15 } })
    const refused = await app.call(keepExamDraft, { pid, rid, draft }, { token: by.token })
    expect(refused).toMatchObject({ status: 202, error_code: 1002 })
  })
})
