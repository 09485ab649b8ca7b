import {
  commitFeedback,
  FEEDBACK,
  FEEDBACK_PAGE_SIZE,
  feedbackDetail,
  finishFeedback,
  getStsToken,
  handleFeedback,
  listFeedback,
  sendFeedbackForms,
  today,
  type InputOf,
} from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'
import { passHour } from '../../testing/hour.ts'
import { removeOldContacts } from './retention.ts'

const DAY = 86_400
let app: MailApp
let admin: SignedIn
let second: SignedIn
beforeAll(async () => {
  app = await mailApp()
  admin = await makeAccount(app, { role: '2' })
  second = await makeAccount(app, { role: '1' })
})
afterAll(() => app.close())

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const blank = () => sharp({ create: { width: 90, height: 60, channels: 3, background: '#0f766e' } })

let places = 0
/** Each visitor has an address of the network. */
const visitor = () => ({ headers: { 'x-forwarded-for': `10.9.${++places >> 8}.${places & 255}` } })
type Sender = ReturnType<typeof visitor> | SignedIn

type Given = Partial<InputOf<typeof commitFeedback>>
const given = (more: Given = {}) => ({
  type_class: ['1', '4'],
  content: '报告中的图像偏暗',
  ...more,
})
const commit = (more: Given = {}, by: Sender = visitor()) =>
  app.call(commitFeedback, given(more), by)
const sent = async (more: Given = {}, by: Sender = visitor()) =>
  (await succeed(app, commitFeedback, given(more), by)).fid
const opened = (fid: string, by = admin) => succeed(app, feedbackDetail, { fid }, by)
const handle = (fid: string, by = admin) => app.call(handleFeedback, { fid, uid: by.uid }, by)
const finish = (fid: string, result: string, by = admin) =>
  app.call(finishFeedback, { fid, uid: by.uid, result }, by)

async function upload(by: Sender, files: readonly Buffer[]): Promise<string[]> {
  const { forms } = await succeed(app, sendFeedbackForms, { count: files.length }, by)
  for (const [index, { url, fields, key }] of forms.entries()) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('key', key)
    form.set('file', new Blob([new Uint8Array(files[index] ?? Buffer.of())]), 'file')
    const answered = await fetch(new URL(url, app.url), { method: 'POST', body: form })
    expect(((await answered.json()) as { error_code: number }).error_code).toBe(0)
  }
  return forms.map(({ key }) => key)
}

async function keysUnder(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.context.files.list(prefix)) keys.push(key)
  return keys
}

describe('feedback', () => {
  test('of a visitor is unread until an administrator opens it', async () => {
    const before = await succeed(app, listFeedback, {}, admin)
    const return_time = today()
    const fid = await sent({ contact: '13800138000', return_time, file_list: [] })
    const { feedbacks, unread_count } = await succeed(app, listFeedback, {}, admin)
    expect(unread_count).toBe(before.unread_count + 1)
    expect(feedbacks[0]).toMatchObject({
      fid,
      type_class: ['1', '4'],
      content: '报告中的图像偏暗',
      return_time,
      status: 1,
      is_read: false,
      processing_time: null,
      finished_time: null,
      file_count: 0,
    })
    expect(JSON.stringify(feedbacks)).not.toContain('13800138000')
    expect(await opened(fid)).toMatchObject({
      contact: '13800138000',
      uid: null,
      sender: null,
      is_read: true,
      statusMap: { '1': '新反馈', '2': '处理中', '3': '已完成' },
    })
    expect((await succeed(app, listFeedback, {}, second)).unread_count).toBe(before.unread_count)
  })

  test('of an account names it, and nobody sends in the name of another', async () => {
    const trial = await makeAccount(app, { role: '5' })
    const other = await makeAccount(app, { role: '3' })
    for (const more of [{}, { uid: trial.uid }]) {
      expect(await opened(await sent(more, trial))).toMatchObject({
        uid: trial.uid,
        sender: '演示用户',
      })
    }
    expect((await commit({ uid: trial.uid }, other)).error_code).toBe(1002)
    expect((await commit({ uid: trial.uid })).error_code).toBe(1002)
  })

  test('is refused by field where it is not of the table, empty, too long or due in the past', async () => {
    for (const [more, field, msg] of [
      [{ type_class: ['1', '5'] }, 'type_class', '取值不在允许范围内'],
      [{ type_class: ['7', '1'] }, 'type_class', '取值不在允许范围内'],
      [{ type_class: ['6'] }, 'type_class', '此项不能为空'],
      [{ content: ' ' }, 'content', '此项不能为空'],
      [{ content: '长'.repeat(FEEDBACK.contentChars + 1) }, 'content', '不超过2000个字符'],
      [{ contact: '' }, 'contact', '此项不能为空'],
      [{ return_time: '2020-01-01' }, 'return_time', '日期不能早于今天'],
      [{ return_time: '2020-1-1' }, 'return_time', '日期格式应为 YYYY-MM-DD'],
      [{ file_list: ['uploads/feedback/x/y.png'] }, 'file_list', '取值不在允许范围内'],
    ] as const) {
      const answered = await commit(more as Given)
      expect([more, answered.error_code, answered.data]).toEqual([
        more,
        1001,
        { fields: { [field]: msg } },
      ])
    }
  })

  test('comes three to a page, and by category, topic and status', async () => {
    const fid = await sent({ type_class: ['4', '5'] })
    const other = await sent({ type_class: ['4', '7'] })
    const again = await sent({ type_class: ['4', '5'] })
    await handle(again)
    const found = async (filter: InputOf<typeof listFeedback>) =>
      (await succeed(app, listFeedback, filter, admin)).feedbacks.map((row) => row.fid)
    expect(await found({})).toHaveLength(FEEDBACK_PAGE_SIZE)
    expect(FEEDBACK_PAGE_SIZE).toBe(3)
    expect(await found({ type_class: ['4'], size: 10 })).toEqual([again, other, fid])
    expect(await found({ type_class: ['4', '5'], status: '' })).toEqual([again, fid])
    expect(await found({ type_class: ['4', '5'], status: 2 })).toEqual([again])
    expect((await app.call(listFeedback, { type_class: ['9'] }, admin)).error_code).toBe(1001)
  })

  test('is sent so often by one address of the network, and by one account wherever it is', async () => {
    const place = visitor()
    const account = { ...(await makeAccount(app, { role: '4' })), ...place }
    for (let times = 0; times < FEEDBACK.sent.bySender.count; times++) {
      expect((await commit({}, place)).error_code).toBe(0)
      expect((await commit({}, account)).error_code).toBe(0)
    }
    const refused = await commit({}, place)
    expect(refused).toMatchObject({ status: 202, error_code: 1008 })
    expect(refused.data).toMatchObject({ retry_after: expect.any(Number) as number })
    expect((await commit({}, { ...account, ...visitor() })).error_code).toBe(1008)
    expect((await commit()).error_code).toBe(0)
  })

  test('leaves its contact and its words in no entry of the log', async () => {
    const contact = 'private@patients.example.com'
    const fid = await sent({ contact, content: '保密的内容' })
    await opened(fid)
    await handle(fid)
    await finish(fid, '保密的结果')
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'uid', 'target_type', 'detail'])
      .where('target_id', '=', fid)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action, uid }) => [action, uid])).toEqual([
      ['feedback.commit', null],
      ['feedback.open', admin.uid],
      ['feedback.handle', admin.uid],
      ['feedback.finish', admin.uid],
    ])
    expect(JSON.stringify(entries)).not.toMatch(/private|保密/)
  })
})

describe('attachments of feedback', () => {
  test('are saved by administrators as pictures and nothing but pictures, and as PDF', async () => {
    const by = visitor()
    const hidden = '<script>alert(1)</script>'
    const shot = await blank()
      .withExif({ IFD0: { Copyright: hidden } })
      .png()
      .toBuffer()
    const keys = await upload(by, [Buffer.concat([shot, Buffer.from(hidden)]), PDF])
    const [first = '', ...others] = keys
    const fid = await sent({ attachment: [first], file_list: [first, ...others] }, by)
    const { file_list } = await opened(fid)
    expect(file_list.map(({ type }) => type)).toEqual(['image/jpeg', 'application/pdf'])
    const answers = await Promise.all(file_list.map(({ url }) => fetch(new URL(url, app.url))))
    for (const [index, answered] of answers.entries()) {
      expect(Object.fromEntries(answered.headers)).toMatchObject({
        'content-disposition': `attachment; filename*=UTF-8''attachment-${index + 1}.${['jpg', 'pdf'][index] ?? ''}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
    }
    const [picture, pdf] = await Promise.all(
      answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())),
    )
    expect(picture?.includes('script')).toBe(false)
    expect(await sharp(picture).metadata()).toMatchObject({ width: 90, height: 60 })
    expect((await sharp(picture).metadata()).exif).toBeUndefined()
    expect(pdf).toEqual(PDF)
    for (const key of keys) expect(await app.context.files.stat(key)).toBeNull()
  })

  test('that are none, cut short or not there are refused by number, and nothing is kept', async () => {
    const by = visitor()
    const [good = '', page = '', svg = '', cut = ''] = await upload(by, [
      PDF,
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      (await blank().resize(900, 900).jpeg().toBuffer()).subarray(0, -900),
    ])
    const { forms } = await succeed(app, sendFeedbackForms, { count: 1 }, by)
    const before = await keysUnder('feedback/')
    for (const [bad, error_code, words] of [
      [page, 1010, '附件2：仅支持 PDF、JPEG、PNG 或 WebP 文件'],
      [svg, 1010, '附件2：仅支持 PDF、JPEG、PNG 或 WebP 文件'],
      [cut, 1010, '附件2无法读取，请更换'],
      [forms[0]?.key ?? '', 501, '附件2未上传完成，请移除后重新添加'],
    ] as const) {
      expect(await commit({ file_list: [good, bad] }, by)).toMatchObject({
        status: 202,
        error_code,
        data: { fields: { file_list: words } },
      })
      expect(await keysUnder('feedback/')).toEqual(before)
    }
    const many = [good, page, svg, cut, '1', '2']
    expect((await commit({ file_list: many }, by)).error_code).toBe(1001)
    const split = { attachment: many.slice(0, 3), file_list: many.slice(3) }
    expect((await commit(split, by)).error_code).toBe(1001)
    expect((await commit({ file_list: [good] }, by)).error_code).toBe(0)
  })

  test('of an account may come by its own upload form, and by nobody else’s', async () => {
    const account = await makeAccount(app, { role: '3' })
    const { sts_config } = await succeed(app, getStsToken, { file_type: 'feedback' }, account)
    expect(sts_config.accept).toContain('application/pdf')
    const key = `${sts_config.key_prefix}a.png`
    await app.context.files.put(key, await blank().png().toBuffer(), 'image/png')
    expect((await commit({ attachment: [key] })).error_code).toBe(1001)
    expect((await commit({ attachment: [key] }, account)).error_code).toBe(0)
  })

  test('have a number of places by sender, by address and by all visitors, and none when the store is full', async () => {
    const by = visitor()
    const ask = (who: Sender, count = 5) => app.call(sendFeedbackForms, { count }, who)
    for (let places = 0; places < FEEDBACK.uploads.bySender.count; places += 5)
      expect((await ask(by)).error_code).toBe(0)
    expect((await ask(by, 1)).error_code).toBe(1008)
    expect((await ask(visitor(), 6)).error_code).toBe(1001)
    const fid = await sent()
    const large = { type: 'application/pdf', size: FEEDBACK.keptBytes / 4 }
    const rows = [0, 1, 2, 3].map((place) => ({
      file_id: crypto.randomUUID(),
      fid,
      place,
      file_key: 'feedback/none.pdf',
      ...large,
    }))
    await app.context.db.insertInto('feedback_files').values(rows).execute()
    expect(await ask(visitor())).toMatchObject({
      error_code: 1006,
      msg: '暂时不能添加附件，请不带附件提交',
    })
    await app.context.db.deleteFrom('feedback_files').where('fid', '=', fid).execute()
    let given = 0
    while ((await ask(visitor())).error_code === 0) given += 5
    expect(given).toBeLessThan(FEEDBACK.uploads.byVisitors.count)
    expect((await ask(await makeAccount(app, { role: '4' }))).error_code).toBe(0)
    app.advance(DAY)
    expect((await ask(visitor())).error_code).toBe(0)
    admin = await makeAccount(app, { role: '2' })
    second = await makeAccount(app, { role: '1' })
  })

  test('that no feedback took in are gone after a day; those that one did stay', async () => {
    const by = visitor()
    const [lost = '', used = ''] = await upload(by, [PDF, PDF])
    const fid = await sent({ file_list: [used] }, by)
    // The state that a killed program leaves.
    const orphan = `feedback/${fid}/orphan.pdf`
    await app.context.files.put(orphan, PDF, 'application/pdf')
    app.advance(DAY + 3600)
    await passHour(app.context)
    expect(await app.context.files.stat(lost)).toBeNull()
    expect(await app.context.files.stat(orphan)).toBeNull()
    expect(await keysUnder(`feedback/${fid}/`)).toHaveLength(1)
    admin = await makeAccount(app, { role: '2' })
    second = await makeAccount(app, { role: '1' })
  })
})

describe('each step', () => {
  test('is made once: who comes second reads how it stands now', async () => {
    const fid = await sent()
    expect(await finish(fid, '已调整')).toMatchObject({
      error_code: 1003,
      msg: '请先将该反馈标记为处理中',
      data: { stored: { status: 1 } },
    })
    const both = await Promise.all([handle(fid), handle(fid, second)])
    expect(both.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
    expect(both.find(({ error_code }) => error_code === 0)?.data).toMatchObject({
      status: 2,
      is_read: true,
      finished_time: null,
    })
    expect(both.find(({ error_code }) => error_code === 1003)).toMatchObject({
      msg: '该反馈已在处理中',
      data: { stored: { status: 2, processed_by: '演示用户' } },
    })
    const ends = await Promise.all([finish(fid, '已调整'), finish(fid, '不处理', second)])
    expect(ends.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
    const { result } = await opened(fid)
    expect(ends.find(({ error_code }) => error_code === 1003)).toMatchObject({
      msg: '该反馈已处理完成',
      data: { stored: { status: 3, result } },
    })
    expect((await handle(fid)).error_code).toBe(1003)
  })

  test('has the time that was given, neither to come nor before the step before', async () => {
    const fid = await sent()
    const by = { fid, uid: admin.uid }
    const at = (seconds: number) =>
      new Date(app.context.now().getTime() + seconds * 1000).toISOString()
    for (const processing_time of [at(3600), at(-3600)]) {
      expect(await app.call(handleFeedback, { ...by, processing_time }, admin)).toMatchObject({
        error_code: 1001,
        data: { fields: { processing_time: '超出允许范围' } },
      })
    }
    const processing_time = at(0)
    const processed = await succeed(app, handleFeedback, { ...by, processing_time }, admin)
    expect(processed.processing_time).toBe(processing_time)
    const early = { ...by, result: '已调整', finished_time: at(-3600) }
    expect((await app.call(finishFeedback, early, admin)).error_code).toBe(1001)
    const wrong = { ...by, uid: second.uid, result: '已调整' }
    expect((await app.call(finishFeedback, wrong, admin)).error_code).toBe(1002)
  })

  test('at the end mails the result to a contact that is an address, in the language of the sender', async () => {
    const ended = async (contact: string, language: 'zh-CN' | 'en') => {
      const by = { ...visitor(), language }
      const { fid } = await succeed(app, commitFeedback, given({ contact }), by)
      await handle(fid)
      return (await finish(fid, '已调整图像亮度')).data.mailed
    }
    expect(await ended('asked@clinic.example.com', 'zh-CN')).toBe(true)
    const mail = await app.mailTo('asked@clinic.example.com')
    expect(mail.subject).toBe('【明眸】您的反馈已处理')
    expect(mail.lines.join('\n')).toContain('（眼底AI分析 / 诊断报告）已处理完成')
    expect(mail.lines).toContain('处理结果：已调整图像亮度')
    // The address may be anybody's: nothing that was sent comes back.
    expect(mail.lines.join('\n')).not.toContain('报告中的图像偏暗')
    expect(await ended('asked@clinic.example.com', 'en')).toBe(true)
    const english = await app.mailTo('asked@clinic.example.com')
    expect(english.subject).toBe('Mingmou: your feedback was answered')
    expect(english.lines.join('\n')).toContain('(Fundus AI analysis / Diagnostic report)')
    expect(await ended('13800138000', 'zh-CN')).toBe(false)
  })
})

test('contact and attachments of finished feedback are removed after 180 days, on record', async () => {
  const by = visitor()
  const kept = async () => {
    const file_list = await upload(by, [PDF])
    return sent({ contact: '13800138000', file_list }, by)
  }
  const [finished, waiting] = [await kept(), await kept()]
  await handle(finished)
  await finish(finished, '已调整')
  app.advance(FEEDBACK.keptDays * DAY - 3600)
  await removeOldContacts(app.context)
  expect(await keysUnder(`feedback/${finished}/`)).toHaveLength(1)
  app.advance(7200)
  await removeOldContacts(app.context)
  admin = await makeAccount(app, { role: '2' })
  expect(await keysUnder(`feedback/${finished}/`)).toEqual([])
  const said = { content: '报告中的图像偏暗', result: '已调整' }
  expect(await opened(finished)).toMatchObject({ ...said, contact: null, file_list: [] })
  expect(await opened(waiting)).toMatchObject({ contact: '13800138000', file_count: 1 })
  const entries = await app.context.db
    .selectFrom('audit_log')
    .select(['uid', 'target_id'])
    .where('action', '=', 'feedback.remove-contact')
    .where('target_id', 'in', [finished, waiting])
    .execute()
  expect(entries).toEqual([{ uid: null, target_id: finished }])
})
