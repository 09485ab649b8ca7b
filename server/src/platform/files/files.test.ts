import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { fundusArchive, getStsToken } from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archiveFields, makePatient, plainImage } from '../../testing/clinical-factories.ts'
import { objectStore } from '../../testing/object-store.ts'
import { makeAccount } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { twoHalves } from '../../testing/two-halves.ts'
import { FileMissing, type Files } from './files.ts'

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const pixels = async (png?: Buffer) => sha(await sharp(png).removeAlpha().raw().toBuffer())

describe.each(['a folder', 'an object store'])('files kept in %s', (where) => {
  let app: TestApp
  let files: Files
  let store: Awaited<ReturnType<typeof objectStore>> | undefined
  beforeAll(async () => {
    if (where === 'a folder') app = await testApp()
    else {
      store = await objectStore()
      app = await testApp({ s3: store.config })
    }
    files = app.context.files
  })
  afterAll(async () => {
    await app.close()
    await store?.close()
  })

  test('are read as they were put, from a buffer or a stream', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251))
    await files.put('images/a/whole.png', bytes, 'image/png')
    await files.put(
      'images/a/stream.jpg',
      Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]),
      'image/jpeg',
    )
    for (const key of ['images/a/whole.png', 'images/a/stream.jpg']) {
      expect(sha(await files.read(key))).toBe(sha(bytes))
    }
    expect(await files.stat('images/a/whole.png')).toEqual({ size: 300_000, type: 'image/png' })
    const chunks: Buffer[] = []
    for await (const chunk of await files.open('images/a/stream.jpg')) chunks.push(chunk as Buffer)
    expect(sha(Buffer.concat(chunks))).toBe(sha(bytes))
  })

  test('are photographs of a sitting, as they were uploaded where nothing had to be taken out', async () => {
    const by = await makeAccount(app, { role: '4' })
    const pid = await makePatient(app, by)
    const image = await plainImage()
    const png = await twoHalves(320, 240, '#543').png().toBuffer()
    const files_path: string[] = []
    for (const [file_name, bytes] of Object.entries({ 'eye.jpg': image, 'eye.png': png })) {
      const asked = { file_type: 'fundus' as const, file_name }
      const { sts_config } = await succeed(app, getStsToken, asked, by)
      const key = `${sts_config.key_prefix}${file_name}`
      await files.put(key, bytes, file_name.endsWith('png') ? 'image/png' : 'image/jpeg')
      files_path.push(key)
    }
    const body = { pid, ...archiveFields, files_path }
    await succeed(app, fundusArchive.create, body, by)
    const kept: Record<string, Buffer> = {}
    for await (const { key } of files.list(`archives/${by.oid}/`))
      kept[key.slice(key.lastIndexOf('/') + 1)] = await files.read(key)
    expect(Object.keys(kept).toSorted()).toEqual(['0.jpg', '0.thumb.jpg', '1.png', '1.thumb.jpg'])
    expect(sha(kept['0.jpg'] ?? Buffer.of())).toBe(sha(image))
    expect(await pixels(kept['1.png'])).toBe(await pixels(png))
  })

  test('are replaced as a whole', async () => {
    await files.put('masks/one.png', Buffer.from('a much longer first'), 'image/png')
    await files.put('masks/one.png', Buffer.from('second'), 'image/png')
    expect((await files.read('masks/one.png')).toString()).toBe('second')
  })

  test('outlive their first name under a second one', async () => {
    await files.put('uploads/x/one.jpg', Buffer.from('the photograph'), 'image/jpeg')
    await files.copy('uploads/x/one.jpg', 'archives/x/0.jpg', 'image/jpeg')
    await files.remove(['uploads/x/one.jpg'])
    expect(await files.stat('uploads/x/one.jpg')).toBeNull()
    expect((await files.read('archives/x/0.jpg')).toString()).toBe('the photograph')
    expect(await files.stat('archives/x/0.jpg')).toEqual({ size: 14, type: 'image/jpeg' })
    await expect(files.copy('no/such.png', 'archives/x/1.png', 'image/png')).rejects.toThrow(
      FileMissing,
    )
  })

  test('that are not there are missing, and strange names are never there', async () => {
    for (const key of [
      'no/such.png',
      '../../etc/passwd',
      'a//b',
      '/etc/passwd',
      'a/.hidden',
      'images',
    ]) {
      await expect(files.read(key)).rejects.toThrow(FileMissing)
      await expect(files.open(key)).rejects.toThrow(FileMissing)
    }
    expect(await files.stat('no/such.png')).toBeNull()
    expect(await files.stat('images')).toBeNull()
    await expect(files.put('../out.png', Buffer.from('x'), 'image/png')).rejects.toThrow(
      FileMissing,
    )
  })

  test('are listed by prefix and removed', async () => {
    for (const key of ['sweep/1/a.png', 'sweep/1/b.png', 'sweep/10/c.png']) {
      await files.put(key, Buffer.from('x'), 'image/png')
    }
    const listed = async () => {
      const found: string[] = []
      for await (const { key } of files.list('sweep/1/')) found.push(key)
      return found.sort()
    }
    expect(await listed()).toEqual(['sweep/1/a.png', 'sweep/1/b.png'])
    await files.remove(['sweep/1/a.png', 'sweep/1/never.png'])
    expect(await listed()).toEqual(['sweep/1/b.png'])
    expect(await files.stat('sweep/10/c.png')).not.toBeNull()
  })

  test('of any length are written as they come, in their order, and a broken one is not there', async () => {
    const piece = (n: number) => Buffer.alloc(4 * 1024 * 1024, n)
    const pieces = async function* (breaks: boolean) {
      for (let n = 1; n <= 9; n++) yield await Promise.resolve(piece(n))
      if (breaks) throw new Error('broken')
    }
    await files.put('streams/whole.zip', Readable.from(pieces(false)), 'application/zip')
    const read = await files.read('streams/whole.zip')
    expect(read.length).toBe(36 * 1024 * 1024)
    for (let n = 1; n <= 9; n++) expect(read[(n - 1) * 4 * 1024 * 1024]).toBe(n)
    const broken = files.put('streams/broken.zip', Readable.from(pieces(true)), 'application/zip')
    await expect(broken).rejects.toThrow('broken')
    expect(await files.stat('streams/broken.zip')).toBeNull()
    await files.put('streams/small.zip', Readable.from([Buffer.from('small')]), 'application/zip')
    expect((await files.read('streams/small.zip')).toString()).toBe('small')
  })

  test('are uploaded by a form and read by a signed address', async () => {
    const terms = { maxBytes: 1000, session: null }
    const { url, fields } = await files.uploadForm('uploads/fundus/x/photo.jpg', terms)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('key', 'uploads/fundus/x/photo.jpg')
    form.set('file', new Blob(['the photograph']), 'photo.jpg')
    const posted = await fetch(new URL(url, app.url), { method: 'POST', body: form })
    expect(posted.ok).toBe(true)
    const signed = new URL(await files.signedUrl('uploads/fundus/x/photo.jpg'), app.url)
    const read = await fetch(signed)
    expect([read.status, await read.text()]).toEqual([200, 'the photograph'])
    signed.searchParams.forEach((_, name) => signed.searchParams.set(name, '1'))
    expect((await fetch(signed)).ok).toBe(false)
  })

  test('are uploaded by a form for one key, and saved under a name by a signed address', async () => {
    const key = 'uploads/admission/x/0'
    const { url, fields } = await files.uploadForm(key, { maxBytes: 1000, session: null })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('key', key)
    form.set('file', new Blob(['the licence']), 'licence.pdf')
    const posted = await fetch(new URL(url, app.url), { method: 'POST', body: form })
    expect(posted.ok).toBe(true)
    // The store of the tests answers a form before the file is whole.
    await expect.poll(async () => (await files.read(key)).toString()).toBe('the licence')
    const read = await fetch(new URL(await files.signedUrl(key, { saveAs: '许可证.pdf' }), app.url))
    expect([await read.text(), read.headers.get('content-disposition')]).toEqual([
      'the licence',
      "attachment; filename*=UTF-8''%E8%AE%B8%E5%8F%AF%E8%AF%81.pdf",
    ])
    expect(read.headers.get('cache-control')).toBe('private, no-store')
  })

  test('are taken by the form of an account under the name that it said', async () => {
    const account = await makeAccount(app, { role: '4' })
    const wanted = { file_type: 'fundus', file_name: 'eye.jpg' } as const
    const { sts_config } = await succeed(app, getStsToken, wanted, account)
    const form = new FormData()
    for (const [name, value] of Object.entries(sts_config.fields)) form.set(name, value)
    form.set('key', `${sts_config.key_prefix}eye.jpg`)
    form.set('file', new Blob(['the photograph']), 'eye.jpg')
    const posted = await fetch(new URL(sts_config.url, app.url), { method: 'POST', body: form })
    expect(posted.ok).toBe(true)
    expect((await files.read(`${sts_config.key_prefix}eye.jpg`)).toString()).toBe('the photograph')
    // An object store cannot bound a form to one file of any name.
    const unnamed = await app.call(getStsToken, { file_type: 'fundus' }, account)
    expect(unnamed.error_code).toBe(where === 'a folder' ? 0 : 1001)
  })

  test('answer whether their place is there', async () => {
    await expect(files.ping()).resolves.toBeUndefined()
  })
})
