import { fundusArchive } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { noise } from '../../testing/bad-images.ts'
import { archiveFields, makePatient, plainImage, upload } from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import { removeDisk, smallDisk } from '../../testing/small-disk.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

/** With a comment, which the archive leaves out: its file is another one than the upload, and takes room. */
const tagged = (jpeg: Buffer) =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from('\xff\xfe\0\x06note', 'latin1'),
    jpeg.subarray(2),
  ])

const disk = smallDisk()
let app: TestApp
beforeAll(async () => {
  if (disk !== null) app = await testApp({ dataDir: disk, diskReserveBytes: 0 })
})
afterAll(async () => {
  if (disk === null) return
  await app.close()
  removeDisk(disk)
})

test.skipIf(disk === null)(
  'a full disk refuses an archive in plain words and keeps nothing of it (needs the right to mount)',
  async () => {
    const by = await makeAccount(app, { role: '4' })
    const pid = await makePatient(app, by)
    const asked = { token: by.token }
    const image = tagged(await noise(1500, 1200))
    const keys = [await upload(app, by, image), await upload(app, by, image)]
    const body = { pid, ...archiveFields, files_path: keys }
    const refused = await app.call(fundusArchive.create, body, asked)
    expect(refused).toMatchObject({ status: 202, msg: '存储空间不足，本次操作未保存' })
    await expect(upload(app, by, await noise(3000, 2400))).rejects.toThrow('存储空间不足')

    const kept: string[] = []
    for await (const { key } of app.context.files.list('')) kept.push(key)
    expect(kept.sort()).toEqual(keys.sort())
    const archives = await withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx.selectFrom('archives').select('rid').execute(),
    )
    expect(archives).toEqual([])

    // The same uploads make the archive once there is room again.
    await app.context.files.remove(keys.splice(1))
    await succeed(app, fundusArchive.create, { ...body, files_path: keys }, asked)
    expect(await upload(app, by, await plainImage())).toContain('photograph.jpg')
  },
)
