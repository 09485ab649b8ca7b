import {
  addPatient,
  cancelPatientImport,
  deletePatient,
  listAudit,
  listPatientImports,
  listPatients,
  patientInfo,
  patientImportTemplate,
  runPatientImport,
  setPatient,
  startPatientImport,
  undoPatientImport,
  type AuditAction,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../platform/sheets/read-sheet.ts'
import { textOf } from './columns.ts'
import { writeXlsx } from '../../platform/sheets/xlsx-writer.ts'
import {
  makeArchive,
  makePatient,
  patientInput,
  plainImage,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { counts, importsOf } from '../../testing/import-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { sweepImports } from './service.ts'

let app: TestApp
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  app = await testApp()
  imports = importsOf(app)
  await work(app)
})
afterAll(() => app.close())

const patientsOf = async (by: SignedIn) =>
  (await succeed(app, listPatients, { size: 50 }, { token: by.token })).rows

test('a table is looked at first, then written, and an empty cell overwrites nothing', async () => {
  const by = await makeAccount(app, { role: '3' })
  await makePatient(app, by, { ad_card_number: 'A1', phone: '13800138000', name: '王芳' })
  const table =
    '患者信息表\n就诊卡号*;姓名;性别;出生日期;手机号;职业;所在地区;过敏史;身份证号;年龄;地址\n' +
    'A1;王芳;男;1960/5/17;;退（离）休人员;;;;66;\n' +
    'A2;李雷;M;17.05.1971;138 0013 8001;;浙江省/杭州市/西湖区;无;;;\n' +
    '0007;韩雪;女;19800102;;;;;;;=HYPERLINK(1)\n' +
    '0008;韩梅;女;1949年12月31日;;;;;11010519491231002x;;\n' +
    '0009;赵六;?;03/04/1980;;;;;;;\n' +
    'A2;李雷;男;1971-05-17;;;;;;;\n' +
    '0010;孙七;男;1949-12-31;;;;;110105194912310021;;\n'
  const dry = await imports.checked(by, table)
  expect(counts(dry)).toEqual([3, 1, 0, 3])
  expect(dry.ignored).toEqual(['年龄'])
  expect(await patientsOf(by)).toHaveLength(1)
  const faults = await imports.workbook(dry.faults_url)
  expect(faults[0]?.slice(0, 4)).toEqual(['原行号', '需要处理的问题', '就诊卡号*', '姓名'])
  expect(faults.slice(1).map(([line]) => line)).toEqual(['7', '8', '9'])
  expect(faults[1]?.[1]).toContain('性别应写“男”或“女”')
  expect(faults[1]?.[1]).toContain('无法判断“03/04/1980”')
  expect(faults[2]?.[1]).toContain('第 4 行')
  expect(faults[3]?.[1]).toContain('身份证号: 身份证号码有误')

  await succeed(app, runPatientImport, { import_id: dry.import_id }, { token: by.token })
  const done = await imports.reached(by, dry.import_id, 'written')
  expect(counts(done)).toEqual([3, 1, 0, 3])
  const all = await patientsOf(by)
  const of = (number: string) => all.find(({ ad_card_number }) => ad_card_number === number)
  const address = '演示路1号'
  expect(of('A1')).toMatchObject({ phone: '13800138000', profession: '80', address })
  expect(of('A2')).toMatchObject({
    phone: '13800138001',
    gender: 1,
    birthday: '1971-05-17',
    allergic_history: '无',
    area_id: ['330000', '330100', '330106'],
  })
  expect(of('0007')).toMatchObject({ address: '=HYPERLINK(1)', birthday: '1980-01-02' })
  expect(counts(await imports.written(by, table))).toEqual([0, 0, 4, 3])
  const log = async (action: AuditAction) =>
    (await succeed(app, listAudit, { action }, { token: by.token })).rows.map(({ uid }) => uid)
  for (const action of ['patient.import-check', 'patient.import'] as const)
    expect(await log(action)).toEqual([by.uid, by.uid])
  expect(await log('patient.set')).toEqual([by.uid])
  // The list of faulty rows is a table itself: it is mended and brought again.
  const again = await imports.bytesOf(done.faults_url)
  const mended = await imports.checked(by, again, 'faults.xlsx')
  expect([counts(mended), mended.ignored]).toEqual([[0, 0, 1, 2], ['年龄']])
})

test('a workbook keeps text, and a number that was stored as one is refused with what to do', async () => {
  const by = await makeAccount(app, { role: '4' })
  const parts: Buffer[] = []
  const rows = [
    ['0012', 'Wang Fang', 'F', '1960-05-17', 13800138000],
    [12, '李雷', '男', '1971-05-17', null],
    ['1.23E+17', '李雷', '男', '1971-05-17', null],
    ['C3', '李雷', '男', 19710517, 1082345678],
  ]
  const heads = ['MRN', 'Patient name', 'Sex (M/F)', 'DOB', 'Phone']
  for await (const part of writeXlsx(heads, rows)) parts.push(part)
  const dry = await imports.checked(by, Buffer.concat(parts), 'people.xlsx')
  expect(counts(dry)).toEqual([1, 0, 0, 3])
  const said = (await imports.workbook(dry.faults_url))
    .slice(1)
    .map(([line, fault]) => [line, fault])
  expect(said).toEqual([
    ['3', expect.stringContaining('就诊卡号: 此单元格存为数值') as string],
    ['4', expect.stringContaining('科学计数法') as string],
    ['5', expect.stringContaining('联系电话: 此单元格存为数值') as string],
  ])
})

test('a patient is found by any number, and nobody becomes somebody else', async () => {
  const by = await makeAccount(app, { role: '3' })
  const record = { kind: 'record', value: 'M-77', issuer: '' } as const
  const pid = await makePatient(app, by, {
    ad_card_number: '00123',
    name: '王芳',
    identifiers: [record],
  })
  const done = await imports.written(
    by,
    '病历号,就诊卡号,姓名,性别,出生日期,电话,检查号\n' +
      'm-77,,,,,13900139000,E-1\n' +
      ',00123,钱七,女,1999-01-01,,\n' +
      ',123,王芳,男,1980-01-01,,\n' +
      'M-77,X9,王芳,,,,\n' +
      ',X10,王芳,,,,\n' +
      'M-78,,王芳,,,,\n',
  )
  expect(counts(done)).toEqual([0, 1, 0, 5])
  const said = (await imports.workbook(done.faults_url)).slice(1).map(([, fault]) => fault)
  expect(said[0]).toContain('可能是另一人')
  expect(said[1]).toContain('“00123”')
  expect(said[2]).toContain('第 2 行')
  expect(said[3]).toContain('新增患者须填写')
  const info = await succeed(app, patientInfo, { pid }, { token: by.token })
  expect(info).toMatchObject({ phone: '13900139000', name: '王芳' })
  expect(info.identifiers).toContainEqual({ kind: 'exam', value: 'E-1', issuer: '' })
  expect(info.identifiers).toContainEqual(record)
})

test('a long head is cut between its characters', async () => {
  const by = await makeAccount(app, { role: '3' })
  const head = `${'x'.repeat(39)}😀`
  const { ignored } = await imports.checked(by, `卡号,姓名,${head}\n1,张三,\n`)
  expect(ignored).toEqual(['x'.repeat(39)])
})

test('a refusal about a number names the column that it stands in', async () => {
  const by = await makeAccount(app, { role: '3' })
  const identifiers = [{ kind: 'national' as const, value: '11010519491231002X', issuer: '' }]
  const person = { ad_card_number: 'R1', name: '王芳', birthday: '1949-12-31', identifiers }
  await makePatient(app, by, person)
  const many = Array.from({ length: 15 }, (_, n) => ({
    kind: 'other' as const,
    value: `O-${n}`,
    issuer: '',
  }))
  await makePatient(app, by, { ad_card_number: 'R2', name: '李雷', identifiers: many })
  const dry = await imports.checked(
    by,
    '检查号,卡号,姓名,性别,出生日期,身份证号\n' +
      ',R1,王芳,女,1950-01-01,\n' +
      ',R3,新一,女,1950-01-01,110105194912310061\n' +
      'E-1;E-2;E-3;E-4;E-5;E-6,R2,李雷,,,\n',
  )
  expect(counts(dry)).toEqual([0, 0, 0, 3])
  const said = (await imports.workbook(dry.faults_url)).slice(1).map(([, fault]) => fault)
  expect(said[0]).toMatch(/^出生日期: /)
  expect(said[1]).toMatch(/^身份证号: /)
  expect(said[2]).toMatch(/^检查号: /)
  const keyless = await imports.checked(by, '病历号,姓名\n,王芳\n')
  const [, row] = await imports.workbook(keyless.faults_url)
  expect(row?.[1]).toMatch(/^本行没有号码/)
})

test('two rows of one person are both written and both taken back', async () => {
  const by = await makeAccount(app, { role: '3' })
  const identifiers = [{ kind: 'record' as const, value: 'M-1', issuer: '' }]
  const person = { ad_card_number: 'T1', name: '王芳', phone: '13800138000', identifiers }
  const pid = await makePatient(app, by, person)
  const done = await imports.written(
    by,
    '卡号,病历号,姓名,性别,出生日期,电话,地址\n' +
      'T1,,王芳,,,13911112222,\n,M-1,王芳,,,,新路1号\n' +
      '0070,,新一,男,1971-05-17,,\n',
  )
  expect(counts(done)).toEqual([1, 2, 0, 0])
  const info = async () => succeed(app, patientInfo, { pid }, { token: by.token })
  expect(await info()).toMatchObject({ phone: '13911112222', address: '新路1号' })
  const { import_id } = done
  await succeed(app, undoPatientImport, { import_id }, { token: by.token })
  const undone = await imports.reached(by, import_id, 'undone')
  expect([undone.undone, undone.kept]).toEqual([3, 0])
  expect(await info()).toMatchObject({ phone: '13800138000', address: '演示路1号' })
})

test('two rows of one name whose numbers differ in zeros alone are both named before anything is written', async () => {
  const by = await makeAccount(app, { role: '3' })
  await makePatient(app, by, { ad_card_number: '0090', name: '王芳' })
  const table =
    '卡号,姓名,性别,出生日期\n' +
    '0070,新一,男,1971-05-17\n70,新一,男,1971-05-17\n' +
    '0080,新二,男,1971-05-17\n80,新三,男,1971-05-17\n' +
    '0090,王芳,,\n90,王芳,女,1980-01-01\n'
  const dry = await imports.checked(by, table)
  const faultsOf = async (url: string | null) =>
    (await imports.workbook(url)).slice(1).map(([line, fault]) => [line, fault])
  const both = [
    ['2', expect.stringContaining('第 3 行') as string],
    ['3', expect.stringContaining('第 2 行') as string],
    ['7', expect.stringContaining('“0090”') as string],
  ]
  expect([counts(dry), await faultsOf(dry.faults_url)]).toEqual([[2, 0, 1, 3], both])
  await succeed(app, runPatientImport, { import_id: dry.import_id }, { token: by.token })
  const done = await imports.reached(by, dry.import_id, 'written')
  expect([counts(done), await faultsOf(done.faults_url)]).toEqual([[2, 0, 1, 3], both])
})

test('what is no table of patients is refused with what to do', async () => {
  const by = await makeAccount(app, { role: '3' })
  const refused = async (table: Buffer | string) => {
    const { data, msg, error_code } = await imports.bring(by, table)
    return error_code === 0 ? (await imports.reached(by, data.import_id, 'failed')).reason : msg
  }
  expect(await refused(await plainImage())).toContain('不是表格文件')
  expect(await refused(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toContain('旧版 Excel')
  expect(await refused('a,b\n1,2\n')).toContain('未找到表头')
  expect(await refused('姓名,性别\n张三,男\n')).toContain('须有一列号码')
  expect(await refused('卡号,MRN,姓名\n1,2,张三\n')).toContain('就诊卡号 / MRN')
  expect(await refused('卡号,姓名\n')).toContain('没有患者')
  const many = `卡号,姓名\n${'1,张三\n'.repeat(100_001)}`
  expect(await refused(many)).toContain('100000 行')
  const other = await makeAccount(app, { role: '3' })
  const key = await upload(app, other, Buffer.from('卡号\n'), 't.csv', 'patients')
  expect((await app.call(startPatientImport, { key, file_name: 't' }, by)).data).toHaveProperty(
    'fields.key',
  )
})

test('an import is taken back for seven days, but for patients who were touched since, who are named', async () => {
  const by = await makeAccount(app, { role: '3' })
  const kept = await makePatient(app, by, { ad_card_number: 'K1', phone: '13800138000' })
  const { name, birthday } = await succeed(app, patientInfo, { pid: kept }, { token: by.token })
  const table =
    '卡号,姓名,性别,出生日期,电话,地址\n' +
    `K1,${name},男,${birthday},13911112222,新路1号\n` +
    'N1,新一,男,1971-05-17,,\nN2,新二,男,1971-05-17,,\nN3,新三,男,1971-05-17,,\n'
  const done = await imports.written(by, table)
  const pidOf = async (number: string) =>
    (await patientsOf(by)).find(({ ad_card_number }) => ad_card_number === number)?.pid ?? ''
  await makeArchive(app, by, await pidOf('N2'))
  const form = patientInput({ ad_card_number: 'N3', name: '新三改', birthday: '1971-05-17' })
  await succeed(app, setPatient, { ...form, pid: await pidOf('N3') }, { token: by.token })

  const { import_id } = done
  expect(done.undo_until).not.toBeNull()
  const member = await makeAccount(app, { role: '4', oid: by.oid ?? '' })
  const refused = await app.call(undoPatientImport, { import_id }, { token: member.token })
  expect(refused.msg).toContain('主账号')
  await succeed(app, undoPatientImport, { import_id }, { token: by.token })
  const undone = await imports.reached(by, import_id, 'undone')
  expect([undone.undone, undone.kept]).toEqual([2, 2])
  expect((await imports.workbook(undone.kept_url)).slice(1)).toEqual([
    ['4', 'N2', '新二'],
    ['5', 'N3', '新三改'],
  ])
  expect((await patientsOf(by)).map((patient) => patient.ad_card_number).sort()).toEqual([
    'K1',
    'N2',
    'N3',
  ])
  const back = await succeed(app, patientInfo, { pid: kept }, { token: by.token })
  expect(back).toMatchObject({ phone: '13800138000', address: '演示路1号' })
})

test('after seven days nothing of the table is kept but its counts', async () => {
  const by = await makeAccount(app, { role: '3' })
  const done = await imports.written(by, '卡号,姓名,性别,出生日期\nS1,新一,男,1971-05-17\n,坏,,\n')
  const other = await imports.checked(by, '卡号,姓名,性别,出生日期\nS2,新一,男,1971-05-17\n')
  app.advance(8 * 86_400)
  await sweepImports(app.context)
  const again = await makeAccount(app, { role: '4' })
  const token = (await makeAccount(app, { role: '3', oid: by.oid ?? '' })).token
  const { rows } = await succeed(app, listPatientImports, {}, { token })
  const [checkedOne, writtenOne] = rows
  expect(checkedOne).toMatchObject({ import_id: other.import_id, state: 'cancelled' })
  expect(writtenOne).toMatchObject({ created: 1, refused: 1, faults_url: null, undo_until: null })
  const { import_id } = done
  expect((await app.call(undoPatientImport, { import_id }, { token })).msg).toContain('7 天')
  const strange = await app.call(undoPatientImport, { import_id }, { token: again.token })
  expect(strange.msg).toBe('记录不存在')
})

test('an import is cancelled before it is written, and a patient who was deleted may come again', async () => {
  const by = await makeAccount(app, { role: '3' })
  const body = patientInput({ ad_card_number: 'D1' })
  const { pid } = await succeed(app, addPatient, body, { token: by.token })
  await succeed(app, deletePatient, { pid }, { token: by.token })
  const dry = await imports.checked(by, '卡号,姓名,性别,出生日期\nD1,新一,男,1971-05-17\n')
  expect(counts(dry)).toEqual([1, 0, 0, 0])
  const { import_id } = dry
  await succeed(app, cancelPatientImport, { import_id }, { token: by.token })
  const late = await app.call(runPatientImport, { import_id }, { token: by.token })
  expect(late.msg).toContain('已变化')
  expect(await patientsOf(by)).toEqual([])
})

test('the template has the columns in the language of the reader, as text', async () => {
  const by = await makeAccount(app, { role: '4' })
  for (const [language, first] of [
    ['zh-CN', '就诊卡号'],
    ['en', 'MRN'],
  ] as const) {
    const answered = await fetch(`${app.url}${patientImportTemplate.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${by.token}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: '{}',
    })
    const bytes = Buffer.from(await answered.arrayBuffer())
    const [heads] = Array.from(readSheet(bytes), ({ cells }) => cells.map(textOf))
    expect(heads?.[0]).toBe(first)
    expect(heads).toHaveLength(14)
  }
})
