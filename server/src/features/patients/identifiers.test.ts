import {
  addPatient,
  deletePatient,
  diagnosticPatients,
  listPatients,
  mergePatients,
  patientInfo,
  setPatient,
  text,
  unmergePatient,
  type Identifier,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePatient, patientInput } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '4' })
})

const asked = () => ({ token: by.token })
const RECORD: Identifier = { kind: 'record', value: 'ZY-7788', issuer: '眼科' }
/** The example of GB 11643. */
const NATIONAL: Identifier = { kind: 'national', value: '11010519491231002X', issuer: '' }
const person = (identifiers?: Identifier[] | null) =>
  patientInput({ birthday: '1949-12-31', ...(identifiers !== undefined && { identifiers }) })
const read = async (pid: string) => (await succeed(app, patientInfo, { pid }, asked())).identifiers
const found = async (word: string) => {
  const { rows } = await succeed(app, listPatients, { adCardNumber: word }, asked())
  const { data } = await succeed(app, diagnosticPatients, { keyword: word }, asked())
  expect(data.map(({ pid }) => pid)).toEqual(rows.map(({ pid }) => pid))
  return rows.map(({ pid }) => pid)
}

describe('the numbers of a patient besides the card number', () => {
  test('are kept, shown with the patient and found by a part of any of them', async () => {
    const { pid } = await succeed(app, addPatient, person([RECORD, NATIONAL]), asked())
    expect(await read(pid)).toEqual([RECORD, NATIONAL])
    for (const word of ['zy-77', '19491231', '002x']) expect(await found(word)).toEqual([pid])
    const { rows } = await succeed(app, listPatients, {}, asked())
    expect(rows[0]).not.toHaveProperty('identifiers')
    // Another institution has none of it, and may have the same number.
    const other = await makeAccount(app, { role: '4' })
    const theirs = { token: other.token }
    expect((await succeed(app, listPatients, { adCardNumber: 'ZY' }, theirs)).rows).toEqual([])
    await succeed(app, addPatient, person([RECORD]), theirs)
  })

  test('stay where a form does not say them, and go where it says that there is none', async () => {
    const { pid } = await succeed(app, addPatient, person([RECORD]), asked())
    const { ad_card_number } = await succeed(app, patientInfo, { pid }, asked())
    const set = (identifiers?: Identifier[] | null) =>
      succeed(app, setPatient, { ...person(identifiers), ad_card_number, pid }, asked())
    await set()
    expect(await read(pid)).toEqual([RECORD])
    const moved = { ...RECORD, value: 'ZY-9900' }
    await set([moved, NATIONAL])
    expect(await read(pid)).toEqual([moved, NATIONAL])
    expect([await found('7788'), await found('9900')]).toEqual([[], [pid]])
    await set(null)
    expect(await read(pid)).toEqual([])
    expect(await found('9900')).toEqual([])
  })

  test.each<[string, Identifier[], string]>([
    ['a wrong check digit', [{ ...NATIONAL, value: '110105194912310021' }], 'national_id_format'],
    ['a day of no calendar', [{ ...NATIONAL, value: '110105194913310021' }], 'national_id_format'],
    ['one of them twice', [RECORD, { ...RECORD, value: 'zy-7788-' }], 'identifier_twice'],
  ])('are refused for %s', async (_, identifiers, key) => {
    expect(await app.call(addPatient, person(identifiers), asked())).toMatchObject({
      error_code: 1001,
      data: { fields: { identifiers: text('zh-CN', key) } },
    })
  })

  test('are refused where the identity card says another birthday', async () => {
    const body = { ...person([NATIONAL]), birthday: '1950-01-01' }
    expect(await app.call(addPatient, body, asked())).toMatchObject({
      error_code: 1001,
      data: {
        fields: { identifiers: '身份证号码中的出生日期是1949-12-31，与填写的出生日期不一致' },
      },
    })
  })

  test('are of one patient; another one has the same number of another issuer or when that one is deleted', async () => {
    const { pid } = await succeed(app, addPatient, person([RECORD]), asked())
    const same = { ...RECORD, value: 'zy-7788' }
    const answer = await app.call(addPatient, person([same]), asked())
    expect(answer).toMatchObject({
      error_code: 1003,
      data: { fields: { identifiers: '号码“zy-7788”已登记在另一位患者名下，请核对' } },
    })
    const second = await succeed(app, addPatient, person([{ ...RECORD, issuer: '内科' }]), asked())
    expect((await found('ZY-7788')).sort()).toEqual([pid, second.pid].sort())
    await succeed(app, deletePatient, { pid }, asked())
    await succeed(app, addPatient, person([RECORD]), asked())
  })

  test('of merged records are those of both, and each record has its own back', async () => {
    const kept = (await succeed(app, addPatient, person([RECORD]), asked())).pid
    const { pid: other } = await succeed(app, addPatient, person([NATIONAL]), asked())
    const { ad_card_number } = await succeed(app, patientInfo, { pid: kept }, asked())
    await succeed(app, mergePatients, { pid: kept, merged_pid: other }, asked())
    expect(await read(other)).toEqual([RECORD, NATIONAL])
    expect(await found('002X')).toEqual([kept])
    const set = (identifiers: Identifier[]) =>
      app.call(setPatient, { ...person(identifiers), ad_card_number, pid: kept }, asked())
    // The other record would say it still.
    expect(await set([RECORD])).toMatchObject({ data: { fields: { identifiers: /./ } } })
    const exam: Identifier = { kind: 'exam', value: 'E1', issuer: '' }
    expect(await set([exam, NATIONAL])).toMatchObject({ error_code: 0 })
    await succeed(app, unmergePatient, { merged_pid: other }, asked())
    expect([await read(kept), await read(other)]).toEqual([[exam], [NATIONAL]])
  })

  test('are not read without the patient of the institution', async () => {
    const pid = await makePatient(app, by, { identifiers: [RECORD] })
    const other = await makeAccount(app, { role: '4' })
    expect(await app.call(patientInfo, { pid }, { token: other.token })).toMatchObject({
      error_code: 1002,
    })
  })
})
