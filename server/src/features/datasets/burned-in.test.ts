import {
  DATASETS,
  fundusArchive,
  institutionInfo,
  listDatasetExports,
  setInstitutionInfo,
  type DatasetCalls,
} from '@mingmou/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dicomPicture } from '@mingmou/analysis/testing/dicom'
import { archiveFields, makePatient, upload, work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const fundus = DATASETS.find(({ key }) => key === 'fundus')?.calls as DatasetCalls

let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await testApp()
  admin = await makeAccount(app, { role: '1' })
})
afterAll(() => app.close())

let drawn = 0
/** A DICOM file of sixteen by sixteen pixels that says whether words stand in its picture. */
const file = (burnedIn: string) =>
  dicomPicture({
    entries: [
      [0x0008, 0x0008, 'CS', 'ORIGINAL\\PRIMARY'],
      [0x0028, 0x0301, 'CS', burnedIn],
    ],
    pixels: Buffer.from(Array.from({ length: 256 }, (_, i) => (i * (drawn * 2 + 3)) % 256)),
  })

async function archived(by: SignedIn, burnedIn: string): Promise<string> {
  drawn++
  const before = await listed(by)
  const pid = await makePatient(app, by)
  const files_path = [await upload(app, by, file(burnedIn), 'IM000001')]
  const body = { pid, ...archiveFields, files_path }
  await succeed(app, fundusArchive.create, body, { token: by.token })
  // Those of one day come in no order that a test knows.
  const added = [...(await listed(by)).keys()].find((image) => !before.has(image))
  return added ?? ''
}

async function share(by: SignedIn): Promise<void> {
  const info = await succeed(app, institutionInfo, { uid: by.uid }, by)
  const { oid, name, shortName, contact, phone, areaId, address } = info
  const shown = { oid, name, shortName, describes: '演示', contact, phone, areaId, address }
  await succeed(app, setInstitutionInfo, { ...shown, share_images: true }, { token: by.token })
}

const listed = async (by: SignedIn) =>
  new Map((await succeed(app, fundus.list, {}, by)).rows.map((row) => [row.image, row.withheld]))

async function exported(by: SignedIn): Promise<string[]> {
  const { export_id } = await succeed(app, fundus.export, {}, by)
  await work(app)
  const find = async () =>
    (await succeed(app, listDatasetExports, {}, by)).rows.find((row) => row.export_id === export_id)
  await expect.poll(async () => (await find())?.status).toBe('done')
  const made = await find()
  const answered = await fetch(new URL(made?.url ?? '', app.url))
  const files = unzipSync(new Uint8Array(await answered.arrayBuffer()))
  expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('注明画面中有文字')
  return Object.keys(files).flatMap((name) => /^images\/([\da-f-]+)\./.exec(name)?.[1] ?? [])
}

test('a photograph whose file says that words stand in it is neither shared nor exported until a clinician says that they name nobody', async () => {
  const by = await makeAccount(app, { role: '3' })
  await share(by)
  const named = await archived(by, 'YES')
  const alone = await app.call(fundus.export, { images: [named] }, by)
  expect(alone.data).toHaveProperty('fields.images')
  expect(alone.data).toMatchObject({
    fields: { images: '所选影像的文件注明画面中有文字，请先确认文字不涉及个人身份' },
  })
  const plain = await archived(by, 'NO')
  expect(await listed(by)).toEqual(
    new Map([
      [plain, false],
      [named, true],
    ]),
  )
  const shared = async () => [...(await listed(admin)).keys()]
  expect(await shared()).toContain(plain)
  expect(await shared()).not.toContain(named)
  expect(await exported(by)).toEqual([plain])
  const counts = async () => {
    const { total_count, export_count, rows } = await succeed(app, fundus.list, {}, by)
    return [total_count, export_count, rows.find(({ image }) => image === named)?.released]
  }
  expect(await counts()).toEqual([2, 1, false])

  await succeed(app, fundus.release, { image: named, released: true }, { token: by.token })
  expect((await listed(by)).get(named)).toBe(false)
  expect(await counts()).toEqual([2, 2, true])
  expect(await shared()).toContain(named)
  expect((await exported(by)).sort()).toEqual([plain, named].sort())

  await succeed(app, fundus.release, { image: named, released: false }, { token: by.token })
  expect(await counts()).toEqual([2, 1, false])
  expect(await shared()).not.toContain(named)
})

test('nobody of another institution releases it, and no administrator', async () => {
  const by = await makeAccount(app, { role: '4' })
  const image = await archived(by, 'YES')
  const stranger = await makeAccount(app, { role: '4' })
  const asked = { image, released: true }
  for (const other of [stranger, admin])
    expect((await app.call(fundus.release, asked, other)).error_code).not.toBe(0)
  expect((await listed(by)).get(image)).toBe(true)
})
