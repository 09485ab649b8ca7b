import {
  DATASETS,
  deletePatient,
  fundusArchive,
  institutionInfo,
  listDatasetExports,
  removeDatasetExport,
  setInstitutionInfo,
  type DatasetCalls,
  type DatasetExport,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { noise } from '../../testing/bad-images.ts'
import { makeArchive, makePatient, plainImage, work } from '../../testing/clinical-factories.ts'
import { makeAccount, makeInstitution, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { sweepExports } from './exports.ts'

const fundus = DATASETS.find(({ key }) => key === 'fundus')?.calls as DatasetCalls

let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await testApp()
  admin = await makeAccount(app, { role: '1' })
})
afterAll(() => app.close())

const imagesOf = async (by: SignedIn) =>
  (await succeed(app, fundus.list, {}, by)).rows.map(({ image }) => image)

/** A clinician with a patient who has one sitting of one photograph. */
async function sitting() {
  const by = await makeAccount(app, { role: '3' })
  const pid = await makePatient(app, by)
  return { by, pid, rid: await makeArchive(app, by, pid, [await plainImage()]) }
}

type Sitting = Awaited<ReturnType<typeof sitting>>

async function share(by: SignedIn, share_images: boolean) {
  const info = await succeed(app, institutionInfo, { uid: by.uid }, by)
  const { oid, name, shortName, contact, phone, areaId, address } = info
  const shown = { oid, name, shortName, describes: '演示', contact, phone, areaId, address }
  const body = { ...shown, share_images }
  return app.call(setInstitutionInfo, body, by)
}

const exportsOf = async (by: SignedIn) => (await succeed(app, listDatasetExports, {}, by)).rows
const ended = async (by: SignedIn, export_id: string) => {
  await work(app)
  await expect
    .poll(async () => (await exportsOf(by)).find((row) => row.export_id === export_id)?.status, {
      timeout: 300_000,
    })
    .toBe('done')
  return (await exportsOf(by)).find((row) => row.export_id === export_id)
}

describe('an export', () => {
  test.each([
    ['sharing ends', (sitting: Sitting) => share(sitting.by, false)],
    [
      'the patient is deleted',
      (sitting: Sitting) => app.call(deletePatient, { pid: sitting.pid }, sitting.by),
    ],
    [
      'a sitting is deleted',
      (sitting: Sitting) => app.call(fundusArchive.delete, { rid: sitting.rid }, sitting.by),
    ],
  ])('is closed and removed when %s', async (_, end) => {
    const own = await sitting()
    await share(own.by, true)
    const images = await imagesOf(own.by)
    const { export_id } = await succeed(app, fundus.export, { images }, admin)
    const made = await ended(admin, export_id)
    const address = new URL(made?.url ?? '', app.url)
    expect((await fetch(address)).status).toBe(200)
    const kept = await filesOfExports()
    expect((await end(own)).error_code).toBe(0)
    expect((await fetch(address)).status).toBe(404)
    expect((await exportsOf(admin)).find((row) => row.export_id === export_id)).toMatchObject({
      status: 'failed',
      reason: '其中有影像已不再共享或已删除，本导出已移除，请重新导出',
      url: null,
      bytes: null,
    })
    expect(await filesOfExports()).toHaveLength(kept.length - 1)
    await succeed(app, removeDatasetExport, { export_id }, admin)
  })

  test('is removed within the hour, also where nobody looks at it again', async () => {
    const own = await sitting()
    const { export_id } = await succeed(app, fundus.export, {}, own.by)
    await ended(own.by, export_id)
    const kept = await filesOfExports()
    await succeed(app, deletePatient, { pid: own.pid }, own.by)
    await sweepExports(app.context)
    expect(await filesOfExports()).toHaveLength(kept.length - 1)
  })

  test('has an address that nobody can make, and that ends', async () => {
    const own = await sitting()
    const { export_id } = await succeed(app, fundus.export, {}, own.by)
    const address = new URL((await ended(own.by, export_id))?.url ?? '', app.url)
    const forged = new URL(address)
    forged.searchParams.set('export', newId())
    expect((await fetch(forged)).status).toBe(404)
    app.advance(1_000)
    expect((await fetch(address)).status).toBe(404)
    app.advance(-1_000)
    await succeed(app, removeDatasetExport, { export_id }, own.by)
    expect((await fetch(address)).status).toBe(404)
  })

  test('is bounded in bytes, by itself and with the others of the institution, and is not tried again', async () => {
    const image = await noise(600, 400)
    const tight = await testApp({
      exportBytes: { one: 3 * image.length, kept: 2.5 * image.length },
    })
    await work(tight)
    const { oid } = await makeInstitution(tight)
    const by = await makeAccount(tight, { role: '3', oid })
    const colleague = await makeAccount(tight, { role: '4', oid })
    const pid = await makePatient(tight, by)
    await makeArchive(tight, by, pid, [image, image, image, image])
    const names = (await succeed(tight, fundus.list, {}, by)).rows.map((row) => row.image)
    const outcome = async (who: SignedIn, images: string[]) => {
      const { export_id } = await succeed(tight, fundus.export, { images }, who)
      let found: DatasetExport | undefined
      await expect
        .poll(
          async () => {
            const { rows } = await succeed(tight, listDatasetExports, {}, who)
            found = rows.find((row) => row.export_id === export_id)
            return found?.status
          },
          { timeout: 300_000 },
        )
        .toMatch(/done|failed/)
      return found
    }
    expect(await outcome(by, names)).toMatchObject({
      status: 'failed',
      reason: '一次最多导出1 MB，请缩小范围',
      bytes: null,
    })
    expect(await outcome(by, names.slice(0, 1))).toMatchObject({ status: 'done' })
    // The colleague's would be too many with the first.
    expect(await outcome(colleague, names.slice(0, 2))).toMatchObject({
      status: 'failed',
      reason: '保存的导出已达上限（1 MB），请先移除旧的导出，或等待其到期',
    })
    const files: string[] = []
    for await (const { key } of tight.context.files.list('exports/')) files.push(key)
    expect(files).toHaveLength(1)
    await tight.close()
  })

  test('of an account are at most ten that are kept', async () => {
    const own = await sitting()
    const values = {
      uid: own.by.uid,
      dataset: 'fundus',
      asked: '{}',
      language: 'en' as const,
      total: 1,
    }
    for (let n = 0; n < 10; n++) {
      await app.context.db
        .insertInto('dataset_exports')
        .values({ export_id: newId(), ...values, status: 'done' })
        .execute()
    }
    const refused = await app.call(fundus.export, {}, own.by)
    expect([refused.error_code, refused.msg]).toEqual([1006, '已保存10个导出，请先移除旧的导出'])
  })
})

async function filesOfExports(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.context.files.list('exports/')) keys.push(key)
  return keys
}
