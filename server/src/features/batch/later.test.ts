import { addPatient, createReport, fundusArchive, type BatchFile } from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepFindings, makePatient } from '../../testing/clinical-factories.ts'
import { addToBatch, batchOf, fileBatch } from '../../testing/batch-factory.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { saidDicom as dicom } from '../../testing/said-dicom.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { withInstitution } from '../../platform/database/institution.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '4' })
})

const add = (name: string, bytes?: Buffer) => addToBatch(app, by, name, bytes)
const list = () => batchOf(app, by)
const sittings = async (pid: string) => (await succeed(app, fundusArchive.list, { pid }, by)).rows
async function file(pid: string, files: readonly BatchFile[], more: object = {}): Promise<string> {
  const filed = await fileBatch(app, by, pid, files, { batch: true, join: true, ...more })
  expect(filed).toMatchObject({ error_code: 0 })
  return fundusArchive.create.data.parse(filed.data).rid
}

const newestAnalysis = (rid: string) =>
  withInstitution(app.context.db, by.oid ?? '', (trx) =>
    trx
      .selectFrom('analyses')
      .select(['analysis_record_id', 'status'])
      .where('rid', '=', rid)
      .orderBy('created_at', 'desc')
      .executeTakeFirst(),
  )

describe('the card number of a file', () => {
  test.each(['p-1001_OD.jpg', 'P-1001-_OD.jpg', 'p-1001--_OD.jpg'])(
    'is the patient’s also where letters and hyphens at the end differ: %s',
    async (name) => {
      const pid = await makePatient(app, by, { ad_card_number: 'P-1001', name: '张三' })
      expect(await add(name)).toMatchObject({ patient: { pid, ad_card_number: 'P-1001' } })
    },
  )

  test('is that of the patient who has it exactly, and of nobody where two have it nearly', async () => {
    const upper = await makePatient(app, by, { ad_card_number: 'AB-1', name: '张三' })
    const lower = await makePatient(app, by, { ad_card_number: 'ab-1', name: '李四' })
    expect(await add('ab-1_OD.jpg')).toMatchObject({ patient: { pid: lower } })
    expect(await add('AB-1_OD.jpg')).toMatchObject({ patient: { pid: upper } })
    const waiting = await add('Ab-1_OD.jpg')
    expect(waiting).toMatchObject({ patient: null, evidence: { patient: { left: 'alike' } } })
    expect(waiting.suggestions.map(({ pid }) => pid).sort()).toEqual([upper, lower].sort())
  })
})

test('a patient registered meanwhile has its files, and a value set by hand stays', async () => {
  await add('NEW-1_OD_20240301.jpg')
  await add('IM1', dicom({ number: 'new-1', birthday: '19600517', eye: 'L', day: '20240302' }))
  await add('IM2', dicom({ number: 'NEW-1', birthday: '19700101', eye: 'L' }))
  expect((await list()).map(({ evidence }) => evidence.patient.left)).toEqual(
    Array.from({ length: 3 }, () => 'unknown'),
  )
  const { pid } = await succeed(
    app,
    addPatient,
    { name: '王五', ad_card_number: 'NEW-1', gender: 1, birthday: '1960-05-17' },
    by,
  )
  expect(await list()).toMatchObject([
    { patient: { pid }, record_date: '2024-03-01', evidence: { patient: { by: 'name' } } },
    { patient: { pid }, record_date: '2024-03-02', evidence: { patient: { by: 'dicom' } } },
    { patient: null, evidence: { patient: { by: null, left: 'birthday' } } },
  ])
})

describe('later files of a sitting', () => {
  test('join it under their own names, with their eyes, and it is analysed anew as a whole', async () => {
    const pid = await makePatient(app, by, { ad_card_number: 'P-1', name: '张三' })
    const rid = await file(pid, [await add('P-1_张三_右眼.jpg')])
    const before = await keepFindings(app, by, { pid, rid })
    expect(await file(pid, [await add('P-1_张三_左眼.jpg'), await add('P-1_左_2.jpg')])).toBe(rid)
    const [sitting, other] = await sittings(pid)
    expect(other).toBeUndefined()
    expect(sitting?.images.map(({ image_index, file_name }) => [image_index, file_name])).toEqual([
      [0, 'P-1_张三_右眼.jpg'],
      [1, 'P-1_张三_左眼.jpg'],
      [2, 'P-1_左_2.jpg'],
    ])
    for (const { image_url } of sitting?.images ?? [])
      expect((await fetch(new URL(image_url, app.url))).status).toBe(200)
    const analysis = await newestAnalysis(rid)
    expect(analysis?.analysis_record_id).not.toBe(before)
    expect(analysis?.status).toBe('queued')
    const eyes = await withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx
        .selectFrom('dataset_images')
        .select(['image_index', 'eye'])
        .where('rid', '=', rid)
        .orderBy('image_index')
        .execute(),
    )
    expect(eyes.map(({ eye }) => eye)).toEqual(['OD', 'OS', 'OS'])
    const audited = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('target_id', '=', rid)
      .where('action', 'like', 'archive.%')
      .orderBy('at')
      .execute()
    expect(audited.map(({ action }) => action)).toContain('archive.join')
  })

  test('are a sitting of their own beside a signed report, of another day, and where nobody asked', async () => {
    const pid = await makePatient(app, by, { ad_card_number: 'P-1', name: '张三' })
    const rid = await file(pid, [await add('P-1_右.jpg')])
    const apart = [{ join: false }, { record_date: '2024-02-02' }, { collect_device: '另一台' }]
    for (const more of apart) expect(await file(pid, [await add('P-1_左.jpg')], more)).not.toBe(rid)
    const analysis_id = await keepFindings(app, by, { pid, rid })
    const of = { analysis_type: '1', patient_id: pid, uid: by.uid, image_index: 0 } as const
    await succeed(app, createReport, { ...of, analysis_id, diagnostic_opinion: '定期随访' }, by)
    expect(await sittings(pid)).toHaveLength(4)
    // The newest of the day without a report takes it; the one with the report never does.
    expect(await file(pid, [await add('P-1_左.jpg')])).not.toBe(rid)
    expect((await sittings(pid)).find((sitting) => sitting.rid === rid)?.images).toHaveLength(1)
  })

  test('that come at one moment all join it', async () => {
    const pid = await makePatient(app, by, { ad_card_number: 'P-1', name: '张三' })
    const rid = await file(pid, [await add('P-1_右.jpg')])
    const later = [await add('P-1_左.jpg'), await add('P-1_左_2.jpg'), await add('P-1_左_3.jpg')]
    expect(await Promise.all(later.map((photograph) => file(pid, [photograph])))).toEqual([
      rid,
      rid,
      rid,
    ])
    const [sitting] = await sittings(pid)
    expect(sitting?.images.map(({ image_index }) => image_index)).toEqual([0, 1, 2, 3])
  })
})
