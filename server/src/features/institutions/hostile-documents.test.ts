import {
  adminInstitutionDetail,
  adminListReviews,
  adminOpenDocument,
  registerOrganization,
  sendDocumentForms,
  sendOrganizationSignUpEmail,
} from '@mingmou/contract'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'

let app: MailApp
beforeAll(async () => {
  app = await mailApp()
})
afterAll(() => app.close())

const PAGE = '<html><script>alert(1)</script></html>'
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const drawn = () => sharp({ create: { width: 90, height: 60, channels: 3, background: '#0f766e' } })

let made = 0
/** A sign-up with one document, and what an administrator gets of it. */
async function signedUp(bytes: Buffer, name: string) {
  const headers = { 'x-forwarded-for': `10.9.0.${++made}` }
  const email = `hostile${made}@clinic.example.com`
  await succeed(app, sendOrganizationSignUpEmail, { email }, { headers })
  const code = await app.secretTo(email)
  const { forms } = await succeed(app, sendDocumentForms, { email, code, count: 1 }, { headers })
  const [form] = forms
  if (!form) throw new Error('no form was given')
  const sent = new FormData()
  for (const [field, value] of Object.entries(form.fields)) sent.set(field, value)
  sent.set('key', form.key)
  // Whatever the sender calls the file and its type counts for nothing.
  sent.set('file', new Blob([new Uint8Array(bytes)], { type: 'text/html' }), '../../evil.html')
  await fetch(new URL(form.url, app.url), { method: 'POST', body: sent })
  const answered = await app.call(
    registerOrganization,
    {
      email,
      code,
      name: `演示材料医院${email}`,
      shortName: '演示',
      describes: '演示机构',
      contactName: '演示联系人',
      contactPhone: '010-88886666',
      address: '演示路1号',
      areaId: ['330000', '330100', '330106'],
      password1: 'chosen-pass1',
      password2: 'chosen-pass1',
      documents: [{ key: form.key, kind: 'licence', name }],
    },
    { headers },
  )
  if (answered.error_code !== 0) return { refused: answered.error_code, fields: answered.data }
  const admin = await makeAccount(app, { role: '2' })
  const { organizations } = await succeed(app, adminListReviews, { email }, admin)
  const oid = organizations[0]?.oid ?? ''
  const { documents } = await succeed(app, adminInstitutionDetail, { oid }, admin)
  const { document_id = '', name: shown = '' } = documents[0] ?? {}
  const { url } = await succeed(app, adminOpenDocument, { document_id }, admin)
  const got = await fetch(new URL(url, app.url))
  return { shown, headers: got.headers, bytes: Buffer.from(await got.arrayBuffer()) }
}

async function kept(bytes: Buffer, name: string) {
  const found = await signedUp(bytes, name)
  if ('refused' in found) throw new Error(`refused with ${found.refused}`)
  return found
}

/** A PNG that claims a great size and holds next to nothing. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const body = deflateSync(Buffer.alloc(1_000_000))
  const start = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', body),
    chunk('IEND', Buffer.of()),
  ])
}

describe('a document of a stranger', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'that is a %s with a page in its metadata and behind its end keeps its pixels alone',
    async (format) => {
      const exif = { IFD0: { ImageDescription: PAGE, Artist: PAGE } }
      const picture = await drawn().toFormat(format).withExif(exif).toBuffer()
      expect(picture.includes('<script>')).toBe(true)
      const both = Buffer.concat([picture, Buffer.from(PAGE)])
      const { bytes, headers } = await kept(both, `licence.${format}`)
      expect(bytes.includes('<script>')).toBe(false)
      expect(headers.get('content-type')).toBe(`image/${format}`)
      expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 90, height: 60 })
    },
  )

  test('that is a PDF and a page is never shown as a page', async () => {
    const both = Buffer.concat([Buffer.from(`%PDF-1.4\n${PAGE}\n`), PDF])
    const { headers, shown } = await kept(both, 'licence.html')
    expect(shown).toBe('licence.html.pdf')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''licence.html.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  /** A PDF of these objects. */
  const pdfOf = (...objects: (string | Buffer)[]) =>
    Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      ...objects.map((object) => Buffer.concat([Buffer.from(object), Buffer.from('\n')])),
      Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'),
    ])
  const packed = (objects: string, more = '/Filter/FlateDecode') =>
    Buffer.concat([
      Buffer.from(`5 0 obj<</Type/ObjStm/N 1/First 4${more}>>stream\n`),
      more.includes('Flate') ? deflateSync(Buffer.from(objects)) : Buffer.from(objects),
      Buffer.from('\nendstream endobj'),
    ])
  const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>'

  test.each<[string, Buffer]>([
    ['a script', pdfOf(`1 0 obj<</Type/Catalog/OpenAction${SCRIPT}>>endobj`)],
    [
      'a script in a name that is written by code',
      pdfOf('1 0 obj<</Type/Catalog/OpenAction<</S/J#61vaScript/JS(1)>>>>endobj'),
    ],
    [
      'a script among packed objects',
      pdfOf('1 0 obj<</Type/Catalog>>endobj', packed(`9 0 ${SCRIPT}`)),
    ],
    [
      'objects that are packed in another way',
      pdfOf('1 0 obj<</Type/Catalog>>endobj', packed('9 0 <</A 1>>', '/Filter/ASCIIHexDecode')),
    ],
    ['a program', pdfOf('1 0 obj<</OpenAction<</S/Launch/F(cmd.exe)>>>>endobj')],
    ['another file', pdfOf('1 0 obj<</Names<</EmbeddedFiles 2 0 R>>>>endobj')],
    ['a form that sends', pdfOf('1 0 obj<</A<</S/SubmitForm/F(https://e.example.com)>>>>endobj')],
    ['a lock on all that it holds', pdfOf('1 0 obj<</Type/Catalog>>endobj', '<</Encrypt 2 0 R>>')],
  ])('that is a PDF with %s is refused with what to do', async (_, bytes) => {
    expect(await signedUp(bytes, '许可证.pdf')).toMatchObject({
      refused: 1010,
      fields: {
        fields: { documents: expect.stringMatching(/^文件含有脚本.*许可证\.pdf$/) as string },
      },
    })
  })

  test('that is a PDF of pages is kept to the byte, with packed objects, links and signatures too', async () => {
    const link = '<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://clinic.example.com)>>>>'
    const bytes = pdfOf(
      '1 0 obj<</Type/Catalog/AcroForm<</SigFlags 3/Fields[7 0 R]>>/Outlines<</First 2 0 R>>>>endobj',
      packed(`9 0 ${link}`),
      '7 0 obj<</FT/Sig/V<</Type/Sig/Filter/Adobe.PPKLite>>>>endobj',
    )
    expect((await kept(bytes, 'licence.pdf')).bytes.equals(bytes)).toBe(true)
  })

  test.each([
    ['../../etc/passwd', '_.._etc_passwd.pdf'],
    ['licence\u202Efdp.exe', 'licencefdp.exe.pdf'],
    ['C:\\start\\许可证.PDF', 'C__start_许可证.PDF'],
    ['\u200B\u2066', 'document.pdf'],
    ['a".pdf', 'a_.pdf'],
  ])('named %j is shown and saved as %j', async (name, expected) => {
    const { shown, headers } = await kept(PDF, name)
    expect(shown).toBe(expected)
    expect(headers.get('content-disposition')).toContain(encodeURIComponent(expected))
  })

  test('with a name of 4,000 letters, or without any, is refused by its field', async () => {
    for (const name of ['许'.repeat(4000), '', 'a\u0000b.pdf'])
      expect(await signedUp(PDF, name)).toMatchObject({ refused: 1001 })
  })

  test('that unpacks to more pixels than a photograph has, or is a drawing in another name, is refused', async () => {
    const svg = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
    )
    for (const bytes of [bomb(30_000), bomb(8_500), svg, Buffer.from(PAGE)])
      expect(await signedUp(bytes, 'licence.png')).toMatchObject({ refused: 1010 })
  })
})
