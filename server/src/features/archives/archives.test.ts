import { createHash } from 'node:crypto'
import {
  deletePatient,
  fundusAnalysis,
  fundusArchive,
  getStsToken,
  IMAGE_LIMITS,
  institutionInfo,
  setInstitutionInfo,
  type InputOf,
} from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { animatedWebp, hugePng, noise, pngWithScript } from '../../testing/bad-images.ts'
import {
  archiveFields,
  makeArchive,
  makePatient,
  plainImage,
  statusOf,
  upload,
} from '../../testing/clinical-factories.ts'
import { makeAccount, makeInstitution, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
let pid: string
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
})
afterAll(() => app.close())

const asked = () => ({ token: by.token })
const create = (body: Partial<InputOf<typeof fundusArchive.create>>) =>
  app.call(fundusArchive.create, { pid, ...archiveFields, ...body }, asked())
const list = async () => (await succeed(app, fundusArchive.list, { pid }, asked())).rows
const fetched = async (url: string) =>
  Buffer.from(await (await fetch(new URL(url, app.url))).arrayBuffer())

async function keptFiles(prefix = 'archives/'): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.context.files.list(prefix)) keys.push(key)
  return keys
}

/** Each test has its own patient, so that the list holds only its own archives. */
beforeEach(async () => {
  pid = await makePatient(app, by)
})

describe('an archive', () => {
  test('shows its images by the names that they have where they come from', async () => {
    const files_path = [
      await upload(app, by, await plainImage(320, 240), 'image.jpg'),
      await upload(app, by, await plainImage(200, 300), 'OS.jpg'),
    ]
    const names = ['张三 右眼.jpg', '张三_左眼(OS).jpg']
    const short = await create({ files_path, names: names.slice(1) })
    expect(short.data).toHaveProperty('fields.names')
    expect(await create({ files_path, names, repeated: [] })).toMatchObject({ error_code: 0 })
    const [archive] = await list()
    expect(archive?.images.map(({ file_name }) => file_name)).toEqual(names)
  })

  test('shows its images in the order they were given, with their names and sizes', async () => {
    const files_path = [
      await upload(app, by, await plainImage(320, 240), 'right.jpg'),
      await upload(app, by, await plainImage(200, 300), 'left.jpg'),
    ]
    const { data, error_code } = await create({ files_path })
    expect(error_code).toBe(0)
    const [archive] = await list()
    expect(archive).toMatchObject({ rid: data.rid, pid, ...archiveFields })
    expect(archive?.images).toMatchObject([
      { image_index: 0, file_name: 'right.jpg', width: 320, height: 240 },
      { image_index: 1, file_name: 'left.jpg', width: 200, height: 300 },
    ])
    const thumb = await sharp(await fetched(archive?.images[1]?.thumb_url ?? '')).metadata()
    expect([thumb.width, thumb.height]).toEqual([133, 200])
    for (const key of files_path) expect(await app.context.files.stat(key)).toBeNull()
  })

  test('keeps a large photograph pixel by pixel', async () => {
    const large = await noise(2600, 2000)
    expect(large.length).toBeGreaterThan(3_000_000)
    await makeArchive(app, by, pid, [large])
    const [archive] = await list()
    const pixels = async (bytes: Buffer) => sharp(bytes).raw().toBuffer()
    const kept = await fetched(archive?.images[0]?.image_url ?? '')
    expect((await pixels(kept)).equals(await pixels(large))).toBe(true)
  })

  test('keeps an image without its metadata, turned upright, under the checksum of what is kept', async () => {
    const turned = await sharp(await plainImage(320, 240))
      .withExif({ IFD0: { Artist: 'SOMEBODY', ImageDescription: 'a person' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(turned.includes('Exif')).toBe(true)
    const rid = await makeArchive(app, by, pid, [turned])
    const image = (await list()).find((archive) => archive.rid === rid)?.images[0]
    expect(image).toMatchObject({ width: 240, height: 320 })
    const kept = await fetched(image?.image_url ?? '')
    expect(kept.includes('SOMEBODY')).toBe(false)
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
    const rows = await withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx.selectFrom('archive_images').select('sha256').where('rid', '=', rid).execute(),
    )
    expect(rows).toEqual([{ sha256: createHash('sha256').update(kept).digest('hex') }])
  })
})

describe('an image that is none we take', () => {
  const bad: [string, string, () => Promise<Buffer>, string][] = [
    ['a text file', 'note.jpg', () => Promise.resolve(Buffer.from('no image')), '文件是文本'],
    [
      'a truncated JPEG',
      'half.jpg',
      async () => {
        const whole = await noise(400, 300)
        return whole.subarray(0, whole.length / 2)
      },
      '文件不完整',
    ],
    ['a PNG of 30000x30000', 'huge.png', () => Promise.resolve(hugePng()), '超过32 MiB'],
    ['an animated WebP', 'moves.webp', animatedWebp, '不支持动态图像'],
  ]
  test.each(bad)('%s is refused by its name, and nothing is kept', async (_, name, make, words) => {
    const sound = await upload(app, by, await plainImage(), 'sound.jpg')
    const files_path = [sound, await upload(app, by, await make(), name)]
    const before = await keptFiles()
    const refused = await create({ files_path })
    expect(refused).toMatchObject({ status: 202, error_code: 1010, data: {} })
    expect(refused.msg).toContain(words)
    expect(refused.msg).toContain(name)
    expect(await list()).toEqual([])
    expect(await keptFiles()).toEqual(before)
    // The valid upload was not used up.
    expect((await create({ files_path: [sound] })).error_code).toBe(0)
  })

  test('a script in a text chunk of a PNG is gone from what is kept', async () => {
    const script = '<script>alert(1)</script>'
    const png = await pngWithScript(script)
    expect(png.includes(script)).toBe(true)
    await makeArchive(app, by, pid, [png])
    const [archive] = await list()
    const kept = await fetched(archive?.images[0]?.image_url ?? '')
    expect((await sharp(kept).metadata()).width).toBe(64)
    expect(kept.includes('script')).toBe(false)
  })

  test('a file over the limit is refused while it is sent', async () => {
    const large = Buffer.alloc(IMAGE_LIMITS.maxBytes + 1, 1)
    await expect(upload(app, by, large, 'large.jpg')).rejects.toThrow('large.jpg')
    const sent = await keptFiles(`uploads/fundus/${by.oid ?? ''}/`)
    expect(sent.filter((key) => key.endsWith('/large.jpg'))).toEqual([])
  })
})

describe('an upload key', () => {
  test('that nothing was sent to is named as not finished', async () => {
    const { sts_config } = await succeed(app, getStsToken, { file_type: 'fundus' }, asked())
    const refused = await create({ files_path: [`${sts_config.key_prefix}absent.jpg`] })
    expect(refused).toMatchObject({ error_code: 501, msg: '图像未上传完成：absent.jpg' })
  })

  test('of another institution, of another purpose or that climbs is no upload of ours', async () => {
    const stranger = await makeAccount(app, { role: '4' })
    const theirs = await upload(app, stranger, await plainImage())
    const surface = await upload(app, by, await plainImage(), 'photograph.jpg', 'surface')
    const climbing = `uploads/fundus/${by.oid ?? ''}/../${stranger.oid ?? ''}/photograph.jpg`
    for (const key of [theirs, surface, climbing, 'archives/x.jpg', '../../etc/passwd']) {
      expect((await create({ files_path: [key] })).error_code).toBe(501)
    }
    expect(await list()).toEqual([])
    expect(await app.context.files.stat(theirs)).not.toBeNull()
  })

  test('stands in one archive once, however often the form is sent', async () => {
    const files_path = [await upload(app, by, await plainImage())]
    expect((await create({ files_path: [...files_path, ...files_path] })).error_code).toBe(1003)
    const before = (await keptFiles()).length
    const answers = await Promise.all([1, 2, 3].map(() => create({ files_path })))
    expect(answers.map((answer) => answer.error_code).sort()).toEqual([0, 1003, 1003])
    expect((await create({ files_path })).error_code).toBe(1003)
    expect(await list()).toHaveLength(1)
    expect((await keptFiles()).length).toBe(before + 2)
  })

  test('list of none, of 21 or of something else is refused', async () => {
    for (const files_path of [[], Array<string>(21).fill('a'), 'a', [''], [7]]) {
      const body = { pid, ...archiveFields, files_path }
      expect(await app.call(fundusArchive.create, body, asked())).toMatchObject({
        error_code: 1001,
      })
    }
  })
})

test('a sitting is analysed as soon as it is saved, until the institution does not want that', async () => {
  const { oid } = await makeInstitution(app, { auto_analyse: true })
  const main = await makeAccount(app, { role: '3', oid })
  const patient = await makePatient(app, main)
  const rid = await makeArchive(app, main, patient)
  const institution = await succeed(app, institutionInfo, { uid: main.uid }, main)
  expect(institution.auto_analyse).toBe(true)
  const { name, shortName, contact, phone, areaId, address } = institution
  const change = { oid, name, shortName, describes: '演示', contact, phone, areaId, address }
  await succeed(app, setInstitutionInfo, { ...change, auto_analyse: false }, main)
  const later = await makeArchive(app, main, patient)
  await succeed(app, setInstitutionInfo, change, main)
  expect((await succeed(app, institutionInfo, { uid: main.uid }, main)).auto_analyse).toBe(false)
  const { rows } = await succeed(app, fundusAnalysis.list, { pid: patient }, main)
  const states = new Map(rows.map(({ image_id, status }) => [image_id, status]))
  expect([states.get(rid), states.get(later)]).toEqual(['queued', null])
})

describe('an archive that is there', () => {
  test('is changed, and deleted for good', async () => {
    const rid = await makeArchive(app, by, pid)
    const changed = {
      record_date: '2023-12-31',
      collect_device: 'Canon CR-2 AF',
      img_type: 2 as const,
    }
    await succeed(app, fundusArchive.set, { rid, ...changed }, asked())
    expect(await list()).toMatchObject([{ rid, ...changed }])
    await succeed(app, fundusArchive.delete, { rid }, asked())
    expect(await list()).toEqual([])
    expect((await app.call(fundusArchive.delete, { rid }, asked())).error_code).toBe(1002)
    const again = await app.call(fundusArchive.set, { rid, ...changed }, asked())
    expect(again.error_code).toBe(1002)
  })

  test('is not there for another institution, nor for anybody once the patient is deleted', async () => {
    const rid = await makeArchive(app, by, pid)
    const stranger = { token: (await makeAccount(app, { role: '3' })).token }
    const notThere = async (who: { token: string }) => {
      const key = await upload(app, by, await plainImage())
      for (const [call, body] of [
        [fundusArchive.list, { pid }],
        [fundusArchive.set, { rid, ...archiveFields }],
        [fundusArchive.delete, { rid }],
        [fundusArchive.create, { pid, ...archiveFields, files_path: [key] }],
      ] as const) {
        expect(await app.call(call, body, who)).toMatchObject({ status: 202, error_code: 1002 })
      }
    }
    await notThere(stranger)
    const [archive] = await list()
    const address = new URL(archive?.images[0]?.image_url ?? '', app.url)
    await succeed(app, deletePatient, { pid }, asked())
    await notThere(asked())
    // Who has the address has seen the picture. It ends, and the calls above give no other.
    app.advance(16 * 60)
    expect(await statusOf(fetch(address))).toBe(404)
    app.advance(-16 * 60)
  })

  test('from a date after today is refused by its field', async () => {
    const refused = await create({ record_date: '2999-01-01', files_path: ['a'] })
    expect(refused.data).toMatchObject({ fields: { record_date: '日期不能晚于今天' } })
  })

  test('lists images by addresses that end and cannot be changed', async () => {
    await makeArchive(app, by, pid)
    const url = new URL((await list())[0]?.images[0]?.image_url ?? '', app.url)
    expect(await statusOf(fetch(url))).toBe(200)
    const other = new URL(url)
    other.pathname = other.pathname.replace('0.jpg', '0.thumb.jpg')
    expect(await statusOf(fetch(other))).toBe(404)
    app.advance(16 * 60)
    expect(await statusOf(fetch(url))).toBe(404)
    app.advance(-16 * 60)
  })
})
