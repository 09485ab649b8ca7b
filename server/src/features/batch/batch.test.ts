import {
  addBatchFile,
  BATCH,
  createReport,
  DATASETS,
  DOCUMENTS,
  dropBatchFiles,
  fundusAnalysis,
  fundusArchive,
  getReport,
  listBatch,
  setBatchFiles,
  type BatchFile,
  type DatasetCalls,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { keepFindings, makePatient, resultOf, upload } from '../../testing/clinical-factories.ts'
import { addToBatch, batchOf, fileBatch, newPicture } from '../../testing/batch-factory.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { saidDicom as dicom, type Said } from '../../testing/said-dicom.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { passHour } from '../../testing/hour.ts'

const fundusDataset = DATASETS.find(({ key }) => key === 'fundus')?.calls as DatasetCalls

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  by = await makeAccount(app, { role: '4' })
})

const add = (name: string, bytes?: Buffer, as = by) => addToBatch(app, as, name, bytes)
const list = (as = by) => batchOf(app, as)
const file = (pid: string, files: readonly BatchFile[], more: object = {}) =>
  fileBatch(app, by, pid, files, more)

const own = { ad_card_number: 'P-1001', name: '张三', gender: 1, birthday: '1960-05-17' } as const
const right = { number: 'P-1001', eye: 'R', day: '20240301' }

describe('a file of a batch', () => {
  test('belongs to the patient whose number, birthday, sex and name its DICOM data say', async () => {
    const pid = await makePatient(app, by, own)
    const said = { ...right, charset: 'ISO_IR 192', name: 'Zhang^San=张^三', birthday: '19600517' }
    const row = await add('IM000001', dicom({ ...said, sex: 'M', modality: 'OP' }))
    expect(row).toMatchObject({
      patient: { pid, name: '张三', ad_card_number: 'P-1001' },
      eye: 'OD',
      record_date: '2024-03-01',
      suggestions: [],
      filed: null,
      known: null,
    })
    expect(row.evidence).toEqual({
      patient: { by: 'dicom', left: null },
      eye: { by: 'dicom', left: null },
      record_date: { by: 'dicom', left: null },
      said: { number: 'P-1001', name: '张三', birthday: '1960-05-17', gender: 1 },
      other_kind: null,
    })
    const entries = app.context.db.selectFrom('audit_log').selectAll().where('pid', '=', pid)
    expect(await entries.where('action', '=', 'batch.add').execute()).toMatchObject([
      { uid: by.uid, oid: by.oid, outcome: 'success' },
    ])
    expect((await fetch(new URL(row.thumb_url, app.url))).status).toBe(200)
  })

  test.each([
    ['P-1001_OD_20240301.jpg', 'OD', '2024-03-01'],
    ['P-1001-L-2024-03-01.jpg', 'OS', '2024-03-01'],
    ['20240301 P-1001 右眼 (2).png', 'OD', '2024-03-01'],
    ['P-1001_20240301_OS_1.jpg', 'OS', '2024-03-01'],
    ['张三_P-1001左眼_19600517_20240301.tif', 'OS', '2024-03-01'],
  ])('belongs to the patient whose number its name says: %s', async (name, eye, record_date) => {
    const pid = await makePatient(app, by, own)
    expect(await add(name)).toMatchObject({ patient: { pid }, eye, record_date })
  })

  test.each<[string, string, Said | null, object]>([
    ['of a number that nobody has', 'P-1002_OD.jpg', null, { left: 'unknown' }],
    ['of a part of a number', '1001_OD.jpg', null, { left: 'unknown' }],
    ['of a number behind another one', 'IMG_P-1001_OD.jpg', null, { left: 'number_or_date' }],
    ['of a name alone', '张三_右.jpg', null, { left: 'none' }],
    ['of a name and which of two files', '张三_1.jpg', null, { left: 'none' }],
    ['of an eye and which of many files', 'OD(001).jpg', null, { left: 'none' }],
    ['of another name', '李四_P-1001_OD.jpg', null, { left: 'person_name' }],
    ['of numbers that differ', 'P-2002_OD.jpg', right, { left: 'conflict' }],
    ['of a foreign number', 'P-1001_OD.jpg', { ...right, number: 'X9' }, { left: 'conflict' }],
    ['of another birthday', 'IM1', { ...right, birthday: '19610517' }, { left: 'birthday' }],
    ['of another sex', 'IM1', { ...right, sex: 'F' }, { left: 'sex' }],
  ])('%s is left to a person', async (_, name, said, left) => {
    await makePatient(app, by, own)
    await makePatient(app, by, { ad_card_number: 'P-2002', name: '王五' })
    const row = await add(name, said ? dicom(said) : undefined)
    expect(row).toMatchObject({ patient: null, evidence: { patient: { by: null, ...left } } })
  })

  test('with eyes or days that contradict each other has none of them', async () => {
    const row = await add('P-1001_OS_20240302.jpg', dicom(right))
    expect(row).toMatchObject({
      eye: null,
      record_date: null,
      evidence: { eye: { left: 'conflict' }, record_date: { left: 'conflict' } },
    })
    expect(await add('OD_OS_20990101.jpg')).toMatchObject({
      evidence: { eye: { left: 'conflict' }, record_date: { left: 'future' } },
    })
  })

  test('of another kind of image says so', async () => {
    expect(await add('IM1', dicom({ ...right, modality: 'OPT' }))).toMatchObject({
      evidence: { other_kind: 'OPT' },
    })
  })

  test('shows patients of its name as suggestions, and never one of another institution', async () => {
    const stranger = await makeAccount(app, { role: '4' })
    await makePatient(app, stranger, own)
    const [one, two] = [await add('P-1001_OD.jpg'), await add('张三_OD.jpg')]
    expect([one.patient, two.patient, two.suggestions]).toEqual([null, null, []])
    const pid = await makePatient(app, by, { ...own, ad_card_number: 'P-7' })
    expect((await list()).map(({ suggestions }) => suggestions.map((is) => is.pid))).toEqual([
      [],
      [pid],
    ])
    expect(await list(stranger)).toEqual([])
    const theirs = await upload(app, stranger, await newPicture())
    const stolen = { modality: 'fundus', key: theirs, name: 'a.jpg' } as const
    expect(await app.call(addBatchFile, stolen, { token: by.token })).toMatchObject({
      error_code: 501,
    })
  })
})

describe('a batch', () => {
  test('is forgotten when its time is over, though nobody opens it again', async () => {
    const { key } = await add('OD.jpg')
    const rows = () =>
      withInstitution(app.context.db, by.oid ?? '', (trx) =>
        trx.selectFrom('batch_files').select('upload_key').where('upload_key', '=', key).execute(),
      )
    await passHour(app.context)
    expect(await rows()).toHaveLength(1)
    const created_at = new Date(Date.now() - (BATCH.hours * 60 + 1) * 60_000)
    await withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx.updateTable('batch_files').set({ created_at }).where('upload_key', '=', key).execute(),
    )
    await passHour(app.context)
    expect(await rows()).toEqual([])
  })

  test('keeps what a person set for several files, after a reload too', async () => {
    const pid = await makePatient(app, by, own)
    const files = [await add('a.jpg'), await add('b.jpg'), await add('c.jpg')]
    const keys = files.slice(0, 2).map(({ key }) => key)
    const given = { keys, pid, eye: 'OS', record_date: '2024-03-01' } as const
    await succeed(app, setBatchFiles, given, { token: by.token })
    const hand = { by: 'hand' }
    const set = {
      patient: { pid },
      eye: 'OS',
      record_date: '2024-03-01',
      evidence: { patient: hand, eye: hand, record_date: hand },
    }
    expect(await list()).toMatchObject([set, set, { patient: null, eye: null }])
    const stranger = await makeAccount(app, { role: '4' })
    const theirs = await makePatient(app, stranger)
    for (const [body, as] of [
      [{ keys, pid: theirs }, by],
      [{ keys, eye: 'OD' }, stranger],
    ] as const)
      expect(await app.call(setBatchFiles, body, { token: as.token })).toMatchObject({
        error_code: 1002,
      })
    expect(await list()).toMatchObject([set, set, {}])
  })

  test('is filed by the call of any sitting, with the eyes that were stated, and no file twice', async () => {
    const pid = await makePatient(app, by, own)
    const files = [await add('P-1001_R_20240301.jpg'), await add('P-1001_L_20240301.jpg')]
    const filed = { rid: (await file(pid, files)).data['rid'] }
    expect(await list()).toMatchObject([{ filed: filed.rid }, { filed: filed.rid }])
    // The answer was lost: a second try files nothing, and the list says where the files are.
    expect(await file(pid, files)).toMatchObject({ error_code: 1003 })
    const found = await succeed(app, fundusArchive.list, { pid }, { token: by.token })
    expect(found.rows).toHaveLength(1)
    const id = await keepFindings(app, by, { pid, rid: filed.rid })
    const { right } = await resultOf(app, by, id)
    expect(right[0]?.judgements[0]?.corrections).toMatchObject([{ value: 'OD', earlier: false }])
    const change = { analysis_record_id: id, image_index: 0, field: 'eye', value: 'OS' } as const
    const replaces = right[0]?.judgements[0]?.corrections[0]?.correction_id ?? null
    const corrected = { ...change, reason: '阅片判定', replaces }
    await succeed(app, fundusAnalysis.correct, corrected, { token: by.token })
    expect((await resultOf(app, by, id)).left.map(({ image_index }) => image_index)).toEqual([0, 1])
  })

  test.each([
    ['its file says', null, 'file', '据文件名或DICOM'],
    ['a person set', 'OD', 'clinician', '医生确认'],
  ] as const)(
    'files the eye that %s as such, in the viewer, the dataset and a report',
    async (_, set, source, words) => {
      const pid = await makePatient(app, by, own)
      const added = await add('P-1001_R_20240301.jpg')
      if (set)
        await succeed(app, setBatchFiles, { keys: [added.key], eye: set }, { token: by.token })
      const { rid = '' } = (await file(pid, [added])).data as { rid?: string }
      const inDataset = async () =>
        (await succeed(app, fundusDataset.list, {}, { token: by.token })).rows[0]
      expect(await inDataset()).toMatchObject({ eye: 'OD', eye_source: source })
      // The machine takes it for the other eye.
      const of = { analysis_type: '1', patient_id: pid, uid: by.uid, image_index: 0 } as const
      for (const machine of ['OD', 'OS'] as const) {
        const id = await keepFindings(app, by, { pid, rid }, { ...SAMPLE_FINDINGS, eye: machine })
        const [image] = (await resultOf(app, by, id)).right
        expect(image).toMatchObject({ eye: 'OD', eye_source: source, machine_eye: machine })
        expect(image?.judgements[0]?.corrections).toMatchObject([{ value: 'OD', source }])
        const wish = { ...of, analysis_id: id, diagnostic_opinion: `见${machine}` }
        const { report_id } = await succeed(app, createReport, wish, { token: by.token })
        const wanted = { report_id, diagnosis_class: '1' } as const
        const { report_data } = await succeed(app, getReport, wanted, { token: by.token })
        expect(report_data).toMatchObject({ eye_source: source, eye_confidence: null })
        const { identity } = DOCUMENTS.fundus.of(report_data, 'zh-CN')
        expect(identity.find(({ label }) => label === '眼别')?.value).toBe(
          `右眼 OD（${words}${machine === 'OD' ? '' : '，AI判断：左眼 OS'}）`,
        )
      }
      expect(await inDataset()).toMatchObject({
        eye: 'OD',
        eye_source: source,
        by_clinician: source === 'clinician',
      })
    },
  )

  test('half of which fails keeps the other half filed, and the failed one for another try', async () => {
    const [one, other] = [
      await makePatient(app, by, own),
      await makePatient(app, by, { ad_card_number: 'P-2' }),
    ]
    const bytes = await newPicture()
    const files = [
      await add('P-1001_R_20240301.jpg', bytes),
      await add('P-2_R_20240301.jpg', bytes),
    ]
    expect(await file(one, files.slice(0, 1))).toMatchObject({ error_code: 0 })
    const refused = await file(other, files.slice(1))
    expect(refused).toMatchObject({
      error_code: 1003,
      data: { repeats: [{ key: files[1]?.key, sitting: { pid: one } }] },
    })
    expect(await list()).toMatchObject([
      { known: null },
      { filed: null, known: { pid: one, name: '张三' } },
    ])
    const yes = { repeated: [files[1]?.key] }
    expect(await file(other, files.slice(1), yes)).toMatchObject({ error_code: 0 })
  })

  test('takes forty files that wait, and forgets those that were dropped', async () => {
    const files = []
    for (let count = 0; count < 40; count++) files.push(await add(`${count}.jpg`))
    const key = await upload(app, by, await newPicture())
    const more = { modality: 'fundus', key, name: 'a.jpg' } as const
    expect(await app.call(addBatchFile, more, { token: by.token })).toMatchObject({
      data: { fields: { key: '一次最多处理40个文件' } },
    })
    const [first] = files
    const again = { modality: 'fundus', key: first?.key ?? '', name: 'a.jpg' } as const
    expect((await succeed(app, addBatchFile, again, { token: by.token })).file_name).toBe('0.jpg')
    const keys = files.slice(0, 39).map((row) => row.key)
    await succeed(app, dropBatchFiles, { keys }, { token: by.token })
    expect((await list()).map(({ file_name }) => file_name)).toEqual(['39.jpg'])
    expect(await app.context.files.stat(first?.key ?? '')).toBeNull()
  })

  test.each(['1', '2', '5'] as const)('is closed to role %s', async (role) => {
    const { token } = await makeAccount(app, { role })
    expect((await app.call(listBatch, {}, { token })).status).toBe(600)
  })
})

test('files that come at one moment are no more than the batch may hold, and no preview of the others stays', async () => {
  const keys = []
  for (let n = 0; n < BATCH.files + 3; n++) keys.push(await upload(app, by, await newPicture()))
  for (const key of keys.splice(0, BATCH.files - 4))
    await succeed(app, addBatchFile, { modality: 'fundus', key, name: 'a.jpg' }, by)
  const answers = await Promise.all(
    keys.map((key) => app.call(addBatchFile, { modality: 'fundus', key, name: 'a.jpg' }, by)),
  )
  expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(4)
  const { rows } = await succeed(app, listBatch, {}, by)
  expect(rows).toHaveLength(BATCH.files)
  const thumbs = []
  for await (const { key } of app.context.files.list(`uploads/fundus/${by.oid ?? ''}/`))
    if (key.endsWith('.thumb.jpg')) thumbs.push(key)
  expect(thumbs).toHaveLength(BATCH.files)
})
