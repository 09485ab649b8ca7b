import {
  createReport,
  exportPatient,
  exportTables,
  listPatientImports,
  startPatientImport,
  type PatientImport,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { withInstitution } from '../../platform/database/institution.ts'
import { exporting } from '../../http/places.ts'
import { readSheet } from '../../platform/sheets/read-sheet.ts'
import { makeArchive, makePatient, upload, work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { keepAnalysis } from '../analyses/keep.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await work(app)
})
afterAll(() => app.close())

async function tables(by: SignedIn, language = 'zh-CN'): Promise<Record<string, Uint8Array>> {
  const answered = await fetch(`${app.url}${exportTables.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by.token}`,
      'content-type': 'application/json',
      'accept-language': language,
    },
    body: '{}',
  })
  expect(answered.headers.get('content-type')).toBe('application/zip')
  return unzipSync(new Uint8Array(await answered.arrayBuffer()))
}

const cells = (file: Uint8Array | undefined) =>
  Array.from(readSheet(Buffer.from(file ?? [])), (row) => row.cells)

/** A patient with a signed report of one photograph. */
async function reported(by: SignedIn, pid: string): Promise<void> {
  const rid = await makeArchive(app, by, pid)
  const analysis_record_id = newId()
  const [oid, uid] = [by.oid ?? '', by.uid]
  const outcome = { image_index: 0, findings: SAMPLE_FINDINGS, overlays: [], error: null }
  const analysis = { analysis_record_id, pid, rid, modality: 'fundus', requested_by: uid } as const
  await withInstitution(app.context.db, oid, (trx) => keepAnalysis(trx, oid, analysis, [outcome]))
  const of = { analysis_type: '1', patient_id: pid, uid, image_index: 0 } as const
  const said = { ...of, analysis_id: analysis_record_id, diagnostic_opinion: '=1+1 随访' }
  await succeed(app, createReport, said, { token: by.token })
}

test('patients and signed results go out as text and workbook, and patients come in again unchanged', async () => {
  const by = await makeAccount(app, { role: '3' })
  const identifiers = [
    { kind: 'record' as const, value: 'M-1', issuer: '眼科' },
    { kind: 'record' as const, value: 'M-2', issuer: '' },
  ]
  const pid = await makePatient(app, by, {
    ad_card_number: '0007',
    name: '王芳',
    phone: '+86 13800138000',
    identifiers,
    allergic_history: '=HYPERLINK("x")',
    operation_history: '无',
  })
  const unread = await makePatient(app, by, { ad_card_number: 'B', name: '李雷' })
  await makeArchive(app, by, unread)
  await reported(by, pid)
  const other = await makeAccount(app, { role: '3' })
  await makePatient(app, other, { ad_card_number: 'THEIRS' })

  const files = await tables(by)
  expect(Object.keys(files)).toEqual([
    ...['patients.csv', 'patients.xlsx', 'results.csv', 'results.xlsx'],
  ])
  expect(strFromU8(files['patients.csv'] ?? new Uint8Array())).toContain(`"'=HYPERLINK(""x"")"`)
  const sheet = cells(files['patients.xlsx'])
  expect(sheet.map(([number, name]) => [number, name])).toEqual([
    ['就诊卡号', '姓名'],
    ['0007', '王芳'],
    ['B', '李雷'],
  ])
  const [heads = [], ...rows] = cells(files['results.xlsx'])
  expect(rows).toHaveLength(1)
  const said = Object.fromEntries(
    heads.map((head, at): [string, unknown] => [
      typeof head === 'string' ? head : '',
      rows[0]?.[at],
    ]),
  )
  expect(said).toMatchObject({
    状态: '有效',
    就诊卡号: '0007',
    姓名: '王芳',
    眼别: SAMPLE_FINDINGS.eye,
    诊断意见: '=1+1 随访',
    意见来源: '由医生撰写',
  })
  expect(rows[0]?.[heads.indexOf('医生更正：转诊')] ?? '').toBe('')
  expect(strFromU8(files['results.csv'] ?? new Uint8Array())).toContain("'=1+1")
  expect(cells((await tables(by, 'en'))['results.csv'])[0]?.[0]).toBe('Report number')

  for (const name of ['patients.csv', 'patients.xlsx']) {
    const key = await upload(app, by, Buffer.from(files[name] ?? []), name, 'patients')
    const brought = { key, file_name: name }
    const { import_id } = await succeed(app, startPatientImport, brought, { token: by.token })
    const find = async (): Promise<PatientImport | undefined> =>
      (await succeed(app, listPatientImports, {}, { token: by.token })).rows.find(
        (row) => row.import_id === import_id,
      )
    await expect.poll(async () => (await find())?.state).toBe('checked')
    expect(await find()).toMatchObject({ created: 0, changed: 0, unchanged: 2, refused: 0 })
  }
})

test('a member of the institution does not take the tables out', async () => {
  const member = await makeAccount(app, { role: '4' })
  expect((await app.call(exportTables, {}, { token: member.token })).status).toBe(600)
})

test('exports of an institution wait for each other, those of a person no longer than a few', async () => {
  const by = await makeAccount(app, { role: '3' })
  const pid = await makePatient(app, by)
  const other = await makeAccount(app, { role: '3' })
  const turn = { lane: by.oid ?? '', person: by.uid }
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const holding = [exporting(() => held, turn), exporting(() => held, turn)]
  const asked = (path: string, token: string, body: object) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const all = Array.from({ length: 5 }, (_, n) =>
    n % 2 === 0
      ? asked(exportTables.path, by.token, {})
      : asked(exportPatient.path, by.token, { pid }),
  )
  // Four wait; whoever comes fifth is answered at once, and so is another institution.
  expect((await Promise.race(all)).status).toBe(429)
  expect((await asked(exportTables.path, other.token, {})).status).toBe(200)
  release()
  await Promise.all(holding)
  const answered = await Promise.all(all)
  await Promise.all(answered.map((answer) => answer.arrayBuffer()))
  expect(answered.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429])
})
