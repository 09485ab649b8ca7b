import {
  addComplication,
  deleteComplication,
  listComplications,
  setComplication,
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

const asked = () => ({ token: by.token })
const row = { disease_type: '糖尿病视网膜病变', start_date: '2020-01-02' }
const list = async (pid: string, order?: '1' | '2') =>
  (await succeed(app, listComplications, { pid, ...(order && { order }) }, asked())).rows
const add = async (pid: string, fields: object = {}) =>
  (await succeed(app, addComplication, { pid, ...row, ...fields }, asked())).row_id

describe('complications', () => {
  test('may have begun and ended in a year or a month of which no more is known', async () => {
    const pid = await makePatient(app, by)
    const parts = { start_date: '2020-05', end_date: '2020' }
    const row_id = await add(pid, parts)
    expect(await list(pid)).toMatchObject([parts])
    const day = { start_date: '2019', end_date: '2020-02', version: 1 }
    await succeed(app, setComplication, { row_id, ...row, ...day }, asked())
    expect(await list(pid)).toMatchObject([{ start_date: '2019', end_date: '2020-02' }])
    for (const [fault, field, said] of [
      [
        { start_date: '2020-13' },
        'start_date',
        '日期格式应为 YYYY-MM-DD，只知年月时填 YYYY-MM 或 YYYY',
      ],
      [{ start_date: '2999' }, 'start_date', '日期不能晚于今天'],
      [{ start_date: '1900' }, 'start_date', '日期不能早于出生日期'],
      [{ start_date: '2020-05', end_date: '2019' }, 'end_date', '结束日期不能早于开始日期'],
    ] as const) {
      const { data } = await app.call(addComplication, { pid, ...row, ...fault }, asked())
      expect(data).toMatchObject({ fields: { [field]: said } })
    }
  })

  test('read back as they were entered; what goes on has no end', async () => {
    const pid = await makePatient(app, by)
    const ended = { end_date: '2021-03-04', treat_plan: '全视网膜光凝' }
    const row_id = await add(pid, ended)
    expect(await list(pid)).toMatchObject([{ row_id, pid, ...row, ...ended, version: 1 }])
    await succeed(app, setComplication, { row_id, ...row, version: 1 }, asked())
    expect(await list(pid)).toMatchObject([
      { row_id, ...row, end_date: null, treat_plan: null, version: 2 },
    ])
  })

  test('are listed newest record first, or by their start, newest first; no other order is known', async () => {
    const pid = await makePatient(app, by)
    for (const start_date of ['2020-01-02', '2022-01-02', '2021-01-02'])
      await add(pid, { start_date })
    const years = async (order?: '1' | '2') =>
      (await list(pid, order)).map(({ start_date }) => start_date.slice(0, 4))
    expect(await years()).toEqual(['2021', '2022', '2020'])
    expect(await years('1')).toEqual(['2021', '2022', '2020'])
    expect(await years('2')).toEqual(['2022', '2021', '2020'])
    expect(await app.call(listComplications, { pid, order: '3' }, asked())).toMatchObject({
      error_code: 1001,
      data: { fields: { order: '取值不在允许范围内' } },
    })
  })

  test('that were deleted are gone, and cannot be changed or deleted again', async () => {
    const pid = await makePatient(app, by)
    const row_id = await add(pid)
    await succeed(app, deleteComplication, { row_id }, asked())
    expect(await list(pid)).toEqual([])
    for (const [call, body] of [
      [deleteComplication, { row_id }],
      [setComplication, { row_id, ...row, version: 1 }],
    ] as const) {
      expect(await app.call(call, body, asked())).toMatchObject({ status: 202, error_code: 1002 })
    }
  })

  test('that somebody else changed meanwhile are deleted only by whoever has seen the change', async () => {
    const pid = await makePatient(app, by)
    const row_id = await add(pid)
    const changed = { row_id, ...row, treat_plan: '注药', version: 1 }
    await succeed(app, setComplication, changed, { token: colleague.token })
    const refused = await app.call(deleteComplication, { row_id, version: 1 }, asked())
    const [stored] = await list(pid)
    expect(refused).toMatchObject({ status: 202, error_code: 1003, data: { stored } })
    await succeed(app, deleteComplication, { row_id, version: 2 }, asked())
    expect(await list(pid)).toEqual([])
  })

  test('changed by two at the same moment are saved once, and the other reads what is stored', async () => {
    const pid = await makePatient(app, by)
    const row_id = await add(pid)
    const set = (treat_plan: string, who: SignedIn) =>
      app.call(setComplication, { row_id, ...row, treat_plan, version: 1 }, { token: who.token })
    const answers = await Promise.all([set('激光', by), set('注药', colleague)])
    expect(answers.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
    const refused = answers.find(({ error_code }) => error_code === 1003)
    const [stored] = await list(pid)
    expect(refused?.data).toEqual({ stored })
  })
})

describe('a form with a fault', () => {
  const faults: [string, object, string, string][] = [
    ['no complication', { disease_type: '' }, 'disease_type', '此项不能为空'],
    [
      'a complication of 65 characters',
      { disease_type: '长'.repeat(65) },
      'disease_type',
      '不超过64个字符',
    ],
    ['no start', { start_date: '' }, 'start_date', '此项不能为空'],
    ['a start after today', { start_date: '2999-01-01' }, 'start_date', '日期不能晚于今天'],
    [
      'a start before the patient was born',
      { start_date: '1950-01-01' },
      'start_date',
      '日期不能早于出生日期',
    ],
    ['an end before the start', { end_date: '2020-01-01' }, 'end_date', '结束日期不能早于开始日期'],
    ['an end after today', { end_date: '2999-01-01' }, 'end_date', '日期不能晚于今天'],
    ['an empty end', { end_date: '' }, 'end_date', '此项不能为空'],
    ['a plan of 201 characters', { treat_plan: '长'.repeat(201) }, 'treat_plan', '不超过200个字符'],
  ]
  test.each(faults)('%s is refused by its field', async (_, fault, field, message) => {
    const pid = await makePatient(app, by)
    const row_id = await add(pid)
    for (const [call, id] of [
      [addComplication, { pid }],
      [setComplication, { row_id, version: 1 }],
    ] as const) {
      const refused = await app.call(call, { ...id, ...row, ...fault }, asked())
      expect(refused).toMatchObject({ status: 202, error_code: 1001 })
      expect(refused.data).toEqual({ fields: { [field]: message } })
    }
    expect(await list(pid)).toHaveLength(1)
  })
})
