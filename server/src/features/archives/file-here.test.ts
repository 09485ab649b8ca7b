import { drawOcta, encodePng } from '@mingmou/analysis/phantom'
import { deletePatient, fundusArchive, MODALITY, type InputOf } from '@mingmou/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  archiveFields,
  makeArchive,
  makePatient,
  nextEvent,
  plainImage,
  predict,
  resultOf,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const { archive: octa, analysis } = MODALITY.octa.calls
let app: TestApp
let by: SignedIn
let colleague: SignedIn
let pid: string
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '3' })
  colleague = await makeAccount(app, { role: '4', ...(by.oid !== null && { oid: by.oid }) })
})
afterAll(() => app.close())
beforeEach(async () => {
  pid = await makePatient(app, by)
})
// With the patient the queued analyses end, so that the worker of the last test has one to do.
afterEach(() => succeed(app, deletePatient, { pid }, by))

const fields = { record_date: '2024-03-02', collect_device: 'RTVue XR', img_type: 2 as const }
const file = (
  rid: string,
  body: Partial<InputOf<typeof octa.fileHere>> = {},
  { token }: { token: string } = by,
) => app.call(octa.fileHere, { rid, image_indexes: [0], ...fields, ...body }, { token })
const scans = async () => (await succeed(app, octa.list, { pid }, by)).rows
const photographs = async () => (await succeed(app, fundusArchive.list, { pid }, by)).rows
async function keptFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.context.files.list(`archives/${by.oid}/`)) keys.push(key)
  return keys.toSorted()
}
const fetched = async (url = '') =>
  Buffer.from(await (await fetch(new URL(url, app.url))).arrayBuffer())

describe('images filed as another kind', () => {
  test('stand in a new archive of that kind for the same patient and in the first one, each naming the other', async () => {
    const rid = await makeArchive(app, by, pid, [await plainImage(300, 300), await plainImage()])
    const { data, error_code } = await file(rid)
    expect(error_code).toBe(0)
    const [scan] = await scans()
    const there = { diagnosis_class: '1', rid, record_date: '2024-03-01' }
    expect(scan).toMatchObject({ rid: data.rid, pid, ...fields })
    expect(scan?.images).toMatchObject([{ image_index: 0, width: 300, filed_from: there }])
    const [first] = await photographs()
    const here = { diagnosis_class: '3', rid: data.rid, record_date: '2024-03-02' }
    expect(first?.images.map(({ filed_as }) => filed_as)).toEqual([[here], []])
    const [image, copy] = await Promise.all(
      [first, scan].map((archive) => fetched(archive?.images[0]?.image_url)),
    )
    expect(copy?.equals(image ?? Buffer.alloc(0))).toBe(true)
  })

  test('keep the eye that was stated of them', async () => {
    const files_path = [
      await upload(app, by, await plainImage()),
      await upload(app, by, await plainImage()),
    ]
    const body = {
      pid,
      ...archiveFields,
      files_path,
      repeated: files_path,
      eyes: [null, 'OS'] as const,
    }
    const { rid } = await succeed(app, fundusArchive.create, { ...body, eyes: [...body.eyes] }, by)
    const { data } = await file(rid, { image_indexes: [1] })
    const stated = await withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx
        .selectFrom('corrections')
        .select(['image_index', 'name', 'value', 'source'])
        .where('rid', '=', data['rid'])
        .execute(),
    )
    expect(stated).toEqual([{ image_index: 0, name: 'eye', value: 'OS', source: 'clinician' }])
  })

  test('are on record with the archive they came from, and their analysis is queued', async () => {
    const rid = await makeArchive(app, by, pid)
    const { data } = await file(rid, {}, colleague)
    const shown = { pid, weight: 200, height: 200 }
    const { rows } = await succeed(app, analysis.list, shown, by)
    expect(rows).toMatchObject([{ image_id: data.rid, status: 'queued' }])
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'target_id', 'pid', 'detail'])
      .where('uid', '=', colleague.uid)
      .where('pid', '=', pid)
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      {
        action: 'archive.file-elsewhere',
        target_id: rid,
        pid,
        detail: { modality: 'octa', filed_as: data.rid, images: 1 },
      },
      { action: 'archive.add', target_id: data.rid, pid },
      { action: 'analysis.start', pid },
    ])
  })

  test('by two persons at once are filed once, and the second is told so', async () => {
    const rid = await makeArchive(app, by, pid)
    const before = await keptFiles()
    const both = await Promise.all([file(rid), file(rid, {}, colleague)])
    expect(both.map(({ error_code }) => error_code).toSorted()).toEqual([0, 1003])
    expect(both.find(({ error_code }) => error_code === 1003)?.msg).toBe(
      '图像已归入该类别，未重复归档：photograph.jpg',
    )
    expect(await scans()).toHaveLength(1)
    // Image and thumbnail of the one archive; those of the second try are gone.
    expect(await keptFiles()).toHaveLength(before.length + 2)
  })

  test('can be filed once more when that archive was deleted, and no page leads to it any longer', async () => {
    const rid = await makeArchive(app, by, pid)
    const first = await file(rid)
    await succeed(app, octa.delete, { rid: first.data.rid }, by)
    expect((await photographs())[0]?.images).toMatchObject([{ filed_as: [] }])
    expect((await file(rid)).error_code).toBe(0)
    await succeed(app, fundusArchive.delete, { rid }, by)
    expect((await scans())[0]?.images).toMatchObject([{ filed_from: null }])
  })

  test('need what that kind asks for', async () => {
    const rid = await makeArchive(app, by, pid)
    const body = { rid, image_indexes: [0], record_date: '2024-03-02', collect_device: 'RTVue XR' }
    // A body that the contract does not allow.
    const refused = await app.call(octa.fileHere, body, by)
    expect(refused).toMatchObject({ error_code: 1001, data: { fields: { img_type: /./ } } })
    expect(await scans()).toEqual([])
  })

  test.each([
    ['of the kind they are', 1003],
    ['that are not in the archive', 1002],
    ['of another institution', 1002],
    ['of a deleted archive', 1002],
  ] as const)('%s are refused, and nothing is kept', async (what, code) => {
    const rid = await makeArchive(app, by, pid)
    const before = await keptFiles()
    const stranger = await makeAccount(app, { role: '4' })
    if (what === 'of a deleted archive') await succeed(app, fundusArchive.delete, { rid }, by)
    const body = { rid, image_indexes: [what === 'that are not in the archive' ? 1 : 0], ...fields }
    const refused = await app.call(
      what === 'of the kind they are' ? fundusArchive.fileHere : octa.fileHere,
      { ...body, img_type: 1 },
      what === 'of another institution' ? stranger : by,
    )
    expect(refused).toMatchObject({ status: 202, error_code: code })
    expect(await keptFiles()).toEqual(before)
  })
})

// The last one: from here on a worker runs.
test('a scan uploaded as a photograph is named, filed as a scan and measured there', async () => {
  const scan = await encodePng(drawOcta(5).image)
  const rid = await makeArchive(app, by, pid, [scan])
  const named = await nextEvent(app, 'anal_system', ({ image_id }) => image_id === rid)
  const analysis_record_id = await predict(app, by, rid)
  await work(app)
  await named.happened
  const [image] = (await resultOf(app, by, analysis_record_id)).other
  expect(image?.quality?.reasons).toEqual(['not_fundus', 'seems_octa'])
  const { happened } = await nextEvent(
    app,
    'anal_system',
    (event) => event.tab_id === 2 && event.patient_id === pid,
  )
  const { data } = await file(rid, { img_type: 1 })
  expect(await happened).toMatchObject({ anal_status: 1, patient_id: pid, image_id: data.rid })
  const shown = { pid, weight: 200, height: 200 }
  const { rows } = await succeed(app, analysis.list, shown, by)
  const asked = { analysis_record_id: rows[0]?.analysis_record_id ?? '', uid: by.uid }
  const { other } = await succeed(app, analysis.result, asked, by)
  expect(other[0]?.data).toMatchObject({ gradable: true, scan_mm: 3 })
})
