import {
  ADMISSION_DOCUMENTS,
  adminDeleteInstitution,
  adminInstitutionDetail,
  adminListReviews,
  adminOpenDocument,
  adminReviewInstitution,
  login,
  RefusedApplication,
  registerOrganization,
  sendDocumentForms,
  sendOrganizationSignUpEmail,
  type GivenDocument,
} from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'
import { passHour } from '../../testing/hour.ts'
import { purgeInstitutions, removeRefusedDocuments } from './purge.ts'

const DAY = 86_400
let app: MailApp
beforeAll(async () => {
  app = await mailApp()
})
afterAll(() => app.close())

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const picture = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#0f766e',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .toFormat(format)
    .toBuffer()

interface Proof {
  email: string
  code: string
  /** Each applicant has an address of his own. */
  headers: { 'x-forwarded-for': string }
}
let made = 0
const from = (place: string) => ({ 'x-forwarded-for': place })

async function codeFor(email: string, headers: Proof['headers']): Promise<Proof> {
  await succeed(app, sendOrganizationSignUpEmail, { email }, { headers })
  return { email, code: await app.secretTo(email), headers }
}
const applicant = () =>
  codeFor(`papers${++made}@clinic.example.com`, from(`10.1.${made >> 8}.${made & 255}`))

const formsFor = ({ email, code, headers }: Proof, count: number) =>
  app.call(sendDocumentForms, { email, code, count }, { headers })
const signUp = (proof: Proof, documents?: GivenDocument[]) =>
  app.call(registerOrganization, application(proof, documents), { headers: proof.headers })

interface Form {
  url: string
  fields: Record<string, string>
  key: string
}
async function post({ url, fields, key }: Form, bytes: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file')
  const answered = await fetch(new URL(url, app.url), { method: 'POST', body: form })
  return (await answered.json()) as { error_code: number; msg: string }
}

async function uploaded(proof: Proof, files: readonly Buffer[]): Promise<string[]> {
  const { forms } = (await formsFor(proof, files.length)).data
  for (const [index, form] of forms.entries()) {
    expect((await post(form, files[index] ?? Buffer.of())).error_code).toBe(0)
  }
  return forms.map(({ key }) => key)
}

const application = ({ email, code }: Omit<Proof, 'headers'>, documents?: GivenDocument[]) => ({
  email,
  code,
  name: `演示材料医院${email}`,
  shortName: '演示材料',
  describes: '演示机构，没有真实患者',
  contactName: '演示联系人',
  contactPhone: '010-88886666',
  areaId: ['330000', '330100', '330106'],
  address: '演示路1号',
  password1: 'chosen-pass1',
  password2: 'chosen-pass1',
  ...(documents && { documents }),
})
const licence = (key: string, name = '医疗机构执业许可证.pdf'): GivenDocument => ({
  key,
  kind: 'licence',
  name,
})

/** An institution that waits for its review with one document. */
async function applied() {
  const proof = await applicant()
  const [key = ''] = await uploaded(proof, [PDF])
  expect((await signUp(proof, [licence(key)])).error_code).toBe(0)
  const admin = await makeAccount(app, { role: '2' })
  const { organizations } = await succeed(app, adminListReviews, { email: proof.email }, admin)
  const oid = organizations[0]?.oid ?? ''
  const { documents } = await succeed(app, adminInstitutionDetail, { oid }, admin)
  return { oid, key, admin, proof, document_id: documents[0]?.document_id ?? '' }
}

async function keysUnder(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.context.files.list(prefix)) keys.push(key)
  return keys
}

describe('documents of a sign-up', () => {
  test('are seen by the reviewer, who saves each by a signed address that lasts minutes', async () => {
    const proof = await applicant()
    const files = [PDF, await picture('jpeg'), await picture('png'), await picture('webp')]
    const keys = await uploaded(proof, files)
    const kinds = ['licence', 'identity', 'qualification', 'other'] as const
    const name = "许可证 (副本)'s.pdf"
    const given = keys.map((key, index) => ({ key, kind: kinds[index] ?? 'other', name }))
    expect((await signUp(proof, given)).error_code).toBe(0)
    const admin = await makeAccount(app, { role: '1' })
    const { organizations } = await succeed(app, adminListReviews, { email: proof.email }, admin)
    const oid = organizations[0]?.oid ?? ''
    const { documents } = await succeed(app, adminInstitutionDetail, { oid }, admin)
    expect(documents.map(({ kind, type }) => [kind, type])).toEqual([
      ['licence', 'application/pdf'],
      ['identity', 'image/jpeg'],
      ['qualification', 'image/png'],
      ['other', 'image/webp'],
    ])
    const { document_id = '' } = documents[0] ?? {}
    const { url } = await succeed(app, adminOpenDocument, { document_id }, admin)
    const answered = await fetch(new URL(url, app.url))
    expect(Buffer.from(await answered.arrayBuffer())).toEqual(PDF)
    expect(Object.fromEntries(answered.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        "attachment; filename*=UTF-8''%E8%AE%B8%E5%8F%AF%E8%AF%81%20%28%E5%89%AF%E6%9C%AC%29%27s.pdf",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const without = new URL(url, app.url)
    without.searchParams.delete('name')
    expect((await fetch(without)).status).toBe(404)
    expect((await fetch(new URL(new URL(url, app.url).pathname, app.url))).status).toBe(404)
    app.advance(901)
    expect((await fetch(new URL(url, app.url))).status).toBe(404)
    expect(await keysUnder(`documents/${oid}/`)).toHaveLength(4)
    for (const key of keys) expect(await app.context.files.stat(key)).toBeNull()
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'uid', 'detail'])
      .where('oid', '=', oid)
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { action: 'institution.sign-up', detail: { documents: 4 } },
      { action: 'institution.open-document', uid: admin.uid, detail: { document: document_id } },
    ])
  })

  test('are opened by administrators alone', async () => {
    const { document_id } = await applied()
    for (const role of ['3', '4', '5'] as const) {
      const other = await makeAccount(app, { role })
      expect((await app.call(adminOpenDocument, { document_id }, other)).status).toBe(600)
    }
    expect((await app.call(adminOpenDocument, { document_id })).status).toBe(401)
  })

  test('need the code of the sign-up before anything can be uploaded', async () => {
    const proof = await applicant()
    const wrong = proof.code === '000000' ? '000001' : '000000'
    expect(await formsFor({ ...proof, code: wrong }, 1)).toMatchObject({
      status: 202,
      error_code: 1005,
      data: { fields: { code: '验证码错误或已失效' } },
    })
    const email = `papers${++made}@clinic.example.com`
    expect((await formsFor({ ...proof, email }, 1)).error_code).toBe(1005)
    expect((await formsFor({ ...proof, headers: from('10.3.0.1') }, 1)).error_code).toBe(1005)
    expect((await formsFor(proof, 1)).error_code).toBe(0)
  })

  test('take one file for each form, under its own key, of 10 MiB at most', async () => {
    const proof = await applicant()
    const [first, second] = (await formsFor(proof, 2)).data.forms
    if (!first || !second) throw new Error('two forms were asked for')
    expect((await post({ ...first, key: `${first.key}/more` }, PDF)).error_code).toBe(1001)
    expect((await post({ ...first, key: second.key }, PDF)).error_code).toBe(1001)
    expect((await post(first, PDF)).error_code).toBe(0)
    expect((await post(first, PDF)).error_code).toBe(1003)
    const large = Buffer.alloc(ADMISSION_DOCUMENTS.maxBytes + 1)
    expect((await post(second, large)).error_code).toBe(1010)
    expect(await app.context.files.stat(second.key)).toBeNull()
  })

  test('are limited by mail address, and by how often a place of the network asks', async () => {
    const proof = await applicant()
    expect((await formsFor(proof, 11)).error_code).toBe(1001)
    await uploaded(proof, Array<Buffer>(10).fill(PDF))
    await uploaded(proof, Array<Buffer>(10).fill(PDF))
    expect((await formsFor(proof, 1)).error_code).toBe(1006)
    const headers = from('10.2.0.1')
    const nobody = { email: 'nobody@clinic.example.com', code: '123456', headers }
    for (let asks = 0; asks < ADMISSION_DOCUMENTS.asks.count; asks++) {
      expect((await formsFor(nobody, 1)).error_code).toBe(1005)
    }
    expect((await formsFor(nobody, 1)).error_code).toBe(1008)
  })

  test('that are none are refused by name at their field, and the sign-up can go on', async () => {
    const proof = await applicant()
    const half = (await picture('jpeg')).subarray(0, -9000)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const [text = '', cut = '', drawn = '', good = ''] = await uploaded(proof, [
      page,
      half,
      svg,
      PDF,
    ])
    const [, missing] = (await formsFor(proof, 2)).data.forms
    const mine = await uploaded(await applicant(), [PDF])
    const before = await keysUnder('documents/')
    for (const [key, error_code, words] of [
      [text, 1010, '仅支持 PDF、JPEG、PNG 或 WebP 文件：a.pdf'],
      [drawn, 1010, '仅支持 PDF、JPEG、PNG 或 WebP 文件：a.pdf'],
      [cut, 1010, '图像无法读取：a.pdf'],
      [missing?.key ?? '', 501, '图像未上传完成：a.pdf'],
      [mine[0] ?? '', 1001, '取值不在允许范围内'],
      ['documents/x/y.pdf', 1001, '取值不在允许范围内'],
    ] as const) {
      // Each has a fresh code: the tries of one code are counted.
      app.advance(61)
      const again = await codeFor(proof.email, proof.headers)
      expect(await signUp(again, [licence(good), licence(key, 'a.pdf')])).toMatchObject({
        error_code,
        data: { fields: { documents: words } },
      })
      expect(await keysUnder('documents/')).toEqual(before)
    }
    app.advance(61)
    const last = await codeFor(proof.email, proof.headers)
    expect((await signUp(last, [licence(good), licence(good)])).error_code).toBe(1001)
    expect((await signUp(last, [licence(good)])).error_code).toBe(0)
    expect((await keysUnder('documents/')).length).toBe(before.length + 1)
  })

  test('that no sign-up followed are gone after a day; those of a sign-up stay', async () => {
    const { oid } = await applied()
    const [lost = ''] = await uploaded(await applicant(), [PDF])
    // The state that a killed program leaves.
    const orphan = `documents/${oid}/orphan.pdf`
    await app.context.files.put(orphan, PDF, 'application/pdf')
    await passHour(app.context)
    expect(await app.context.files.stat(lost)).not.toBeNull()
    app.advance(DAY + 3600)
    await passHour(app.context)
    expect(await app.context.files.stat(lost)).toBeNull()
    expect(await keysUnder(`documents/${oid}/`)).toHaveLength(1)
    expect(await app.context.files.stat(orphan)).toBeNull()
  })

  test('of a refused sign-up are deleted after 30 days, on record; of an approved one they stay', async () => {
    const refused = await applied()
    const approved = await applied()
    const decide = (oid: string, review_status: 1 | 2) =>
      succeed(
        app,
        adminReviewInstitution,
        { oid, review_status, review_msg: '材料不全' },
        approved.admin,
      )
    await decide(refused.oid, 2)
    await decide(approved.oid, 1)
    app.advance(30 * DAY - 3600)
    await removeRefusedDocuments(app.context)
    expect(await keysUnder(`documents/${refused.oid}/`)).toHaveLength(1)
    app.advance(7200)
    await removeRefusedDocuments(app.context)
    expect(await keysUnder(`documents/${refused.oid}/`)).toEqual([])
    expect(await keysUnder(`documents/${approved.oid}/`)).toHaveLength(1)
    const admin = await makeAccount(app, { role: '2' })
    const { documents } = await succeed(app, adminInstitutionDetail, { oid: refused.oid }, admin)
    expect(documents).toEqual([])
    const gone = { document_id: refused.document_id }
    expect((await app.call(adminOpenDocument, gone, admin)).error_code).toBe(1002)
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select(['uid', 'detail'])
      .where('action', '=', 'institution.remove-documents')
      .where('oid', '=', refused.oid)
      .execute()
    expect(entries).toEqual([{ uid: null, detail: { documents: 1 } }])
  })

  test('of a refused sign-up go with the next one of its address, which begins with what it held', async () => {
    const { oid, admin, document_id, proof } = await applied()
    const review = { oid, review_status: 2, review_msg: '许可证不清晰' } as const
    await succeed(app, adminReviewInstitution, review, admin)
    const { email, headers } = proof
    const typed = { account: email, password: 'chosen-pass1', accountType: 2 } as const
    const answered = await app.call(login, typed, { headers })
    expect(answered.msg).toBe('机构入驻申请未通过审核。审核意见：许可证不清晰')
    const { application: held, review_msg, documents } = RefusedApplication.parse(answered.data)
    const { code, ...fields } = application(proof)
    const { password1, password2 } = fields
    expect({ ...held, code, password1, password2 }).toEqual({ ...fields, code })
    expect([review_msg, documents]).toEqual([
      '许可证不清晰',
      [expect.objectContaining({ document_id, name: '医疗机构执业许可证.pdf' })],
    ])

    app.advance(61)
    const kept_documents = [{ document_id, kind: 'other' as const }]
    const stranger = await applicant()
    const theirs = { ...application(stranger), kept_documents }
    const refusal = await app.call(registerOrganization, theirs, { headers: stranger.headers })
    expect(refusal.data).toMatchObject({
      fields: { documents: '先前提交的材料已到期删除，请重新添加' },
    })

    expect((await app.mailTo(email)).lines.join()).toContain('材料保留30天')
    const again = await codeFor(email, headers)
    const next = { ...held, code: again.code, password1, password2, kept_documents }
    await succeed(app, registerOrganization, next, { headers })
    const pending = { email, review_status_tag: 'pending' } as const
    const { organizations } = await succeed(app, adminListReviews, pending, admin)
    const detail = { oid: organizations[0]?.oid ?? '' }
    const now = await succeed(app, adminInstitutionDetail, detail, admin)
    expect(now.documents).toMatchObject([{ kind: 'other', name: '医疗机构执业许可证.pdf' }])
    app.advance(31 * DAY)
    await removeRefusedDocuments(app.context)
    expect(await keysUnder(`documents/${oid}/`)).toEqual([])
    expect(await keysUnder(`documents/${detail.oid}/`)).toHaveLength(1)
  })

  test('of a deleted institution open for nobody, and go with its other data', async () => {
    const { oid, admin, document_id } = await applied()
    await succeed(app, adminDeleteInstitution, { oid }, admin)
    expect((await app.call(adminOpenDocument, { document_id }, admin)).error_code).toBe(1002)
    app.advance(30 * DAY + 3600)
    await purgeInstitutions(app.context)
    expect(await keysUnder(`documents/${oid}/`)).toEqual([])
    const rows = await app.context.db
      .selectFrom('admission_documents')
      .select('document_id')
      .where('oid', '=', oid)
      .execute()
    expect(rows).toEqual([])
  })
})
