import { createHash } from 'node:crypto'
import { deletePatient, fundusArchive, type InputOf } from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noise } from '../../testing/bad-images.ts'
import { archiveFields, makePatient, upload } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
})
afterAll(() => app.close())

const checksum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const create = (
  who: SignedIn,
  body: Pick<InputOf<typeof fundusArchive.create>, 'pid' | 'files_path' | 'repeated'>,
) =>
  app.call(fundusArchive.create, { ...archiveFields, repeated: [], ...body }, { token: who.token })
const known = async (who: SignedIn, bytes: Buffer) =>
  (await succeed(app, fundusArchive.known, { sha256: [checksum(bytes)] }, { token: who.token }))
    .rows

describe('a photograph that an earlier sitting has', () => {
  let photograph: Buffer
  let first: string
  beforeAll(async () => {
    photograph = await noise(300, 200)
    first = await makePatient(app, by, { name: '演示患者甲' })
    const files_path = [await upload(app, by, photograph)]
    expect((await create(by, { pid: first, files_path })).error_code).toBe(0)
  })

  test('is named with patient and day, for a colleague and another patient too, and kept after a yes', async () => {
    const colleague = await signIn(app, await addAccount(app, { role: '4', oid: by.oid ?? '' }))
    const pid = await makePatient(app, colleague)
    const key = await upload(app, colleague, photograph, 'again.jpg')
    const other = await upload(app, colleague, await noise(310, 200), 'other.jpg')
    const files_path = [other, key]
    const refused = await create(colleague, { pid, files_path })
    expect(refused).toMatchObject({ status: 202, error_code: 1003 })
    expect(refused.msg).toBe('照片已在本机构的档案中，请确认后再保存：again.jpg')
    const sitting = { pid: first, name: '演示患者甲', record_date: archiveFields.record_date }
    expect(refused.data).toEqual({ repeats: [{ key, sitting }] })
    expect((await create(colleague, { pid, files_path, repeated: [other] })).error_code).toBe(1003)
    expect((await create(colleague, { pid, files_path, repeated: [key] })).error_code).toBe(0)
  })

  test('is known by the checksum of the file, before it is uploaded', async () => {
    const bytes = await noise(320, 200)
    expect(await known(by, bytes)).toEqual([])
    const pid = await makePatient(app, by, { name: '演示患者乙' })
    const files_path = [await upload(app, by, bytes)]
    expect((await create(by, { pid, files_path })).error_code).toBe(0)
    const { record_date } = archiveFields
    expect(await known(by, bytes)).toEqual([
      { sha256: checksum(bytes), pid, name: '演示患者乙', record_date },
    ])
  })

  test('is the same when only what a camera writes beside it differs', async () => {
    const pid = await makePatient(app, by)
    const plain = await noise(330, 200)
    const marked = await sharp(plain)
      .keepExif()
      .withExif({ IFD0: { Artist: 'SOMEBODY' } })
      .png()
      .toBuffer()
    const kept = await sharp(plain).png().toBuffer()
    expect(marked.equals(kept)).toBe(false)
    expect(
      (await create(by, { pid, files_path: [await upload(app, by, kept, 'a.png')] })).error_code,
    ).toBe(0)
    const files_path = [await upload(app, by, marked, 'b.png')]
    expect((await create(by, { pid, files_path })).error_code).toBe(1003)
  })

  test("is unknown to another institution, and after its patient was deleted to one's own", async () => {
    const stranger = await makeAccount(app, { role: '3' })
    expect(await known(stranger, photograph)).toEqual([])
    const theirs = await makePatient(app, stranger)
    const files_path = [await upload(app, stranger, photograph)]
    expect((await create(stranger, { pid: theirs, files_path })).error_code).toBe(0)
    await succeed(app, deletePatient, { pid: theirs }, { token: stranger.token })
    expect(await known(stranger, photograph)).toEqual([])
  })
})

test('the same photograph twice in one upload is named, and kept after a yes', async () => {
  const bytes = await noise(340, 200)
  const pid = await makePatient(app, by)
  const files_path = [await upload(app, by, bytes, 'a.jpg'), await upload(app, by, bytes, 'b.jpg')]
  const refused = await create(by, { pid, files_path })
  expect(refused.data).toEqual({ repeats: [{ key: files_path[1], sitting: null }] })
  expect((await create(by, { pid, files_path, repeated: files_path.slice(1) })).error_code).toBe(0)
})

test('the call as it is specified, without the list, keeps what is there already', async () => {
  const bytes = await noise(345, 200)
  for (const name of ['a.jpg', 'b.jpg']) {
    const pid = await makePatient(app, by)
    const files_path = [await upload(app, by, bytes, name)]
    expect((await create(by, { pid, files_path, repeated: undefined })).error_code).toBe(0)
  }
})

test('who is named by it is on record', async () => {
  const who = await makeAccount(app, { role: '4' })
  const bytes = await noise(350, 200)
  const pid = await makePatient(app, who)
  await create(who, { pid, files_path: [await upload(app, who, bytes)] })
  await known(who, bytes)
  const entries = await app.context.db
    .selectFrom('audit_log')
    .select(['action', 'pid', 'outcome'])
    .where('uid', '=', who.uid)
    .where('action', '=', 'archive.known')
    .execute()
  expect(entries).toEqual([{ action: 'archive.known', pid, outcome: 'success' }])
})
