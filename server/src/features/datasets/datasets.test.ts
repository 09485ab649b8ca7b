import {
  DATASETS,
  deletePatient,
  ERROR,
  fundusArchive,
  institutionInfo,
  listDatasetExports,
  removeDatasetExport,
  setInstitutionInfo,
  type DatasetCalls,
  type Findings,
  type InputOf,
} from '@mingmou/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  archiveFields,
  makeArchive,
  makePatient,
  plainImage,
  work,
  state,
} from '../../testing/clinical-factories.ts'
import { makeAccount, makeInstitution, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { keepAnalysis } from '../analyses/keep.ts'
import { sweepExports } from './exports.ts'

const fundus = DATASETS.find(({ key }) => key === 'fundus')?.calls as DatasetCalls
const surface = DATASETS.find(({ key }) => key === 'surface')?.calls as DatasetCalls

let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await testApp()
  admin = await makeAccount(app, { role: '1' })
})
afterAll(() => app.close())

const list = (by: SignedIn, body: InputOf<DatasetCalls['list']> = {}) =>
  succeed(app, fundus.list, body, { token: by.token })
const imagesOf = async (by: SignedIn, body: InputOf<DatasetCalls['list']> = {}) =>
  (await list(by, body)).rows.map(({ image }) => image)

/** A clinician with a patient who has one sitting of `count` photographs. */
async function sitting(count = 1) {
  const by = await makeAccount(app, { role: '3' })
  const pid = await makePatient(app, by)
  const images = await Promise.all(Array.from({ length: count }, () => plainImage()))
  return { by, oid: by.oid ?? '', pid, rid: await makeArchive(app, by, pid, images) }
}

const STAGED = { ...SAMPLE_FINDINGS, dr_grade: 2 } as Findings

/** What an analysis that ended found on each photograph of the sitting. */
async function found(
  { by, oid, pid, rid }: Awaited<ReturnType<typeof sitting>>,
  findings: readonly (Findings | null)[],
): Promise<string> {
  const analysis_record_id = newId()
  const outcomes = findings.map((finding, image_index) => ({
    image_index,
    findings: finding,
    overlays: [],
    error: finding === null ? 'image_unreadable' : null,
  }))
  const analysis = {
    analysis_record_id,
    pid,
    rid,
    modality: 'fundus',
    requested_by: by.uid,
  } as const
  await withInstitution(app.context.db, oid, (trx) => keepAnalysis(trx, oid, analysis, outcomes))
  return analysis_record_id
}

async function share(by: SignedIn, share_images: boolean, as = by) {
  const info = await succeed(app, institutionInfo, { uid: by.uid }, by)
  const { oid, name, shortName, contact, phone, areaId, address } = info
  const shown = { oid, name, shortName, describes: '演示', contact, phone, areaId, address }
  const body = { ...shown, share_images }
  return app.call(setInstitutionInfo, body, { token: as.token })
}

describe('the dataset of an institution', () => {
  test('shows its photographs newest first, a page at a time, and where each is filed', async () => {
    const own = await sitting(3)
    const fields = { ...archiveFields, rid: own.rid, record_date: '2023-05-06' }
    await succeed(app, fundusArchive.set, fields, own.by)
    const later = await makeArchive(app, own.by, own.pid)
    const first = await list(own.by, { size: 2 })
    expect(first).toMatchObject({ total_count: 4, total_more: false })
    expect(first.rows.map(({ recorded, filed }) => [recorded, filed])).toEqual([
      ['2024-03-01', { pid: own.pid, rid: later }],
      ['2023-05-06', { pid: own.pid, rid: own.rid }],
    ])
    const rest = await list(own.by, { size: 2, after: first.next ?? '' })
    expect(rest.next).toBeNull()
    expect(new Set([...first.rows, ...rest.rows].map(({ image }) => image)).size).toBe(4)
    const thumb = await fetch(new URL(first.rows[0]?.thumb_url ?? '', app.url))
    expect(thumb.headers.get('content-type')).toBe('image/jpeg')
  })

  test('is searched by date, device, type, quality, finding and analysis', async () => {
    const own = await sitting(3)
    await found(own, [STAGED, null, { ...STAGED, dr_grade: null } as Findings])
    const waiting = await makeArchive(app, own.by, own.pid)
    const change = { record_date: '2020-01-01', collect_device: '其他相机', img_type: 2 as const }
    await succeed(app, fundusArchive.set, { rid: waiting, ...change }, own.by)
    const count = async (body: InputOf<DatasetCalls['list']>) =>
      (await list(own.by, body)).total_count
    expect(await count({ analysed: 'yes' })).toBe(3)
    expect(await count({ analysed: 'no' })).toBe(1)
    expect(await count({ gradable: 'yes' })).toBe(2)
    expect(await count({ gradable: 'no' })).toBe(1)
    expect(await count({ facet: 'grade_2' })).toBe(1)
    expect(await count({ facet: 'not_graded' })).toBe(1)
    expect(await count({ collect_device: '其他相机' })).toBe(1)
    expect(await count({ img_type: 2 })).toBe(1)
    expect(await count({ start_date: '2020-01-01', end_date: '2020-01-01' })).toBe(1)
    expect(await count({ start_date: '2020-01-02', facet: 'grade_2' })).toBe(1)
    const asked = { token: own.by.token }
    for (const [field, body] of [
      ['facet', { facet: 'patch' }],
      ['end_date', { start_date: '2024-01-02', end_date: '2024-01-01' }],
      ['after', { after: "2024-01-01_' or 1=1" }],
      ['size', { size: 61 }],
    ] as const) {
      const refused = await app.call(fundus.list, body, asked)
      expect([field, refused.error_code]).toEqual([field, ERROR.validation])
      expect(refused.data).toHaveProperty(`fields.${field}`)
    }
    expect((await succeed(app, surface.list, {}, asked)).total_count).toBe(0)
  })

  test('follows the eye that a clinician states', async () => {
    const own = await sitting()
    const analysis_record_id = await found(own, [STAGED])
    expect((await list(own.by)).rows[0]?.eye).toBe(STAGED.eye)
    const eye = STAGED.eye === 'OD' ? 'OS' : 'OD'
    await state(app, own.by, { analysis_record_id, field: 'eye', value: eye })
    expect((await list(own.by)).rows[0]?.eye).toBe(eye)
    // A new analysis knows the eye of the machine alone.
    await found(own, [STAGED])
    expect((await list(own.by)).rows[0]?.eye).toBe(eye)
  })

  test('a photograph of a treated eye is not among those without retinopathy, whichever one was stated', async () => {
    const own = await sitting(2)
    const healthy = { ...STAGED, dr_grade: 0 } as Findings
    const analysis_record_id = await found(own, [healthy, healthy])
    const count = async (facet: string) => (await list(own.by, { facet })).total_count
    expect([await count('grade_0'), await count('treated')]).toEqual([2, 0])
    await state(app, own.by, { analysis_record_id, field: 'treated', value: 'prp' })
    expect([await count('grade_0'), await count('treated')]).toEqual([0, 2])
  })

  test('is searched by what a clinician states; the export keeps the machine’s value beside it', async () => {
    const own = await sitting(2)
    const analysis_record_id = await found(own, [STAGED, STAGED])
    const count = async (facet: string) => (await list(own.by, { facet })).total_count
    expect([await count('grade_2'), await count('grade_3')]).toEqual([2, 0])
    await state(app, own.by, { analysis_record_id, field: 'stage', value: 3 })
    expect([await count('grade_2'), await count('grade_3')]).toEqual([1, 1])
    // A new analysis keeps the clinician's word.
    await found(own, [STAGED, STAGED])
    expect([await count('grade_2'), await count('grade_3')]).toEqual([1, 1])
    const [row] = (await list(own.by, { facet: 'grade_3' })).rows
    expect(row?.by_clinician).toBe(true)
    const { export_id } = await succeed(app, fundus.export, { images: [row?.image ?? ''] }, own.by)
    const made = await ended(own.by, export_id)
    const answered = await fetch(new URL(made?.url ?? '', app.url))
    const files = unzipSync(new Uint8Array(await answered.arrayBuffer()))
    const [head, line] = strFromU8(files['images.csv'] ?? new Uint8Array())
      .split('\r\n')
      .map((text) => text.replaceAll('"', '').split(','))
    const cell = (name: string) => line?.[head?.indexOf(name) ?? -1]
    expect(
      ['糖网 3 级', 'AI: 糖网 3 级', '糖网 2 级', 'AI: 糖网 2 级', '医生更正', '医生勾画'].map(
        cell,
      ),
    ).toEqual(['1', '0', '0', '1', '糖网分级', ''])
    expect(['眼别', '眼别来源', 'AI眼别'].map(cell)).toEqual(['OD', 'AI', 'OD'])
  })

  test('holds nothing of another institution, and nothing that was deleted', async () => {
    const own = await sitting()
    const other = await sitting()
    expect((await list(other.by)).rows.map(({ filed }) => filed?.rid)).toEqual([other.rid])
    await succeed(app, fundusArchive.delete, { rid: own.rid }, own.by)
    expect(await imagesOf(own.by)).toEqual([])
    await succeed(app, deletePatient, { pid: other.pid }, other.by)
    expect(await imagesOf(other.by)).toEqual([])
  })
})

describe('an administrator', () => {
  test('sees only photographs of institutions that share them, and no identity', async () => {
    const own = await sitting()
    await found(own, [STAGED])
    await succeed(
      app,
      fundusArchive.set,
      { ...archiveFields, rid: own.rid, collect_device: '张医生的相机' },
      own.by,
    )
    const [image = ''] = await imagesOf(own.by)
    expect(await imagesOf(admin)).not.toContain(image)
    expect((await share(own.by, true)).error_code).toBe(0)
    const { rows } = await list(admin)
    const row = rows.find((shown) => shown.image === image)
    expect(row).toMatchObject({ recorded: '2024-03', collect_device: '', filed: null })
    expect(row?.facets).toContain('grade_2')
    const told = JSON.stringify(row)
    for (const secret of [own.pid, own.rid, own.oid, '2024-03-01', 'photograph.jpg', '张医生']) {
      expect(told).not.toContain(secret)
    }
    const device = await app.call(fundus.list, { collect_device: '张医生的相机' }, admin)
    expect(device.data).toHaveProperty('fields.collect_device')

    const address = new URL(row?.image_url ?? '', app.url)
    const shown = await fetch(address)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    await shown.arrayBuffer()
    const forged = new URL(address)
    forged.searchParams.set('size', 'thumb')
    expect((await fetch(forged)).status).toBe(404)
    await share(own.by, false)
    expect(await imagesOf(admin)).not.toContain(image)
    expect((await fetch(address)).status).toBe(404)
  })

  test('cannot make an institution share', async () => {
    const own = await sitting()
    const refused = await share(own.by, true, admin)
    expect(refused).toMatchObject({ error_code: ERROR.validation })
    expect(refused.data).toHaveProperty('fields.share_images')
    expect((await succeed(app, institutionInfo, { uid: own.by.uid }, own.by)).share_images).toBe(
      false,
    )
  })
})

const exportsOf = async (by: SignedIn) => (await succeed(app, listDatasetExports, {}, by)).rows
const ended = async (by: SignedIn, export_id: string, status: 'done' | 'failed' = 'done') => {
  await work(app)
  await expect
    .poll(async () => (await exportsOf(by)).find((row) => row.export_id === export_id)?.status, {
      timeout: 300_000,
    })
    .toBe(status)
  return (await exportsOf(by)).find((row) => row.export_id === export_id)
}

describe('an export', () => {
  test('is a ZIP of the selection with a table, and names nobody', async () => {
    const own = await sitting(3)
    await found(own, [STAGED, null, STAGED])
    const { export_id } = await succeed(app, fundus.export, { gradable: 'yes' }, own.by)
    const made = await ended(own.by, export_id)
    expect(made).toMatchObject({ dataset: 'fundus', done: 2, total: 2 })
    const answered = await fetch(new URL(made?.url ?? '', app.url))
    expect(answered.headers.get('content-disposition')).toContain('fundus-')
    const files = unzipSync(new Uint8Array(await answered.arrayBuffer()))
    const images = (await list(own.by, { gradable: 'yes' })).rows.map(({ image }) => image)
    expect(Object.keys(files)).toEqual([
      ...images.map((image) => `images/${image}.jpg`),
      'images.csv',
      'README.txt',
    ])
    const table = strFromU8(files['images.csv'] ?? new Uint8Array())
    const [head = '', ...lines] = table.trim().split('\r\n')
    expect(head).toContain('患者代号')
    expect(lines).toHaveLength(2)
    const codes = lines.map((line) => line.split(',')[1])
    expect(codes[0]).toBe(codes[1])
    for (const secret of [own.pid, own.rid, '演示患者', 'CARD-'])
      expect(table).not.toContain(secret)
    expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('不是诊断')
  })

  test('takes only the photographs picked, and only own ones', async () => {
    const own = await sitting(2)
    const other = await sitting()
    const [picked = ''] = await imagesOf(own.by)
    const [theirs = ''] = await imagesOf(other.by)
    const refused = await app.call(fundus.export, { images: [theirs] }, own.by)
    expect(refused).toMatchObject({ error_code: ERROR.validation, msg: '没有符合条件的影像可导出' })
    const { export_id } = await succeed(app, fundus.export, { images: [picked, theirs] }, own.by)
    expect(await ended(own.by, export_id)).toMatchObject({ total: 1, done: 1 })
  })

  test('that loses a photograph on the way is tried again, then failed, and leaves no file', async () => {
    const own = await sitting(2)
    const before = await filesOfExports()
    const last = await withInstitution(app.context.db, own.oid, (trx) =>
      trx
        .selectFrom('archive_images')
        .select('file_key')
        .where('rid', '=', own.rid)
        .orderBy('image_index', 'desc')
        .executeTakeFirstOrThrow(),
    )
    await app.context.files.remove([last.file_key])
    const { export_id } = await succeed(app, fundus.export, {}, own.by)
    const failed = await ended(own.by, export_id, 'failed')
    expect(failed).toMatchObject({ reason: '导出失败，请重试', url: null, bytes: null })
    expect(await filesOfExports()).toEqual(before)
  })

  test('belongs to the account that asked, which may remove it; its file ends after a week', async () => {
    const own = await sitting()
    const colleague = await makeAccount(app, { role: '4', oid: own.oid })
    const { export_id } = await succeed(app, fundus.export, {}, own.by)
    await ended(own.by, export_id)
    expect(await exportsOf(colleague)).toEqual([])
    const refused = await app.call(removeDatasetExport, { export_id }, colleague)
    expect(refused.error_code).toBe(ERROR.notFound)
    const kept = await filesOfExports()
    await succeed(app, removeDatasetExport, { export_id }, own.by)
    expect(await exportsOf(own.by)).toEqual([])
    expect(await filesOfExports()).toHaveLength(kept.length - 1)

    const second = await succeed(app, fundus.export, {}, own.by)
    await ended(own.by, second.export_id)
    const late = {
      ...app.context,
      now: () => new Date(app.context.now().getTime() + 8 * 86_400_000),
    }
    await sweepExports(late)
    expect(await filesOfExports()).toEqual([])
    expect(await exportsOf(own.by)).toEqual([])
  })

  test('waits its turn: two of an account at once', async () => {
    const { oid } = await makeInstitution(app)
    const by = await makeAccount(app, { role: '3', oid })
    await makeArchive(app, by, await makePatient(app, by))
    const values = {
      uid: by.uid,
      dataset: 'fundus',
      asked: '{}',
      language: 'en' as const,
      total: 1,
    }
    for (const export_id of [newId(), newId()]) {
      await app.context.db
        .insertInto('dataset_exports')
        .values({ export_id, ...values })
        .execute()
    }
    const refused = await app.call(fundus.export, {}, by)
    expect(refused).toMatchObject({ error_code: ERROR.limitReached })
    expect(refused.msg).toContain('2个导出正在进行')
  })
})

async function filesOfExports(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.context.files.list('exports/')) keys.push(key)
  return keys
}
