import { areaAll, NO_HISTORY, text, type PatientDetail } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeLanguage } from '../../lib/texts/i18n.ts'
import { OnPage, show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { AddPatientDialog } from '../../ui/add-patient/dialog.tsx'
import { ageOn } from '../../ui/lists/age.ts'
import { BasicInfo } from './basic-info.tsx'
import { Component as PatientList } from './list-page.tsx'
import { EditPatientDialog } from './patient-dialogs.tsx'

const AREAS = [{ id: '330000', name: '浙江省', children: [{ id: '330100', name: '杭州市' }] }]
const PATIENT: PatientDetail = {
  pid: UID,
  ad_card_number: 'A-1',
  name: '演示患者',
  gender: 2,
  profession: '90',
  birthday: '1960-02-03',
  phone: '13800000000',
  area_id: ['330000', '330100'],
  address: '演示路1号',
  allergic_history: '青霉素',
  operation_history: null,
  created_at: '2026-01-02T03:04:05Z',
  last_visit: null,
  last_result: null,
  merged: [],
  identifiers: [],
  origin: null,
  outside_changes: [],
}
let server: Awaited<ReturnType<typeof startServer>>
let answer: Answer = {}

beforeEach(async () => {
  localStorage.clear()
  signIn()
  answer = { data: {} }
  server = await startServer(({ path }) =>
    path === areaAll.path ? { data: { areas: AREAS } } : answer,
  )
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const ignore = () => undefined
const save = () => userEvent.click(screen.getByRole('button', { name: /保\s?存/ }))
/** A row of the facts: its label and what it says. */
const rowText = (label: string) => screen.getByText(label).closest('tr')?.textContent
const sent = () => server.asked.filter(({ method }) => method === 'POST')

test('an empty form says at each required field that it is empty, sends nothing and goes to the first', async () => {
  await show(<AddPatientDialog onClose={ignore} onAdded={ignore} onOpen={ignore} />, 'patients')
  await save()
  await waitFor(() => expect(screen.getAllByText('此项不能为空')).toHaveLength(4))
  expect(document.activeElement).toBe(screen.getByLabelText('姓名'))
  expect(sent()).toEqual([])
})

test('a fault is told under its field in the agreed words, when the field is left', async () => {
  await show(<AddPatientDialog onClose={ignore} onAdded={ignore} onOpen={ignore} />, 'patients')
  await userEvent.type(screen.getByLabelText('联系电话'), '12')
  await userEvent.tab()
  expect(await screen.findByText('请输入合法的移动电话或固定电话号码')).toBeTruthy()
})

test('a message under a field changes with the language', async () => {
  await show(<AddPatientDialog onClose={ignore} onAdded={ignore} onOpen={ignore} />, 'patients')
  await userEvent.type(screen.getByLabelText('联系电话'), '12')
  await userEvent.tab()
  await screen.findByText('请输入合法的移动电话或固定电话号码')
  await changeLanguage('en')
  expect(await screen.findByText(text('en', 'phone_format'))).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('请输入合法的移动电话或固定电话号码')).toBeNull())
  await changeLanguage('zh-CN')
})

test('a changed patient is sent whole, without the fields that were left empty', async () => {
  let closed = false
  await show(<EditPatientDialog patient={PATIENT} onClose={() => (closed = true)} />, 'patients')
  const name = screen.getByLabelText('姓名')
  await userEvent.clear(name)
  await userEvent.type(name, '演示患者乙')
  await userEvent.clear(screen.getByLabelText('过敏史'))
  await save()
  await waitFor(() => expect(closed).toBe(true))
  const { pid, ad_card_number, gender, profession, birthday, phone, area_id, address } = PATIENT
  const kept = { pid, ad_card_number, gender, profession, birthday, phone, area_id, address }
  expect(sent()[0]?.body).toEqual({ ...kept, name: '演示患者乙' })
})

test('a patient is added with name, sex, birthday and card number alone', async () => {
  answer = { data: { pid: UID } }
  let added = ''
  await show(
    <AddPatientDialog onClose={ignore} onAdded={(pid) => (added = pid)} onOpen={ignore} />,
    'patients',
  )
  await userEvent.type(screen.getByLabelText('姓名'), '演示患者')
  await userEvent.type(screen.getByLabelText('就诊卡号'), 'A-2')
  await userEvent.click(screen.getByLabelText('女'))
  await userEvent.type(screen.getByLabelText('出生日期'), '19580312')
  await userEvent.tab()
  await save()
  await waitFor(() => expect(added).toBe(UID))
  expect(sent()[0]?.body).toEqual({
    name: '演示患者',
    ad_card_number: 'A-2',
    gender: 2,
    birthday: '1958-03-12',
    alike: [],
  })
})

test('a patient whose name and birthday another one has is added only after that one was shown', async () => {
  const other = { pid: UID, name: '演示患者', ad_card_number: 'A-1', birthday: '1958-03-12' }
  answer = {
    status: 202,
    error_code: 1003,
    msg: '已有姓名和出生日期相同的患者，请确认不是同一人',
    data: { alike: [{ ...other, last_visit: '2026-02-03' }] },
  }
  let opened = ''
  await show(
    <AddPatientDialog onClose={ignore} onAdded={ignore} onOpen={(pid) => (opened = pid)} />,
    'patients',
  )
  await userEvent.type(screen.getByLabelText('姓名'), '演示患者')
  await userEvent.type(screen.getByLabelText('就诊卡号'), 'A-2')
  await userEvent.click(screen.getByLabelText('女'))
  await userEvent.type(screen.getByLabelText('出生日期'), '19580312')
  await userEvent.tab()
  await save()
  await screen.findByText(/演示患者 · 1958-03-12 · A-1 · 末次就诊 2026-02-03/)
  await userEvent.click(screen.getByRole('button', { name: '使用已有档案 A-1' }))
  expect(opened).toBe(UID)
  answer = { data: { pid: UID } }
  await userEvent.click(screen.getByRole('button', { name: '仍要添加' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.body).toMatchObject({ ad_card_number: 'A-2', alike: [UID] })
})

test.each(['19580312', '1958/3/12', '1958.3.12', '1958-3-12', '1958/03/12'])(
  'a birthday typed as %s is 12 March 1958, also where the next thing is the button',
  async (typed) => {
    await show(<EditPatientDialog patient={PATIENT} onClose={() => undefined} />, 'patients')
    const birthday = screen.getByLabelText<HTMLInputElement>('出生日期')
    await userEvent.clear(birthday)
    await userEvent.type(birthday, typed)
    await save()
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ birthday: '1958-03-12' }))
  },
)

test('a birthday that is no date stays as it was typed, and the form says so', async () => {
  await show(<EditPatientDialog patient={PATIENT} onClose={() => undefined} />, 'patients')
  const birthday = screen.getByLabelText<HTMLInputElement>('出生日期')
  await userEvent.clear(birthday)
  await userEvent.type(birthday, '19581332')
  await userEvent.tab()
  expect(await screen.findByText('日期格式应为 YYYY-MM-DD')).toBeTruthy()
  expect(birthday.value).toBe('19581332')
  await save()
  expect(sent()).toEqual([])
})

describe('a patient of whom little is known', () => {
  const unknown = { profession: null, phone: null, area_id: null, address: null }
  const scant: PatientDetail = { ...PATIENT, ...unknown }

  test('has what is missing shown as not recorded', async () => {
    await show(<BasicInfo patient={scant} />, 'patients')
    for (const label of ['联系电话', '职业', '所在地区', '详细地址'])
      expect(screen.getByText(label).closest('th')?.nextElementSibling?.textContent).toBe('未填写')
  })

  test('stands in the list as incomplete, with the last visit and the last grade of each eye', async () => {
    const eyes = [
      {
        eye: 'OD',
        photographs: 2,
        gradable: 2,
        stage: 3,
        at_least: null,
        lesions: false,
        stated: [],
        referral: 'referable',
        reasons: [
          { reason: 'stage', referral: 'referable' },
          { reason: 'glaucoma', referral: 'referable' },
        ],
        contradicts: false,
        machine: null,
      },
      {
        eye: 'OS',
        photographs: 1,
        gradable: 0,
        stage: null,
        at_least: null,
        lesions: false,
        stated: [],
        referral: null,
        reasons: [{ reason: 'ungradable', referral: 'review' }],
        contradicts: false,
        machine: null,
      },
    ]
    const last_result = { modality: 'fundus', record_date: '2024-03-01', eyes }
    const listed = { ...scant, last_visit: '2024-05-06', last_result }
    answer = { data: { rows: [listed], page: 1, total_count: 1 } }
    await show(
      <OnPage>
        <PatientList />
      </OnPage>,
      'patients',
    )
    const row = (await screen.findByText('演示患者')).closest('tr')
    const cells = [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)
    expect(cells.slice(0, 7)).toEqual([
      '演示患者资料不全',
      'A-1',
      '女',
      String(ageOn(scant.birthday)),
      '未填写',
      '2024-05-06',
      'OD 3 级、青光眼可疑OS 不可判读2024-03-01',
    ])
  })

  test('is changed without anything being put in', async () => {
    await show(<EditPatientDialog patient={scant} onClose={() => undefined} />, 'patients')
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(Object.keys(sent()[0]?.body as object).sort()).toEqual(
      ['pid', 'name', 'gender', 'birthday', 'ad_card_number', 'allergic_history'].sort(),
    )
  })
})

test('what the server refuses stands at its field, and nothing typed is lost', async () => {
  answer = {
    status: 202,
    error_code: 1003,
    msg: '该就诊卡号已存在',
    data: { fields: { ad_card_number: '该就诊卡号已存在' } },
  }
  let closed = false
  await show(<EditPatientDialog patient={PATIENT} onClose={() => (closed = true)} />, 'patients')
  await save()
  const field = screen.getByLabelText('就诊卡号')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(field)
  expect(screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('演示患者')
  expect(closed).toBe(false)
})

describe('a history', () => {
  afterEach(() => changeLanguage('zh-CN'))

  test('that nobody asked for reads as not recorded, and as none only where somebody said so', async () => {
    await show(<BasicInfo patient={{ ...PATIENT, allergic_history: NO_HISTORY }} />, 'patients')
    expect([rowText('过敏史'), rowText('手术史')]).toEqual(['过敏史无', '手术史未填写'])
    await changeLanguage('en')
    expect(await screen.findByText('Allergies')).toBeTruthy()
    expect([rowText('Allergies'), rowText('Surgical history')]).toEqual([
      'AllergiesNone',
      'Surgical historyNot recorded',
    ])
  })

  test('is said to be none by one deliberate mark, and is unknown again without it', async () => {
    await show(<EditPatientDialog patient={PATIENT} onClose={() => undefined} />, 'patients')
    const [allergies, operations] = screen.getAllByRole('checkbox', { name: '无（已询问）' })
    if (!allergies || !operations) throw new Error('no mark')
    await userEvent.click(allergies)
    expect(screen.getByLabelText<HTMLTextAreaElement>('过敏史').value).toBe('无')
    await userEvent.click(operations)
    await userEvent.click(operations)
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toMatchObject({ allergic_history: NO_HISTORY })
    expect(sent()[0]?.body).not.toHaveProperty('operation_history')
  })

  test('that begins with the word for none is a history like any other', async () => {
    await show(<EditPatientDialog patient={PATIENT} onClose={() => undefined} />, 'patients')
    await userEvent.type(screen.getByLabelText('手术史'), '无眼部手术')
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toMatchObject({ operation_history: '无眼部手术' })
  })
})

test('a number is added, and one that is removed is said to be gone', async () => {
  const identifiers = [{ kind: 'record', value: 'ZY-1', issuer: '' } as const]
  const patient = { ...PATIENT, identifiers }
  await show(<EditPatientDialog patient={patient} onClose={ignore} />, 'patients')
  expect(screen.getByLabelText<HTMLInputElement>('第1个号码').value).toBe('ZY-1')
  await userEvent.click(screen.getByRole('button', { name: /添加号码/ }))
  await userEvent.type(screen.getByLabelText('第2个号码'), 'ZY-2')
  await userEvent.click(screen.getByRole('button', { name: '移除第1个号码' }))
  await save()
  const [added] = [{ kind: 'record', value: 'ZY-2', issuer: '' }]
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ identifiers: [added] }))
  cleanup()
  await show(<EditPatientDialog patient={patient} onClose={ignore} />, 'patients')
  await userEvent.click(screen.getByRole('button', { name: '移除第1个号码' }))
  await save()
  await waitFor(() => expect(sent()[1]?.body).toMatchObject({ identifiers: null }))
})

test('a number that the state did not give is told under the field', async () => {
  await show(<EditPatientDialog patient={PATIENT} onClose={ignore} />, 'patients')
  await userEvent.click(screen.getByRole('button', { name: /添加号码/ }))
  await userEvent.click(screen.getByLabelText('第1个号码的类型'))
  await userEvent.click(await screen.findByTitle('身份证号'))
  await userEvent.type(screen.getByLabelText('第1个号码'), '110105194912310021')
  await save()
  expect(await screen.findByText(text('zh-CN', 'national_id_format'))).toBeTruthy()
  expect(sent()).toEqual([])
})
