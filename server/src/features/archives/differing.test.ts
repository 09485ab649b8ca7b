import {
  addBatchFile,
  fundusArchive,
  setBatchFiles,
  type InputOf,
  type PatientInput,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  archiveFields,
  keepFindings,
  makePatient,
  plainImage,
  resultOf,
  upload,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { order } from '../../testing/order-factory.ts'
import { saidDicom, type Said } from '../../testing/said-dicom.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
let pid: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const own: Partial<PatientInput> = {
  ad_card_number: 'P-1001',
  name: '张三',
  gender: 1,
  birthday: '1960-05-17',
}
beforeEach(async () => {
  by = await makeAccount(app, { role: '4' })
  pid = await makePatient(app, by, own)
  await makePatient(app, by, { ...own, ad_card_number: 'P-2002', name: '李四' })
})

type Body = Partial<InputOf<typeof fundusArchive.create>>
const save = (key: string, more: Body = {}) =>
  app.call(
    fundusArchive.create,
    { pid, ...archiveFields, files_path: [key], ...more },
    { token: by.token },
  )
const send = (said: Said) => upload(app, by, saidDicom({ charset: 'ISO_IR 192', ...said }), 'a.dcm')
const kept = async () =>
  (await succeed(app, fundusArchive.list, { pid }, { token: by.token })).rows.length

describe('a DICOM file that a person uploads for a patient', () => {
  test.each<[string, Said, string]>([
    ['the number of another patient', { number: 'P-2002' }, 'other_number'],
    ['another name', { number: 'P-1001', name: 'Li^Si=李^四' }, 'person_name'],
    ['another name without a number', { name: '李^四' }, 'person_name'],
    ['another birthday', { name: '张^三', birthday: '19610517' }, 'birthday'],
    ['another sex', { sex: 'F' }, 'sex'],
    ['a name that nothing reads', { name: '???' }, 'name_unread'],
    ['a Latin name that is no pinyin', { number: 'P-1001', name: 'LI^SI' }, 'person_name'],
    ['a Latin name alone', { name: 'ZHANG^SAN' }, 'name_script'],
    ['a name of a script that is not heard', { number: 'P-1001', name: '김^철수' }, 'name_script'],
    ['a number of nobody', { number: 'X-9' }, 'unknown'],
  ])('and that says %s is saved after a yes', async (_, said, patient) => {
    const key = await send(said)
    const refused = await save(key)
    expect(refused).toMatchObject({
      status: 202,
      error_code: 1003,
      msg: '文件所写的患者、眼别或日期与所选的不符，请确认后再保存：a.dcm',
      data: { differing: [{ key, patient, eye: false, record_date: false }] },
    })
    const other = { confirmed: [['eye', 'record_date']] } satisfies Body
    expect((await save(key, other)).error_code).toBe(1003)
    expect(await kept()).toBe(0)
    const yes = { confirmed: [['patient']] } satisfies Body
    expect((await save(key, yes)).error_code).toBe(0)
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select('detail')
      .where('pid', '=', pid)
      .where('action', '=', 'archive.add')
      .execute()
    expect(entries).toMatchObject([{ detail: { confirmed: ['patient'] } }])
  })

  test.each<[string, Said]>([
    [
      'number, name, birthday and day',
      { number: 'P-1001', name: '张^三', birthday: '19600517', day: '20240301' },
    ],
    ['pinyin beside the number', { number: 'P-1001', name: 'ZHANG^SAN' }],
    ['a number of another institution beside the name', { number: 'X-9', name: 'Zhang^San=三^张' }],
    [
      'a number of another institution beside the birthday',
      { number: 'X-9', birthday: '19600517' },
    ],
    ['nothing', {}],
    ['placeholders', { birthday: '19000101', day: '00000000', name: '^^', number: '\0' }],
    ['a day that is none', { day: '20240230' }],
  ])('and that says %s is saved at once', async (_, said) => {
    expect((await save(await send(said))).error_code).toBe(0)
  })

  test('of another day or eye needs a yes to each', async () => {
    const key = await send({ day: '20240229', eye: 'L' })
    const eyes = { eyes: ['OD'] } satisfies Body
    const both = { key, patient: null, eye: true, record_date: true }
    expect((await save(key, eyes)).data).toMatchObject({
      differing: [{ ...both, said: { eyes: ['OS'], days: ['2024-02-29'] } }],
    })
    const parts = (...parts: ('eye' | 'record_date')[]) => ({ confirmed: [parts] })
    expect((await save(key, { ...eyes, ...parts('eye') })).data).toMatchObject({
      differing: [{ ...both, eye: false }],
    })
    expect((await save(key, { ...eyes, ...parts('eye', 'record_date') })).error_code).toBe(0)
  })

  test('files the eye that it says, as the batch does, where nobody states one', async () => {
    const { data } = await save(await send({ eye: 'L' }))
    const { rid = '' } = data as { rid?: string }
    const id = await keepFindings(app, by, { pid, rid })
    const { left } = await resultOf(app, by, id)
    expect(left).toMatchObject([{ eye: 'OS', eye_source: 'file', machine_eye: 'OD' }])
  })
})

describe('a DICOM file that has arrived', () => {
  const says = async (key: string, more: object = {}) =>
    app.call(fundusArchive.says, { pid, files_path: [key], ...more }, { token: by.token })

  test('is named beside the patient before anything is saved, with what it says of eye and day', async () => {
    const said = { number: 'P-2002', name: '李^四', day: '20240229', eye: 'L' }
    const key = await upload(app, by, saidDicom({ charset: 'ISO_IR 192', ...said }), 'right.dcm')
    expect(await says(key)).toMatchObject({
      error_code: 0,
      data: {
        rows: [
          {
            key,
            patient: 'other_number',
            eye: true,
            said: { number: 'P-2002', name: '李四', eyes: ['OS'], days: ['2024-02-29'] },
          },
        ],
      },
    })
    expect(await kept()).toBe(0)
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select('action')
      .where('pid', '=', pid)
      .where('action', '=', 'archive.says')
      .execute()
    expect(entries).toHaveLength(1)
  })

  test('of the patient is answered too, because the day may still change, and no photograph is', async () => {
    const key = await send({ number: 'P-1001', name: '张^三', day: '20240301' })
    const photograph = await upload(app, by, await plainImage(), 'a.jpg')
    const both = await says(key, { files_path: [key, photograph] })
    const rows = [{ key, patient: null, eye: false, said: { days: ['2024-03-01'] } }]
    expect(both.data).toMatchObject({ rows })
    expect((both.data as { rows: unknown[] }).rows).toHaveLength(1)
  })

  test('of another institution is not read, nor is one beside a patient of another', async () => {
    const stranger = await makeAccount(app, { role: '4' })
    const theirs = await upload(app, stranger, saidDicom({ number: 'P-1001' }), 'a.dcm')
    expect((await says(theirs)).error_code).toBe(501)
    const key = await send({ number: 'P-1001' })
    const elsewhere = await makePatient(app, stranger, own)
    expect((await says(key, { pid: elsewhere })).error_code).toBe(1002)
  })
})

test('of a file whose name says another eye than its data a yes is asked, and the eye is then nobody’s', async () => {
  const key = await upload(app, by, saidDicom({ eye: 'L' }), 'P-1001_OD.dcm')
  expect((await save(key)).data).toMatchObject({
    differing: [{ key, patient: null, eye: true, record_date: false, said: { eyes: ['OS'] } }],
  })
  const { error_code, data } = await save(key, { confirmed: [['eye']] })
  expect(error_code).toBe(0)
  const { rid = '' } = data as { rid?: string }
  const id = await keepFindings(app, by, { pid, rid })
  const { right } = await resultOf(app, by, id)
  expect(right).toMatchObject([{ eye: 'OD', eye_source: 'machine' }])
})

test('what a person set in the batch was seen there, and is filed without another yes', async () => {
  const key = await send({ number: 'P-2002', name: '李^四', day: '20240229', eye: 'L' })
  const add = { modality: 'fundus', key, name: 'a.dcm' } as const
  await succeed(app, addBatchFile, add, { token: by.token })
  const given = { pid, eye: 'OD', record_date: '2024-03-01' } as const
  const wish = { eyes: ['OD'] } satisfies Body
  expect((await save(key, wish)).error_code).toBe(1003)
  await succeed(app, setBatchFiles, { keys: [key], ...given }, { token: by.token })
  expect((await save(key, wish)).error_code).toBe(0)
})

describe('a file with the accession number of an order for another patient', () => {
  test('is pointed out to whoever files it by hand, in the inbox and for a patient', async () => {
    const other = await makePatient(app, by, { ...own, ad_card_number: 'P-3003', name: '王五' })
    const { accession } = await order(app, by, other)
    const key = await send({ accession, eye: 'R', day: '20240301' })
    expect(await save(key)).toMatchObject({
      error_code: 1003,
      data: { differing: [{ patient: 'other_order' }] },
    })
    expect(await save(key, { confirmed: [['patient']] })).toMatchObject({ error_code: 0 })
    const asked = { token: by.token }
    const second = await send({ accession, eye: 'L', day: '20240301' })
    const body = { modality: 'fundus', key: second, name: 'IM1' } as const
    expect(await succeed(app, addBatchFile, body, asked)).toMatchObject({
      patient: { pid: other },
      ordered: null,
    })
    const { rows } = await succeed(app, setBatchFiles, { keys: [second], pid }, asked)
    expect(rows).toMatchObject([{ patient: { pid }, ordered: { pid: other, name: '王五' } }])
  })
})
