import {
  changedMeanwhile,
  ManagedNews,
  adminAddNews,
  adminDeleteNews,
  adminListNews,
  adminSetNews,
  newsList,
  type BodyOf,
} from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { upload } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let chief: SignedIn
let administrator: SignedIn
beforeAll(async () => {
  app = await testApp()
  chief = await makeAccount(app, { role: '1' })
  administrator = await makeAccount(app, { role: '2' })
})
beforeEach(async () => {
  await app.context.db.updateTable('news').set({ deleted_at: new Date() }).execute()
  app.advance(10)
})
afterAll(() => app.close())

const written = (change: Partial<BodyOf<typeof adminAddNews>> = {}) => ({
  happened_on: '2021-03-01',
  title_zh: '示例标题',
  title_en: 'Example title',
  body_zh: '示例**正文**',
  body_en: 'Example **text**',
  published: true,
  ...change,
})
const add = (change: Partial<BodyOf<typeof adminAddNews>> = {}, by = administrator) =>
  succeed(app, adminAddNews, written(change), by)
const shown = async (language?: string) => {
  const answered = await fetch(`${app.url}${newsList.path}`, {
    headers: { 'accept-language': language ?? 'zh-CN' },
  })
  const { data } = (await answered.json()) as { data: unknown }
  return { entries: newsList.data.parse(data).entries, headers: answered.headers }
}
const picture = () =>
  sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#0f766e' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer()
const stored = async () => {
  const keys: string[] = []
  for await (const { key } of app.context.files.list('news/')) keys.push(key)
  return keys
}

describe('a visitor', () => {
  test('reads what is published, newest first, in their own language', async () => {
    await add({ happened_on: '2019-05-01', title_zh: '较早', title_en: 'Earlier' })
    await add()
    const { entries } = await shown()
    expect(entries.map(({ title }) => title)).toEqual(['示例标题', '较早'])
    expect(entries[0]).toMatchObject({ body: '示例**正文**', happened_on: '2021-03-01' })
    const english = await shown('en')
    expect(english.entries.map(({ title }) => title)).toEqual(['Example title', 'Earlier'])
  })

  test('sees no draft, none that was withdrawn, and none that was deleted', async () => {
    const draft = await add({ published: false })
    const withdrawn = await add()
    const deleted = await add()
    await succeed(
      app,
      adminSetNews,
      { ...written({ published: false }), nid: withdrawn.nid },
      administrator,
    )
    await succeed(app, adminDeleteNews, { nid: deleted.nid }, administrator)
    expect((await shown()).entries).toEqual([])
    const { rows } = await succeed(app, adminListNews, {}, chief)
    expect(rows.map(({ nid }) => nid).sort()).toEqual([draft.nid, withdrawn.nid].sort())
  })

  test('is answered without a look at the database for ten seconds, and may ask only so often', async () => {
    const { nid } = await add()
    expect((await shown()).entries).toHaveLength(1)
    await app.context.db
      .updateTable('news')
      .set({ published: false })
      .where('nid', '=', nid)
      .execute()
    const { entries, headers } = await shown()
    expect(entries).toHaveLength(1)
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
    app.advance(10)
    expect((await shown()).entries).toEqual([])
  })

  test('reads hostile text as it was written: the page shows it, nothing runs it', async () => {
    const body = '<script>alert(1)</script> [x](javascript:alert(1)) ![y](data:text/html,z)'
    await add({ body_zh: body })
    expect((await shown()).entries[0]?.body).toBe(body)
  })
})

describe('an administrator', () => {
  test('adds a picture, which is small and does not tell who took it', async () => {
    const key = await upload(app, administrator, await picture(), 'a.jpg', 'news')
    const { nid } = await add({ picture: key })
    const url = (await shown()).entries[0]?.picture_url ?? ''
    const bytes = Buffer.from(await (await fetch(new URL(url, app.url))).arrayBuffer())
    const found = await sharp(bytes).metadata()
    expect([found.format, found.width, found.exif]).toEqual(['webp', 1600, undefined])
    await succeed(app, adminSetNews, { ...written({ title_zh: '另一标题' }), nid }, administrator)
    expect((await shown()).entries[0]?.picture_url).not.toBeNull()
    await succeed(app, adminSetNews, { ...written({ picture: null }), nid }, administrator)
    expect((await shown()).entries[0]?.picture_url).toBeNull()
    expect(await stored()).toEqual([])
  })

  test('is refused what is no picture, and the upload of somebody else', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    const key = await upload(app, administrator, svg, 'a.png', 'news')
    const refused = await app.call(adminAddNews, written({ picture: key }), administrator)
    expect([refused.error_code, refused.msg]).toEqual([
      1010,
      '仅支持 JPEG、PNG 或 WebP 图像：a.png',
    ])
    const other = await app.call(adminAddNews, written({ picture: key }), chief)
    expect(other.data).toEqual({ fields: { picture: '取值不在允许范围内' } })
    expect((await shown()).entries).toEqual([])
  })

  test('is shown what a colleague saved meanwhile, and replaces nothing unseen', async () => {
    const { nid } = await add()
    const change = (by: SignedIn, title_zh: string, version?: number) =>
      app.call(adminSetNews, { ...written({ title_zh }), nid, version }, by)
    expect((await change(chief, '同事的标题', 1)).error_code).toBe(0)
    const refused = await change(administrator, '我的标题', 1)
    expect(refused.error_code).toBe(1003)
    const { stored: theirs } = changedMeanwhile(ManagedNews).parse(refused.data)
    expect(theirs).toMatchObject({ title_zh: '同事的标题', version: 2 })
    expect((await change(administrator, '我的标题')).error_code).toBe(1003)
    expect((await change(administrator, '我的标题', theirs.version)).error_code).toBe(0)
    expect((await shown()).entries[0]?.title).toBe('我的标题')
  })

  test('deletes nothing that a colleague changed unseen', async () => {
    const { nid } = await add()
    await succeed(app, adminSetNews, { ...written({ title_zh: '新标题' }), nid, version: 1 }, chief)
    const remove = (version?: number) =>
      app.call(adminDeleteNews, { nid, ...(version !== undefined && { version }) }, administrator)
    const refused = await remove(1)
    expect(refused.error_code).toBe(1003)
    const { stored: theirs } = changedMeanwhile(ManagedNews).parse(refused.data)
    expect(theirs).toMatchObject({ title_zh: '新标题', version: 2 })
    expect((await remove()).error_code).toBe(1003)
    expect((await shown()).entries.map(({ title }) => title)).toEqual(['新标题'])
    expect((await remove(2)).error_code).toBe(0)
    expect((await shown()).entries).toEqual([])
  })

  test.each([
    ['happened_on', '2018-12-31', '日期不能早于2019年'],
    ['happened_on', '2999-01-01', '日期不能晚于今天'],
    ['title_en', '', '此项不能为空'],
    ['title_zh', 'x'.repeat(129), '不超过128个字符'],
    ['body_en', 'x'.repeat(6001), '不超过6000个字符'],
  ])('is told what is wrong with %s', async (field, value, said) => {
    const { data } = await app.call(adminAddNews, { ...written(), [field]: value }, administrator)
    expect(data).toEqual({ fields: { [field]: said } })
  })

  test('finds news by a part of a title, and leaves every change on record', async () => {
    const { nid } = await add({ title_en: 'Something else' })
    await add()
    const { rows } = await succeed(app, adminListNews, { title: 'something' }, chief)
    expect(rows.map((row) => row.nid)).toEqual([nid])
    await succeed(app, adminSetNews, { ...written(), nid, version: 1 }, chief)
    await succeed(app, adminDeleteNews, { nid }, chief)
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'uid'])
      .where('target_id', '=', nid)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'news.add', uid: administrator.uid },
      { action: 'news.set', uid: chief.uid },
      { action: 'news.delete', uid: chief.uid },
    ])
  })
})
