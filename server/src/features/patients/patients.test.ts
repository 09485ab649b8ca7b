import {
  addPatient,
  createExam,
  deletePatient,
  diagnosticPatients,
  fundusArchive,
  listPatients,
  patientInfo,
  setPatient,
  type PatientInput,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  keepFindings,
  makeArchive,
  makePatient,
  patientInput,
  scantPatient,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { fillPatients } from './fill.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
})
afterAll(() => app.close())

const asked = () => ({ token: by.token })
const names = async (filter: object) =>
  (await succeed(app, listPatients, filter, asked())).rows.map((row) => row.name)

describe('a patient', () => {
  test('that was added is read back as it was entered', async () => {
    const entered = patientInput({ allergic_history: '青霉素' })
    const { pid } = await succeed(app, addPatient, entered, asked())
    const read = await succeed(app, patientInfo, { pid }, asked())
    expect(read).toMatchObject({ ...entered, pid, operation_history: null })
  })

  test('of whom name, sex, birthday and card number are known is kept, and the rest reads as not recorded', async () => {
    const known = scantPatient()
    const { pid } = await succeed(app, addPatient, known, asked())
    const blank = { profession: null, phone: null, area_id: null, address: null }
    const read = () => succeed(app, patientInfo, { pid }, asked())
    expect(await read()).toMatchObject({ ...known, ...blank })
    const { rows } = await succeed(app, listPatients, { name: known.name }, asked())
    expect(rows.find((row) => row.pid === pid)).toMatchObject(blank)
    const full = patientInput({ ad_card_number: known.ad_card_number })
    await succeed(app, setPatient, { pid, ...full }, asked())
    expect(await read()).toMatchObject(full)
    await succeed(app, setPatient, { pid, ...known }, asked())
    expect(await read()).toMatchObject(blank)
  })

  test('that was changed keeps what was sent and nothing of what was left out', async () => {
    const pid = await makePatient(app, by, { operation_history: '白内障手术' })
    const changed = patientInput({ name: '演示患者改', birthday: '1971-12-31' })
    await succeed(app, setPatient, { pid, ...changed }, asked())
    const read = await succeed(app, patientInfo, { pid }, asked())
    expect(read).toMatchObject({ ...changed, operation_history: null })
  })

  test('that was deleted is gone from the list and cannot be opened, changed or deleted', async () => {
    const input = patientInput({ name: '演示患者删' })
    const { pid } = await succeed(app, addPatient, input, asked())
    await succeed(app, deletePatient, { pid }, asked())
    expect(await names({ name: '演示患者删' })).toEqual([])
    for (const [call, body] of [
      [patientInfo, { pid }],
      [deletePatient, { pid }],
      [setPatient, { pid, ...input }],
    ] as const) {
      expect(await app.call(call, body, asked())).toMatchObject({ status: 202, error_code: 1002 })
    }
    // The card number is free again.
    await succeed(app, addPatient, input, asked())
  })

  test('is refused with a card number that another patient has', async () => {
    const first = patientInput()
    await succeed(app, addPatient, first, asked())
    const refused = await app.call(addPatient, first, asked())
    expect(refused).toMatchObject({
      status: 202,
      error_code: 1003,
      msg: '该就诊卡号已存在',
      data: { fields: { ad_card_number: '该就诊卡号已存在' } },
    })
    const pid = await makePatient(app, by)
    expect(await app.call(setPatient, { pid, ...first }, asked())).toMatchObject({
      error_code: 1003,
      data: { fields: { ad_card_number: '该就诊卡号已存在' } },
    })
  })

  test('submitted five times at once is there once', async () => {
    const input = patientInput({ name: '演示患者急' })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.call(addPatient, input, asked())),
    )
    expect(answers.map((answer) => answer.error_code).sort()).toEqual([0, 1003, 1003, 1003, 1003])
    expect(await names({ name: '演示患者急' })).toHaveLength(1)
  })
})

describe('the list of patients', () => {
  test('shows the newest first, and the last page for a page past the end', async () => {
    const other = await makeAccount(app, { role: '3' })
    for (const name of ['甲', '乙', '丙']) await makePatient(app, other, { name })
    const page = (number: number) =>
      succeed(app, listPatients, { page: number, size: 2 }, { token: other.token })
    const first = await page(1)
    expect(first.rows.map((row) => row.name)).toEqual(['丙', '乙'])
    expect(await page(9)).toMatchObject({ page: 2, total_count: 3, rows: [{ name: '甲' }] })
  })

  test('shows the last visit, by images or examination, and the grade of each eye of the last analysed sitting', async () => {
    const other = await makeAccount(app, { role: '4' })
    const row = async () => {
      const { rows } = await succeed(app, listPatients, {}, { token: other.token })
      return rows[0]
    }
    const pid = await makePatient(app, other)
    expect(await row()).toMatchObject({ last_visit: null, last_result: null })
    const rid = await makeArchive(app, other, pid)
    expect(await row()).toMatchObject({ last_visit: '2024-03-01', last_result: null })
    const exam = { pid, record_date: '2024-05-06', record_detail: { iop: { OD: 15 } } }
    await succeed(app, createExam, exam, { token: other.token })
    await keepFindings(app, other, { pid, rid })
    const eye = { photographs: 1, gradable: 1, stage: 2, contradicts: false }
    expect(await row()).toMatchObject({
      last_visit: '2024-05-06',
      last_result: {
        modality: 'fundus',
        record_date: '2024-03-01',
        eyes: [
          { eye: 'OD', ...eye },
          { eye: 'OS', photographs: 0 },
        ],
      },
    })
    await succeed(app, fundusArchive.delete, { rid }, { token: other.token })
    expect(await row()).toMatchObject({ last_visit: '2024-05-06', last_result: null })
  })

  test('of nobody is an empty first page', async () => {
    const other = await makeAccount(app, { role: '3' })
    const list = await succeed(app, listPatients, { page: 4 }, { token: other.token })
    expect(list).toEqual({ page: 1, total_count: 0, rows: [] })
  })

  test('finds a part of name, telephone or card, and takes no character for a wildcard', async () => {
    await makePatient(app, by, {
      name: 'Anna Search',
      phone: '0571-8888666-12',
      ad_card_number: 'Q-77-XYZ',
    })
    expect(await names({ name: 'na sea' })).toEqual(['Anna Search'])
    expect(await names({ phone: '8666-1' })).toEqual(['Anna Search'])
    expect(await names({ adCardNumber: '77-x' })).toEqual(['Anna Search'])
    expect(await names({ name: 'Anna', phone: '139' })).toEqual([])
    for (const wildcard of ['%', '_', 'A%', '\\'])
      expect(await names({ name: wildcard })).toEqual([])
    expect(await names({ name: '', phone: '', adCardNumber: '' })).toContain('Anna Search')
  })

  test('finds by the first letters of the pinyin, with surnames read as surnames', async () => {
    for (const name of ['单雄信', '曾志伟', '欧阳修远']) await makePatient(app, by, { name })
    expect(await names({ name: 'sxx' })).toEqual(['单雄信'])
    expect(await names({ name: 'ZZW' })).toEqual(['曾志伟'])
    expect(await names({ name: 'yxy' })).toEqual(['欧阳修远'])
    expect(await names({ name: 'xzz' })).toEqual([])
    const { data } = await succeed(app, diagnosticPatients, { keyword: 'oyx' }, asked())
    expect(data.map(({ name }) => name)).toEqual(['欧阳修远'])
    const pid = await makePatient(app, by, { name: '单雄信' })
    await succeed(app, setPatient, { pid, ...patientInput({ name: '邱少云' }) }, asked())
    expect(await names({ name: 'qsy' })).toEqual(['邱少云'])
    expect(await names({ name: 'sxx' })).toEqual(['单雄信'])
  })

  test.each([
    ['阿依古丽・买买提', '阿依古丽·买买提'],
    ['买买提 阿依古丽', '阿依古丽•买买提'],
    ['古丽．买', '阿依古丽‧买买提'],
    ['LI, Anna', 'Anna-Maria Li'],
    ['ＬＩ＾ＡＮＮＡ', 'Anna-Maria Li'],
    ['annamaria', 'Anna-Maria Li'],
    ['jose\u0301', 'José Ñuñez'],
    ['NUÑ', 'José Nun\u0303ez'],
    ['айгүл', 'Айгүл Касымова'],
  ])('finds by the normal form of a name: %s finds %s', async (part, name) => {
    const other = await makeAccount(app, { role: '4' })
    const [pid] = [await makePatient(app, other, { name }), await makePatient(app, other)]
    const token = { token: other.token }
    expect((await succeed(app, listPatients, { name: part }, token)).rows).toMatchObject([{ pid }])
    const { data } = await succeed(app, diagnosticPatients, { keyword: part }, token)
    expect(data).toMatchObject([{ pid }])
    expect((await succeed(app, listPatients, { name: `${part}乙` }, token)).rows).toEqual([])
  })

  test('finds patients by initials who were kept before initials were, once the worker has run', async () => {
    await makePatient(app, by, { name: '尉迟恭' })
    await withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx.updateTable('patients').set({ name_initials: null, name_form: null }).execute(),
    )
    expect(await names({ name: 'ycg' })).toEqual([])
    expect(await names({ name: '恭・尉迟' })).toEqual([])
    expect(await names({ name: '尉迟' })).toEqual(['尉迟恭'])
    await fillPatients(app.context)
    expect(await names({ name: 'ycg' })).toEqual(['尉迟恭'])
    expect(await names({ name: '恭・尉迟' })).toEqual(['尉迟恭'])
  })

  test('of the workspace finds by one keyword', async () => {
    await makePatient(app, by, { name: '演示患者词', ad_card_number: 'KEYWORD-1' })
    for (const keyword of ['患者词', 'keyword-1']) {
      const { data } = await succeed(app, diagnosticPatients, { keyword }, asked())
      expect(data.map((row) => row.name)).toEqual(['演示患者词'])
    }
  })
})

describe('a form with a fault', () => {
  const faults: [string, Partial<Record<keyof PatientInput | 'colour', unknown>>, string][] = [
    ['a date of birth after today', { birthday: '2999-01-01' }, 'birthday'],
    ['a date that does not exist', { birthday: '2023-02-30' }, 'birthday'],
    ['a name of 41 characters', { name: '长'.repeat(41) }, 'name'],
    ['an address of 129 characters', { address: 'a'.repeat(129) }, 'address'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of spaces', { name: '   ' }, 'name'],
    ['an empty field that may be left out', { allergic_history: '' }, 'allergic_history'],
    ['an empty telephone number', { phone: '' }, 'phone'],
    ['an empty profession', { profession: '' }, 'profession'],
    ['an empty address', { address: '' }, 'address'],
    ['a null', { phone: null }, 'phone'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['a number where text belongs', { phone: 13_800_138_000 }, 'phone'],
    ['text where a number belongs', { gender: '1' }, 'gender'],
    ['a third gender code', { gender: 3 }, 'gender'],
    ['an unknown profession', { profession: '99' }, 'profession'],
    ['a telephone number of letters', { phone: 'abc' }, 'phone'],
    ['a card number with a space', { ad_card_number: 'A 1' }, 'ad_card_number'],
    ['a district of another city', { area_id: ['330000', '330200', '330106'] }, 'area_id'],
    ['no area', { area_id: [] }, 'area_id'],
  ]
  test.each(faults)('%s is refused by its field', async (_, fault, field) => {
    const refused = await app.call(addPatient, { ...patientInput(), ...fault }, asked())
    expect(refused).toMatchObject({ status: 202, error_code: 1001 })
    expect(Object.keys((refused.data as unknown as { fields: object }).fields)).toEqual([field])
  })

  test('a field that is missing is refused by its name', async () => {
    const rest = { ...patientInput(), name: undefined }
    expect(await app.call(addPatient, rest, asked())).toMatchObject({
      error_code: 1001,
      data: { fields: { name: '此项不能为空' } },
    })
  })

  test.each(['name', 'gender', 'birthday', 'ad_card_number'])(
    '%s is needed: without it the form is refused by its name',
    async (field) => {
      const rest = { ...patientInput(), [field]: undefined }
      const refused = await app.call(addPatient, rest, asked())
      expect(refused).toMatchObject({ error_code: 1001 })
      expect(refused.data).toEqual({ fields: { [field]: expect.any(String) as string } })
    },
  )
})

describe('who may not', () => {
  test('another institution finds nobody, as if there were none', async () => {
    const pid = await makePatient(app, by)
    const stranger = { token: (await makeAccount(app, { role: '4' })).token }
    const nobody = '01900000-0000-7000-8000-000000000000'
    for (const [call, rest] of [
      [patientInfo, {}],
      [deletePatient, {}],
      [setPatient, patientInput()],
    ] as const) {
      const answers = await Promise.all(
        [pid, nobody].map((id) => app.call(call, { pid: id, ...rest }, stranger)),
      )
      for (const { status, error_code, msg, data } of answers) {
        expect([status, error_code, msg, data]).toEqual([202, 1002, '记录不存在', {}])
      }
    }
    expect((await succeed(app, listPatients, {}, stranger)).total_count).toBe(0)
    const asksForOurs = await app.call(diagnosticPatients, { oid: by.oid }, stranger)
    expect(asksForOurs.error_code).toBe(1002)
    await succeed(app, patientInfo, { pid }, asked())
  })

  test('the same card number is free in another institution', async () => {
    const input = patientInput()
    await succeed(app, addPatient, input, asked())
    const { token } = await makeAccount(app, { role: '3' })
    await succeed(app, addPatient, input, { token })
  })

  test.each(['1', '2', '5'] as const)('role %s sees no patient', async (role) => {
    const { token } = await makeAccount(app, { role })
    expect((await app.call(listPatients, {}, { token })).status).toBe(600)
  })
})

test('every opening and change of a patient is in the audit log', async () => {
  const pid = await makePatient(app, by)
  await succeed(app, patientInfo, { pid }, asked())
  await succeed(app, deletePatient, { pid, reason: 'mistake' }, asked())
  const entries = await app.context.db
    .selectFrom('audit_log')
    .select(['action', 'uid', 'oid', 'outcome', 'detail'])
    .where('target_id', '=', pid)
    .orderBy('id')
    .execute()
  expect(entries.map((entry) => entry.action)).toEqual([
    'patient.add',
    'patient.open',
    'patient.delete',
  ])
  for (const entry of entries) {
    expect(entry).toMatchObject({ uid: by.uid, oid: by.oid, outcome: 'success' })
  }
  expect(entries.at(-1)?.detail).toEqual({ reason: 'mistake' })
})
