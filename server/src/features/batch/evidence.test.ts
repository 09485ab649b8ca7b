import { addBatchFile, type BatchFile, type PatientInput } from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePatient, plainImage, upload } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { saidDicom, type Said } from '../../testing/said-dicom.ts'
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

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const escaped = (bytes: string) => Buffer.concat([Buffer.from('\x1b$)A'), hex(bytes)])
const own = { ad_card_number: 'P-1001', name: '张三', gender: 1, birthday: '1960-05-17' } as const
const right = { number: 'P-1001', eye: 'R', day: '20240301' }

async function add(said: Said | null, name = 'IM000001'): Promise<BatchFile> {
  const bytes = said ? saidDicom({ ...right, ...said }) : await plainImage()
  const key = await upload(app, by, bytes)
  return succeed(app, addBatchFile, { modality: 'fundus', key, name }, { token: by.token })
}
const LI_SI = hex('C0EE CBC4')
const ZHANG_SAN = hex('D5C5 C8FD')

describe('the file of another person, with the number of this one, is left to a person', () => {
  test.each<[string, Said, string]>([
    ['Chinese called Latin', { charset: 'ISO_IR 100', name: LI_SI }, 'person_name'],
    ['Chinese called nothing', { name: LI_SI }, 'person_name'],
    ['with escapes', { charset: '\\ISO 2022 IR 58', name: escaped('C0EE CBC4') }, 'person_name'],
    ['in three groups', { charset: 'ISO_IR 192', name: 'Li^Si=李^四=' }, 'person_name'],
    ['a group that differs', { charset: 'ISO_IR 192', name: '张^三=李^四' }, 'person_name'],
    ['a name that nothing reads', { charset: 'ISO_IR 192', name: hex('FFFE81') }, 'name_unread'],
    ['question marks', { name: '??^??' }, 'name_unread'],
    ['a name beside one that nothing reads', { name: 'ZHANG^SAN=???' }, 'name_unread'],
    ['no pinyin of the name', { name: 'LI^SI', birthday: '19600517' }, 'person_name'],
    ['pinyin alone', { name: 'ZHANG^SAN' }, 'name_script'],
    ['another script', { charset: 'ISO_IR 192', name: '홍^길동' }, 'name_script'],
    ['another birthday', { name: 'ZHANG^SAN', birthday: '19610517' }, 'birthday'],
    ['another year', { birthday: '1961' }, 'birthday'],
    ['no day for a birthday', { birthday: '19600230' }, 'birthday_unread'],
  ])('%s', async (_, said, left) => {
    await makePatient(app, by, own)
    expect(await add(said)).toMatchObject({
      patient: null,
      evidence: { patient: { by: null, left } },
    })
  })

  test('with another name in the name of the file', async () => {
    await makePatient(app, by, { ...own, name: '阿依古丽·买买提' })
    for (const name of ['买买提.阿依_P-1001_OD.jpg', '阿依古丽.热合曼_P-1001_OD.jpg'])
      expect(await add(null, name)).toMatchObject({
        evidence: { patient: { left: 'person_name' } },
      })
  })
})

describe('the file of this person belongs to it', () => {
  const AYGUL = '阿依古丽·买买提'
  test.each<[string, Said, string, Partial<PatientInput>]>([
    ['Chinese called Latin', { charset: 'ISO_IR 100', name: ZHANG_SAN }, 'GB18030', {}],
    ['Chinese called nothing', { name: ZHANG_SAN }, 'GB18030', {}],
    ['UTF-8 called nothing', { name: '张三' }, 'UTF-8', {}],
    ['with escapes', { charset: '\\ISO 2022 IR 58', name: escaped('D5C5 C8FD') }, '', {}],
    ['the given name first', { charset: 'GBK', name: hex('C8FD 5E D5C5') }, '', {}],
    ['pinyin with the birthday', { name: 'SAN^ZHANG', birthday: '19600517' }, '', {}],
    ['Lü as Lyu', { name: 'LYU^BU', birthday: '19600517' }, '', { name: '吕布' }],
    ['in three groups', { charset: 'ISO_IR 192', name: 'Zhang^San=张^三=ㄓ^ㄙ' }, '', {}],
    ['padded', { number: 'P-1001\0\0', charset: 'GBK', name: hex('D5C5C8FD2000') }, '', {}],
    ['another dot', { charset: 'ISO_IR 192', name: '买买提^阿依古丽' }, '', { name: AYGUL }],
    ['a dot', { charset: 'ISO_IR 192', name: '阿依古丽・买买提' }, '', { name: AYGUL }],
    ['capitals', { name: 'LI^ANNA' }, '', { name: 'Anna Li' }],
    ['a birthday that is none', { birthday: '00000000' }, '', {}],
    ['the first day of 1900', { birthday: '19000101' }, '', {}],
    ['the year of birth', { birthday: '1960' }, '', {}],
    ['an empty name', { name: '^^^^' }, '', {}],
  ])('%s', async (_, said, name_set, traits) => {
    const pid = await makePatient(app, by, { ...own, ...traits })
    const file = await add(said)
    expect(file).toMatchObject({ patient: { pid }, evidence: { patient: { by: 'dicom' } } })
    expect(file.evidence.said.name_set ?? '').toBe(name_set)
  })

  test('by the name of the file, whatever dot it has', async () => {
    const pid = await makePatient(app, by, { ...own, name: AYGUL })
    for (const name of [
      '阿依古丽.买买提_P-1001_OD.jpg',
      '阿依古丽・买买提_P-1001_OD.jpg',
      '买买提·阿依古丽 P-1001右眼.jpg',
      '阿依古丽_买买提_P-1001_OD.jpg',
    ])
      expect(await add(null, name)).toMatchObject({ patient: { pid }, eye: 'OD' })
  })

  test('is suggested by the normal form of the name where no number says it', async () => {
    const pid = await makePatient(app, by, { ...own, name: AYGUL })
    const file = await add({ number: '', charset: 'ISO_IR 192', name: '买买提^阿依古丽' })
    expect(file).toMatchObject({ patient: null, suggestions: [{ pid }] })
  })
})

describe('the day of a file', () => {
  test.each<[string, Said, string | null, string | null]>([
    ['that is no day', { day: '20240230' }, null, 'unread'],
    ['of zeros', { day: '00000000' }, null, 'none'],
    ['of 1900', { day: '19000101' }, null, 'none'],
    [
      'of zeros before that of the study',
      { day: '00000000', study: '20240301' },
      '2024-03-01',
      null,
    ],
    ['in the evening in UTC', { moment: '20240229233000+0000' }, '2024-03-01', null],
    ['of a conversion', { day: '', study: '20200101', content: '20240301' }, '2020-01-01', null],
    ['of writing', { day: '', created: '20240301' }, null, 'none'],
    ['to come', { day: '20990101' }, null, 'future'],
    ['before the birth', { day: '19500101' }, null, 'before_birth'],
  ])('%s', async (_, said, record_date, left) => {
    await makePatient(app, by, own)
    expect(await add(said)).toMatchObject({ record_date, evidence: { record_date: { left } } })
  })

  test('in the name of the file is a day of the calendar, and no placeholder contradicts it', async () => {
    await makePatient(app, by, own)
    expect(await add(null, 'P-1001_OD_20240230.jpg')).toMatchObject({ record_date: null })
    expect(await add({ day: '19000101' }, 'OD_20240229.dcm')).toMatchObject({
      record_date: '2024-02-29',
    })
  })
})

test('a number that nothing contradicts suggests its patient, and one that something does nobody', async () => {
  const pid = await makePatient(app, by, own)
  expect((await add({ name: 'ZHANG^SAN' })).suggestions).toMatchObject([{ pid }])
  expect((await add({ name: '??' })).suggestions).toMatchObject([{ pid }])
  expect((await add({ name: 'LI^SI' })).suggestions).toEqual([])
})

test('both eyes on one picture are left to a person', async () => {
  for (const eye of ['B', 'b ', 'R\\L'])
    expect(await add({ eye })).toMatchObject({ eye: null, evidence: { eye: { left: 'conflict' } } })
  expect(await add({ eye: 'l\0' })).toMatchObject({ eye: 'OS' })
})

test('a file whose texts hold what no database keeps is read, and never a fault', async () => {
  const zeros = Buffer.from([0x41, 0, 0x42, 1, 0x7f])
  const said = { number: zeros, name: zeros, birthday: zeros, modality: zeros, eye: zeros }
  expect(await add({ ...said, day: zeros, moment: zeros, charset: zeros })).toMatchObject({
    patient: null,
  })
})

describe('a file that says another number of a patient', () => {
  const RECORD = { kind: 'record', value: 'ZY-7788', issuer: 'Eye' } as const
  test('is that patient’s', async () => {
    const pid = await makePatient(app, by, { ...own, identifiers: [RECORD] })
    const added = await add({ number: 'zy-7788', name: ZHANG_SAN, charset: 'GBK' })
    expect(added).toMatchObject({ patient: { pid, ad_card_number: own.ad_card_number } })
    expect(added.evidence.patient).toEqual({ by: 'dicom', left: null })
  })

  test('which two patients have is left to a person, unless it says whose number it is', async () => {
    const pid = await makePatient(app, by, { ...own, identifiers: [RECORD] })
    const other = { ...RECORD, issuer: 'Heart' }
    await makePatient(app, by, { ...own, ad_card_number: 'P-2', identifiers: [other] })
    const alike = await add({ number: 'ZY-7788' })
    expect(alike).toMatchObject({ patient: null, evidence: { patient: { left: 'alike' } } })
    expect(alike.suggestions).toHaveLength(2)
    expect(await add({ number: 'ZY-7788', issuer: 'EYE' })).toMatchObject({ patient: { pid } })
    expect(await add({ number: 'ZY-7788', issuer: 'Lung' })).toMatchObject({
      patient: null,
      evidence: { patient: { left: 'unknown' } },
    })
  })
})
