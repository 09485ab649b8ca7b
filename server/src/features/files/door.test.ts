import { request as httpRequest } from 'node:http'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  askUploadForms,
  FEEDBACK,
  getStsToken,
  logout,
  sendFeedbackForms,
  UPLOAD_FORMS,
  type UploadType,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount, makeInstitution, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { takeTry } from '../sessions/throttle.ts'
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

async function keysUnder(prefix: string): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of app.context.files.list(prefix)) found.push(key)
  return found
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

  test('is given to an account only so often in an hour', async () => {
    const account = await makeAccount(app, { role: '4' })
    const { count } = UPLOAD_FORMS
    await takeTry(app.context, `uploads by ${account.uid}`, UPLOAD_FORMS, count - 1)
    await formFor('fundus', account)
    const { error_code } = await app.call(getStsToken, { file_type: 'fundus' }, account)
    expect(error_code).toBe(1008)
  })

  test('is given for each file of a batch at once, and every one of them counts', async () => {
    const account = await makeAccount(app, { role: '4' })
    const file_names = ['a.jpg', 'b.jpg', 'a.jpg']
    const asked = { file_type: 'fundus' as const, file_names }
    const { forms } = await succeed(app, askUploadForms, asked, account)
    const keys = forms.map(({ key_prefix }, at) => `${key_prefix}${file_names[at] ?? ''}`)
    expect(new Set(keys).size).toBe(3)
    for (const [at, { url, fields }] of forms.entries()) {
      const other = keys[(at + 1) % 3] ?? ''
      expect((await send(url, { fields, key: other })).error_code).toBe(1001)
      expect((await send(url, { fields, key: keys[at] ?? '' })).error_code).toBe(0)
    }
    const { count } = UPLOAD_FORMS
    await takeTry(app.context, `uploads by ${account.uid}`, UPLOAD_FORMS, count - 5)
    const body = { file_type: 'fundus' as const, file_names: ['c.jpg', 'd.jpg', 'e.jpg'] }
    expect((await app.call(askUploadForms, body, account)).error_code).toBe(1008)
  })

  test('of feedback counts with those of the form for visitors', async () => {
    const account = await makeAccount(app, { role: '4' })
    const { count } = FEEDBACK.uploads.bySender
    for (let forms = 0; forms < count; forms++) await formFor('feedback', account)
    const { error_code } = await app.call(getStsToken, { file_type: 'feedback' }, account)
    expect(error_code).toBe(1008)
    expect((await app.call(sendFeedbackForms, { count: 1 }, account)).error_code).toBe(1008)
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

  test('takes the form’s one place: no second file comes by the same form, in whatever name', async () => {
    const { url, fields, key_prefix } = await formFor()
    const names = ['a.jpg', 'b.jpg', 'c.jpg', 'a.jpg']
    const answers = await Promise.all(
      names.map((name) => send(url, { fields, key: `${key_prefix}${name}` })),
    )
    expect(answers.map(({ error_code }) => error_code).sort()).toEqual([0, 1003, 1003, 1003])
    expect(await keysUnder(key_prefix)).toHaveLength(1)
  })

  test('by a form of a named file is for that name alone', async () => {
    const named = { file_type: 'fundus', file_name: 'eye.jpg' } as const
    const { url, fields, key_prefix } = (await succeed(app, getStsToken, named, clinician))
      .sts_config
    const other = await send(url, { fields, key: `${key_prefix}other.jpg` })
    expect(other).toMatchObject({ status: 202, error_code: 1001 })
    const key = `${key_prefix}eye.jpg`
    expect((await send(url, { fields, key })).error_code).toBe(0)
    expect((await send(url, { fields, key })).error_code).toBe(1003)
    for (const file_name of ['a/b.jpg', '../a.jpg', '.jpg', 'a b.jpg', '眼.jpg', '']) {
      const { data } = await app.call(getStsToken, { ...named, file_name }, clinician)
      expect([file_name, data]).toHaveProperty('1.fields.file_name')
    }
  })

  test('by a form of a session that is over is refused, as its calls are', async () => {
    const account = await makeAccount(app, { role: '4' })
    const { url, fields, key_prefix } = await formFor('fundus', account)
    await succeed(app, logout, { uid: account.uid, token: account.token }, account)
    const answered = await send(url, { fields, key: `${key_prefix}late.jpg` })
    const call = await app.call(getStsToken, { file_type: 'fundus' }, account)
    expect([answered.status, answered.msg]).toEqual([call.status, call.msg])
    expect(await keysUnder(key_prefix)).toEqual([])
  })

  test('that is removed leaves no folder behind', async () => {
    const account = await makeAccount(app, { role: '3' })
    const { url, fields, key_prefix } = await formFor('fundus', account)
    const key = `${key_prefix}eye.jpg`
    const folder = join(app.context.config.dataDir, 'files/kept', dirname(key_prefix))
    await send(url, { fields, key })
    expect(await readdir(folder)).toHaveLength(1)
    await app.context.files.remove([key])
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })

  test('outside its prefix, or under a name that climbs, is refused', async () => {
    const { url, fields, key_prefix } = await formFor()
    const other = await formFor('fundus', await makeAccount(app, { role: '3' }))
    for (const key of [
      `${other.key_prefix}eye.jpg`,
      `${key_prefix}../eye.jpg`,
      `${key_prefix}more/eye.jpg`,
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
