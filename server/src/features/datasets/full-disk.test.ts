import { statfs } from 'node:fs/promises'
import { DATASETS, listDatasetExports, type DatasetCalls } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noise } from '../../testing/bad-images.ts'
import { makeArchive, makePatient, work } from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import { removeDisk, smallDisk } from '../../testing/small-disk.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const fundus = DATASETS.find(({ key }) => key === 'fundus')?.calls as DatasetCalls
const RESERVE = 400_000

const disk = smallDisk()
let app: TestApp
beforeAll(async () => {
  if (disk !== null) app = await testApp({ dataDir: disk, diskReserveBytes: RESERVE })
})
afterAll(async () => {
  if (disk === null) return
  await app.close()
  removeDisk(disk)
})

const free = async () => {
  const { bavail, bsize } = await statfs(disk ?? '/')
  return bavail * bsize
}

test.skipIf(disk === null)(
  'an export for which there is no room above the reserve fails at once, writes nothing, and clinicians go on (needs the right to mount)',
  async () => {
    const by = await makeAccount(app, { role: '4' })
    const pid = await makePatient(app, by)
    const image = await noise(1100, 900)
    // The photographs take more than what is left above twice the reserve.
    while ((await free()) - 2 * RESERVE > 1.5e6) await makeArchive(app, by, pid, [image])
    const before = await free()
    expect(before).toBeGreaterThan(2 * RESERVE)
    const { export_id } = await succeed(app, fundus.export, {}, by)
    await work(app)
    const mine = async () =>
      (await succeed(app, listDatasetExports, {}, by)).rows.find(
        (row) => row.export_id === export_id,
      )
    await expect.poll(async () => (await mine())?.status).toBe('failed')
    expect(await mine()).toMatchObject({
      reason: '存储空间不足，本次操作未保存',
      url: null,
      done: 0,
    })
    const tries = await app.context.db
      .selectFrom('dataset_exports')
      .where('export_id', '=', export_id)
      .select('ended_at')
      .executeTakeFirstOrThrow()
    expect(tries.ended_at).not.toBeNull()
    expect(await free()).toBeGreaterThan(RESERVE)
    expect(await makeArchive(app, by, pid, [image])).toMatch(/-/)
  },
)

test.skipIf(disk === null)(
  'no writer goes below the reserve, a stream of unknown length neither (needs the right to mount)',
  async () => {
    const { files } = app.context
    const endless = async function* () {
      for (;;) yield await Promise.resolve(Buffer.alloc(65_536, 7))
    }
    const { Readable } = await import('node:stream')
    await expect(
      files.put('exports/x/endless.zip', Readable.from(endless()), 'application/zip'),
    ).rejects.toThrow()
    await expect(
      files.put('logos/x/y/large.png', Buffer.alloc(4_000_000), 'image/png'),
    ).rejects.toThrow()
    expect(await free()).toBeGreaterThan(RESERVE)
    const left = await free()
    await files.put('audit/anchor.json', Buffer.from('{}'), 'application/json', 'record')
    expect(left - (await free())).toBeLessThan(10_000)
  },
)
