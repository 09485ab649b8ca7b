import { addBatchFile, readPhotographTable, type BatchFile, type InputOf } from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeXlsx } from '../../platform/sheets/xlsx-writer.ts'
import { batchOf, newPicture } from '../../testing/batch-factory.ts'
import { makePatient, upload } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { freeTurns } from '../../testing/free-turns.ts'
import { saidDicom as dicom } from '../../testing/said-dicom.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { readPhotographs } from './read-table.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '4' })
})

const read = (bytes: Buffer, language = 'zh-CN') =>
  app.call(
    readPhotographTable,
    { content: bytes.toString('base64') },
    { token: by.token, headers: { 'accept-language': language } },
  )
const rowsOf = async (bytes: Buffer) =>
  (await succeed(app, readPhotographTable, { content: bytes.toString('base64') }, by)).rows
const says = { number: 'P-1', eye: 'OD', record_date: '2024-03-01' } as const
const add = async (
  name: string,
  table: InputOf<typeof addBatchFile>['table'],
  bytes?: Buffer,
): Promise<BatchFile> => {
  const key = await upload(app, by, bytes ?? (await newPicture()))
  return succeed(app, addBatchFile, { modality: 'fundus', key, name, table }, by)
}

test('a table is read in any encoding, with heads of both languages and days as they are written', async () => {
  const row = { line: 2, file: 'IMG 1.jpg', ...says, faults: [] }
  // GBK of 文件名,就诊卡号,眼别,拍摄日期
  const heads = Buffer.from('cec4bcfec3fb2cbecdd5efbfa8bac52cd1dbb1f02cc5c4c9e3c8d5c6da0a', 'hex')
  const right = Buffer.from('d3d2d1db', 'hex')
  const gbk = [heads, Buffer.from('IMG 1.jpg,P-1,'), right, Buffer.from(',2024/3/1\n')]
  expect(await rowsOf(Buffer.concat(gbk))).toEqual([row])
  const text = '\uFEFFFile name;MRN;Eye;Exam date\nC:\\x\\IMG 1.jpg;P-1;od;1 March 2024\n'
  expect(await rowsOf(Buffer.from(text))).toEqual([row])
})

test('what cannot be read says nothing and is named, and of two rows that differ neither counts', async () => {
  const lines = ['File,MRN,Eye,Day', 'a.jpg,P-1,middle,2999-01-01', ',P-2,OS,', 'b.jpg,P-1,OD,']
  const rows = await rowsOf(Buffer.from([...lines, 'B.jpg,P-2,OD,', 'c.jpg,1.2E+11,,'].join('\n')))
  expect(rows.map(({ number, eye, record_date }) => [number, eye, record_date])).toEqual([
    ['P-1', '', ''],
    ['P-2', 'OS', ''],
    ['', '', ''],
    ['', '', ''],
    ['', '', ''],
  ])
  expect(rows.map(({ faults }) => faults.length)).toEqual([2, 1, 1, 1, 1])
  expect(rows[0]?.faults[0]).toContain('middle')
  for (const [odd, why] of [
    ['a,b\n1,2\n', '未找到表头'],
    ['', '表格中没有照片'],
    ['File,MRN,MRN\na.jpg,1,2\n', '有两列都是'],
  ] as const)
    expect(JSON.stringify(await read(Buffer.from(odd)))).toContain(why)
  const picture = await read(await newPicture(), 'en')
  expect(JSON.stringify(picture)).toContain('This is not a table')
  const many = `File,MRN\n${'a.jpg,1\n'.repeat(1001)}`
  expect(JSON.stringify(await read(Buffer.from(many)))).toContain('1000')
})

test('a file of a table waits with the table as its evidence, and nothing of it is filed', async () => {
  const pid = await makePatient(app, by, { ad_card_number: 'P-1', name: '张三' })
  const file = await add('IMG_1.jpg', says)
  expect(file).toMatchObject({
    patient: { pid },
    eye: 'OD',
    record_date: '2024-03-01',
    filed: null,
  })
  const found = { by: 'table', left: null }
  expect(file.evidence).toMatchObject({ patient: found, eye: found, record_date: found })
  const partly = await add('P-1_OS.jpg', { number: 'P-1', eye: '', record_date: '' })
  expect(partly.evidence).toMatchObject({ patient: found, eye: { by: 'name', left: null } })
})

test('a table that the file contradicts proves nothing', async () => {
  await makePatient(app, by, { ad_card_number: 'P-1', name: '张三', birthday: '1960-05-17' })
  await makePatient(app, by, { ad_card_number: 'P-2', name: '李四' })
  const conflict = { by: null, left: 'conflict' }
  const bytes = () => dicom({ number: 'P-2', eye: 'L', day: '20240301' })
  expect((await add('IM1', says, bytes())).evidence).toMatchObject({
    patient: conflict,
    eye: conflict,
    record_date: { by: 'table', left: null },
  })
  const unknown = { ...says, number: 'NOBODY', eye: '' } as const
  expect((await add('IM2', unknown, bytes())).evidence.patient).toEqual(conflict)
  expect((await add('P-2.jpg', says)).evidence.patient).toEqual(conflict)
  const named = await add('李四.jpg', says)
  expect(named).toMatchObject({ patient: null, evidence: { patient: { left: 'person_name' } } })
  const born = dicom({ number: 'P-1', birthday: '19600518', eye: 'R', day: '20240301' })
  expect((await add('IM3', says, born)).evidence.patient.left).toBe('birthday')
})

test('a patient who is registered later is found by the table, and one of another institution never', async () => {
  const other = await makeAccount(app, { role: '4' })
  await makePatient(app, other, { ad_card_number: 'P-1' })
  const { key, evidence } = await add('IMG_9.jpg', says)
  expect(evidence.patient.left).toBe('unknown')
  const pid = await makePatient(app, by, { ad_card_number: 'P-1' })
  const [row] = await batchOf(app, by)
  expect(row).toMatchObject({ key, patient: { pid }, evidence: { patient: { by: 'table' } } })
})

test('a table that unpacks to a hundred times its size is read beside the thread that answers everybody', async () => {
  const heads = ['File', 'MRN', ...Array.from({ length: 98 }, (_, at) => `other ${at}`)]
  const row = ['a.jpg', 'P-1', ...Array.from({ length: 98 }, () => 'a'.repeat(300))]
  const parts: Buffer[] = []
  for await (const part of writeXlsx(
    heads,
    Array.from({ length: 800 }, () => row),
  ))
    parts.push(part)
  const bytes = Buffer.concat(parts)
  const asked = { of: 'photographs', today: '2024-03-01', language: 'en' } as const
  expect(await freeTurns(() => readPhotographs({ ...asked, bytes: new Uint8Array(bytes) }))).toBe(0)
  const turnsOf = (table: Buffer) =>
    freeTurns(async () => expect((await read(table)).error_code).toBe(0))
  const small = Buffer.from('File,MRN\na.jpg,P-1\n')
  // The thread has begun, as by day. A call has turns before and after the table is read too.
  await turnsOf(small)
  expect(await turnsOf(bytes)).toBeGreaterThan(5 * (await turnsOf(small)))
})
