import { deletePatient, dmConditions, setDmConditions } from '@mingmou/contract'
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

const get = (pid: string) => succeed(app, dmConditions, { pid }, { token: by.token })
const set = (pid: string, fields: object, who = by) =>
  app.call(setDmConditions, { pid, ...fields }, { token: who.token })

const full = {
  onset_date: '2010-01-02',
  diagnosis_date: '2011-03-04',
  somatotype: 3,
  recently_fbg_date: '2024-03-01',
  recently_fbg_value: 7.2,
  recently_HbA1c_date: '2024-03-01',
  recently_HbA1c_value: 8.1,
  current_medication: '二甲双胍 0.5 g 每日两次',
}

describe('the diabetes of a patient', () => {
  test('is empty at first, reads back as it was entered, and what a change leaves out is cleared', async () => {
    const pid = await makePatient(app, by)
    const empty = Object.fromEntries(Object.keys(full).map((name) => [name, null]))
    const nobody = { version: 0, changed_by: null, changed_at: null }
    expect(await get(pid)).toEqual({ pid, ...empty, ...nobody, record: null, older: [] })
    expect(await set(pid, full)).toMatchObject({ error_code: 0 })
    expect(await get(pid)).toMatchObject({ pid, ...full, version: 1, changed_by: '演示用户' })
    expect(await set(pid, { somatotype: 2, version: 1 })).toMatchObject({ error_code: 0 })
    expect(await get(pid)).toMatchObject({ ...empty, somatotype: 2, version: 2 })
  })

  test('may have begun in a year or a month of which no more is known', async () => {
    const pid = await makePatient(app, by)
    const parts = { onset_date: '2010', diagnosis_date: '2010-01' }
    expect(await set(pid, parts)).toMatchObject({ error_code: 0 })
    expect(await get(pid)).toMatchObject(parts)
    const day = { onset_date: '2010-11-03', diagnosis_date: '2010', version: 1 }
    expect(await set(pid, day)).toMatchObject({ error_code: 0 })
    expect(await get(pid)).toMatchObject({ onset_date: '2010-11-03', diagnosis_date: '2010' })
    for (const [onset_date, said] of [
      ['2010-13', '日期格式应为 YYYY-MM-DD，只知年月时填 YYYY-MM 或 YYYY'],
      ['2999', '日期不能晚于今天'],
      ['1900', '日期不能早于出生日期'],
    ] as const) {
      const { data } = await set(pid, { onset_date, version: 2 })
      expect(data).toMatchObject({ fields: { onset_date: said } })
    }
  })

  test('of a deleted patient is not there', async () => {
    const pid = await makePatient(app, by)
    await succeed(app, deletePatient, { pid }, { token: by.token })
    expect(await set(pid, full)).toMatchObject({ status: 202, error_code: 1002 })
    const read = await app.call(dmConditions, { pid }, { token: by.token })
    expect(read).toMatchObject({ status: 202, error_code: 1002 })
  })

  test.each([0, 1])(
    'changed by two at the same moment from version %s is saved once, and the other reads what is stored',
    async (version) => {
      const pid = await makePatient(app, by)
      if (version === 1) await set(pid, full)
      const answers = await Promise.all([
        set(pid, { somatotype: 1, version }),
        set(pid, { somatotype: 4, version }, colleague),
      ])
      expect(answers.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
      const refused = answers.find(({ error_code }) => error_code === 1003)
      expect(refused?.msg).toBe('记录已被修改，请核对后再保存')
      expect(refused?.data).toEqual({ stored: await get(pid) })
    },
  )

  test('is not changed without a version by whoever did not change it last', async () => {
    const pid = await makePatient(app, by)
    expect(await set(pid, { somatotype: 1 })).toMatchObject({ error_code: 0 })
    expect(await set(pid, { somatotype: 2 })).toMatchObject({ error_code: 0 })
    expect(await set(pid, { somatotype: 3 }, colleague)).toMatchObject({ error_code: 1003 })
    expect((await get(pid)).somatotype).toBe(2)
  })
})

describe('a form with a fault', () => {
  const faults: [string, object, string, string][] = [
    [
      'an onset after today',
      { onset_date: '2999-01-01', diagnosis_date: undefined },
      'onset_date',
      '日期不能晚于今天',
    ],
    [
      'a diagnosis before the onset',
      { onset_date: '2012-01-01' },
      'diagnosis_date',
      '确诊日期不能早于发病日期',
    ],
    [
      'an onset before the patient was born',
      { onset_date: '1950-01-01' },
      'onset_date',
      '日期不能早于出生日期',
    ],
    ['a fifth build', { somatotype: 5 }, 'somatotype', '取值不在允许范围内'],
    [
      'a glucose of 0.5',
      { recently_fbg_value: 0.5 },
      'recently_fbg_value',
      '空腹血糖须为1–50 mmol/L',
    ],
    [
      'a glucose of 51',
      { recently_fbg_value: 51 },
      'recently_fbg_value',
      '空腹血糖须为1–50 mmol/L',
    ],
    ['an HbA1c of 2', { recently_HbA1c_value: 2 }, 'recently_HbA1c_value', '糖化血红蛋白须为3–20%'],
    [
      'a medication of 201 characters',
      { current_medication: '长'.repeat(201) },
      'current_medication',
      '不超过200个字符',
    ],
    ['an empty medication', { current_medication: '' }, 'current_medication', '此项不能为空'],
    ['an unknown field', { weight: 70 }, 'weight', '不支持的字段'],
  ]
  test.each(faults)('%s is refused by its field', async (_, fault, field, message) => {
    const pid = await makePatient(app, by)
    const refused = await set(pid, { ...full, ...fault })
    expect(refused).toMatchObject({ status: 202, error_code: 1001 })
    expect(refused.data).toEqual({ fields: { [field]: message } })
    expect((await get(pid)).version).toBe(0)
  })
})
