import { request as httpRequest } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getStsToken, type UploadType } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount, makeInstitution, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { isUploadOf } from './service.ts'

let app: TestApp
let clinician: SignedIn
beforeAll(async () => {
  app = await testApp()
  clinician = await makeAccount(app, { role: '3' })
})
afterAll(() => app.close())

const formFor = async (file_type: UploadType = 'fundus', account = clinician) =>
  (await succeed(app, getStsToken, { file_type }, account)).sts_config

interface Sent {
  fields?: Record<string, string>
  key?: string
  bytes?: Uint8Array<ArrayBuffer>
}

async function send(url: string, { fields = {}, key, bytes = new Uint8Array([1]) }: Sent) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (key !== undefined) form.set('key', key)
  form.set('file', new Blob([bytes]), 'eye.jpg')
  const answered = await fetch(new URL(url, app.url), { method: 'POST', body: form })
  const envelope = (await answered.json()) as { error_code: number; msg: string; data: unknown }
  return { status: answered.status, ...envelope }
}

/** Every stored or half-written file. */
async function onDisk(): Promise<string[]> {
  const folder = join(app.context.config.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('an upload form', () => {
  test('names the limits and a prefix of the institution', async () => {
    const form = await formFor()
    expect(form).toMatchObject({ url: '/v1/oss/upload', max_bytes: 32 * 1024 * 1024 })
    expect(form.key_prefix).toMatch(
      new RegExp(`^uploads/fundus/${clinician.oid ?? ''}/[\\da-f-]{36}/$`),
    )
    expect(form.accept).toContain('application/dicom')
    expect(Date.parse(form.expires_at)).toBeGreaterThan(Date.now())
  })

  test('is shared within an institution and with nobody else', async () => {
    const { oid } = await makeInstitution(app)
    const main = await makeAccount(app, { role: '3', oid })
    const colleague = await makeAccount(app, { role: '4', oid })
    const { key_prefix } = await formFor('fundus', main)
    const actor = (account: SignedIn) => ({
      ...account,
      sid: '',
      name: '',
      account_type: account.accountType,
    })
    const key = `${key_prefix}eye.jpg`
    expect(isUploadOf(actor(colleague), 'fundus', key)).toBe(true)
    expect(isUploadOf(actor(colleague), 'octa', key)).toBe(false)
    expect(isUploadOf(actor(clinician), 'fundus', key)).toBe(false)
  })
})

describe('an upload', () => {
  test('is there afterwards, once: a second one does not take its place', async () => {
    const { url, fields, key_prefix } = await formFor()
    const key = `${key_prefix}eye.jpg`
    expect(await send(url, { fields, key })).toEqual({
      status: 200,
      error_code: 0,
      msg: '操作成功',
      data: {},
    })
    const again = await send(url, { fields, key, bytes: new Uint8Array([2, 2]) })
    expect(again).toMatchObject({ status: 202, error_code: 1003 })
    expect(await app.context.files.read(key)).toEqual(Buffer.of(1))
  })

  test('outside its prefix, or under a name that climbs, is refused', async () => {
    const { url, fields, key_prefix } = await formFor()
    const other = await formFor('fundus', await makeAccount(app, { role: '3' }))
    for (const key of [
      `${other.key_prefix}eye.jpg`,
      `${key_prefix}../eye.jpg`,
      `${key_prefix}../../x/eye.jpg`,
      key_prefix,
      `${key_prefix}a b.jpg`,
      `${key_prefix}眼.jpg`,
      `${key_prefix}${'a'.repeat(300)}.jpg`,
      `/${key_prefix}eye.jpg`,
      '',
    ]) {
      const answered = await send(url, { fields, key })
      expect([key, answered.status, answered.error_code]).toEqual([key, 202, 1001])
    }
  })

  test('by a form that was changed, made up or is over is refused', async () => {
    const { url, fields, key_prefix } = await formFor()
    const key = `${key_prefix}late.jpg`
    const policy = Buffer.from(
      JSON.stringify({ prefix: '', maxBytes: 1e12, expires: 1e15 }),
    ).toString('base64url')
    for (const wrong of [
      { policy },
      { signature: '' },
      { signature: 'x'.repeat(43) },
      { policy: 'x', signature: 'x' },
    ]) {
      expect(await send(url, { fields: { ...fields, ...wrong }, key })).toMatchObject({
        error_code: 1001,
      })
    }
    expect(await send(url, { key })).toMatchObject({ error_code: 1001 })
    const late = await testApp()
    const account = await makeAccount(late, { role: '3' })
    const { sts_config } = await succeed(late, getStsToken, { file_type: 'fundus' }, account)
    late.advance(3601)
    const form = new FormData()
    for (const [name, value] of Object.entries(sts_config.fields)) form.set(name, value)
    form.set('key', `${sts_config.key_prefix}late.jpg`)
    form.set('file', new Blob(['x']), 'late.jpg')
    const answered = await fetch(`${late.url}${sts_config.url}`, { method: 'POST', body: form })
    expect(await answered.json()).toMatchObject({ error_code: 1001 })
    await late.close()
  })

  test('over its limit is refused by name and leaves nothing', async () => {
    const { url, fields, key_prefix, max_bytes } = await formFor('logo')
    const before = await onDisk()
    const bytes = new Uint8Array(max_bytes + 1)
    const answered = await send(url, { fields, key: `${key_prefix}large.png`, bytes })
    expect(answered).toMatchObject({ status: 202, error_code: 1010 })
    expect(answered.msg).toContain('large.png')
    const most = await send(url, {
      fields,
      key: `${key_prefix}most.png`,
      bytes: new Uint8Array(max_bytes),
    })
    expect(most.status).toBe(200)
    expect((await onDisk()).sort()).toEqual([...before, 'most.png'].sort())
  })

  test('of nothing is not finished', async () => {
    const { url, fields, key_prefix } = await formFor()
    const key = `${key_prefix}empty.jpg`
    expect(await send(url, { fields, key, bytes: new Uint8Array() })).toMatchObject({
      status: 202,
      error_code: 501,
      msg: '图像未上传完成：empty.jpg',
    })
    const form = new FormData()
    form.set('key', key)
    const answered = await fetch(`${app.url}${url}`, { method: 'POST', body: form })
    expect(await answered.json()).toMatchObject({ error_code: 501, msg: '图像未上传完成' })
  })

  test('that breaks off in the middle leaves nothing, and the server lives', async () => {
    const { url, fields, key_prefix } = await formFor()
    const before = await onDisk()
    const boundary = 'xyz'
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const head = [...Object.entries(fields), ['key', `${key_prefix}broken.jpg`]]
      .map(([name = '', value = '']) => part(name, value))
      .join('')
    const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`
    await new Promise<void>((resolve) => {
      const request = httpRequest(new URL(url, app.url), {
        method: 'POST',
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': 1e6,
        },
      })
      request.on('error', () => resolve())
      request.write(head + file + 'x'.repeat(10_000), () => request.destroy())
    })
    await expect.poll(onDisk).toEqual(before)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })

  test('that is no form is refused', async () => {
    const answered = await fetch(`${app.url}/v1/oss/upload`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answered.status).toBe(400)
  })
})

describe('a signed address', () => {
  const KEY = 'images/one/eye.jpg'
  test('shows the picture to whom it was given, and no script in it ever runs', async () => {
    await app.context.files.put(KEY, Buffer.from('picture'), 'image/jpeg')
    const answered = await fetch(`${app.url}${await app.context.files.signedUrl(KEY)}`)
    expect(await answered.text()).toBe('picture')
    expect(Object.fromEntries(answered.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '7',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(answered.headers.get('cache-control')).toMatch(/^private, max-age=[678]\d\d, immutable$/)
  })

  test('changed, used for another picture or too late shows nothing', async () => {
    await app.context.files.put('images/two/eye.jpg', Buffer.from('other'), 'image/jpeg')
    const good = await app.context.files.signedUrl(KEY)
    for (const address of [
      good.replace('images/one', 'images/two'),
      good.replace(/expires=\d/, 'expires=9'),
      good.replace(/signature=.{4}/, 'signature=AAAA'),
      good.replace(/\?.*/, ''),
    ]) {
      const answered = await fetch(`${app.url}${address}`)
      expect([address, answered.status]).toEqual([address, 404])
    }
    app.advance(901)
    expect((await fetch(`${app.url}${good}`)).status).toBe(404)
  })
})
