import { createHash } from 'node:crypto'
import {
  createReport,
  DOCUMENTS,
  FundusReportData,
  fundusAnalysis,
  getReport,
  listReports,
  REPORT_NO,
  REPORT_PDF_PATH,
  voidReport,
  takenOver,
  type InputOf,
  type Language,
} from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  analysed,
  drawnPhotograph,
  makeArchive,
  makePatient,
  makeSitting,
  plainImage,
  predict,
  resultOf,
  state,
  statusOf,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { rememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const NAME = '演示患者报'
const PHONE = '13912345678'

let app: TestApp
let by: SignedIn
let pid: string
/** One analysis for all tests: a photograph, and a file that is not a picture. */
let anal_id: string
beforeAll(async () => {
  app = await testApp()
  await work(app, rememberingModels())
  by = await makeAccount(app, { role: '4' })
  pid = await makePatient(app, by, {
    name: NAME,
    phone: PHONE,
    ad_card_number: 'CARD-REPORT',
    birthday: '1964-03-02',
  })
  const rid = await makeArchive(app, by, pid, [await drawnPhotograph(), await plainImage()])
  anal_id = (await analysed(app, by, rid)).anal_id
})
afterAll(() => app.close())

const asked = () => ({ token: by.token })
let written = 0
/** An opinion of its own makes a report of its own. */
const wish = (traits: Partial<InputOf<typeof createReport>> = {}) => ({
  uid: by.uid,
  patient_id: pid,
  analysis_id: anal_id,
  analysis_type: '1' as const,
  diagnostic_opinion: `未见异常（${++written}）`,
  image_index: 0,
  ...traits,
})
const make = (traits = {}, who = asked()) => succeed(app, createReport, wish(traits), who)
const read = async (report_id: string, who: Parameters<typeof app.call>[2] = {}) =>
  app.call(getReport, { report_id, diagnosis_class: '1' }, who)
/** Without the signatures of its addresses: they are other ones five minutes later. */
const unsigned = (report: object): unknown =>
  JSON.parse(JSON.stringify(report).replaceAll(/\?expires=[^"]*/g, ''))

describe('a report', () => {
  test('says what was found, by whom and of whom, with a unit or a reason for every figure', async () => {
    const { report_no, report_id } = await make({ diagnostic_opinion: '未见明显异常' })
    expect(report_no).toMatch(REPORT_NO)
    const { data } = await read(report_id, asked())
    const report = FundusReportData.parse(data.report_data)
    expect(report).toMatchObject({
      report_no,
      name: NAME,
      gender: 1,
      age: 59,
      phone: PHONE,
      id: 'CARD-REPORT',
      record_date: '2024-03-01',
      clinician: '演示用户',
      opinion: '未见明显异常',
      gradable: true,
      standing: {
        state: 'signed',
        altered: false,
        outdated: false,
        voided: null,
        kept_until: null,
        superseded_by: null,
        supersedes: null,
        origin: { pid },
      },
    })
    expect(report.standing.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(report.machine_opinion).toContain('不能仅凭本产品结果进行临床决策。')
    expect(report.image_sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(Object.keys(report.model_versions)).toContain('vessels')
    for (const group of ['iqa', 'DR', 'vessel', 'segmentation'] as const) {
      for (const [field, value] of Object.entries(report[group])) {
        const name = `${group}.${field}`
        if (value === null) expect(report.not_measured[name], name).toBeDefined()
        else if (typeof value === 'number') expect(report.units[name], name).toBeDefined()
      }
    }
    expect(await statusOf(fetch(new URL(report.image_url, app.url)))).toBe(200)
  })

  test('asked for again with the same opinion is the same one, also when asked five times at once', async () => {
    const same = wish()
    const made = await Promise.all(
      Array.from({ length: 5 }, () => succeed(app, createReport, same, asked())),
    )
    expect(new Set(made.map((report) => report.report_no)).size).toBe(1)
    expect(await succeed(app, createReport, same, asked())).toEqual(made[0])
  })

  test('with another opinion takes the place of the one before, which stays as it was', async () => {
    const first = await make({ diagnostic_opinion: '未见异常。\n三个月后复查。' })
    const before = (await read(first.report_id, asked())).data.report_data
    const second = await make({ diagnostic_opinion: '未见异常。\n六个月后复查。' })
    const { standing, ...after } = (await read(first.report_id, asked())).data.report_data
    expect(unsigned({ ...after, standing: before.standing })).toEqual(unsigned(before))
    const changes = ['医生诊断意见，删去：三个月后复查。', '医生诊断意见，新增：六个月后复查。']
    expect(standing).toMatchObject({
      state: 'superseded',
      superseded_by: { report_no: second.report_no, clinician: '演示用户', changes },
    })
    const newer = (await read(second.report_id, asked())).data.report_data
    expect(newer.standing).toMatchObject({
      state: 'signed',
      supersedes: { report_no: first.report_no, changes },
    })
    // A visitor does not learn what an older report said.
    expect((await read(second.report_no)).data.report_data.standing).toMatchObject({
      supersedes: null,
      origin: null,
    })
  })

  test('carries the eye as the clinician set it', async () => {
    const { report_id: before } = await make({ diagnostic_opinion: '眼别' })
    await state(app, by, { analysis_record_id: anal_id, field: 'eye', value: 'OS' })
    const { report_id } = await make({ diagnostic_opinion: '眼别' })
    expect(report_id).not.toBe(before)
    expect((await read(report_id, asked())).data.report_data.eye).toBe('OS')
  })

  test('has the hash of the file as it was received, whatever is stored of it', async () => {
    const bytes = await sharp(await plainImage())
      .withExif({ IFD0: { Artist: 'camera' } })
      .jpeg()
      .toBuffer()
    const rid = await makeArchive(app, by, pid, [bytes])
    const { anal_id: analysis_id } = await analysed(app, by, rid)
    const { report_no } = await make({ analysis_id })
    const { report_data } = (await read(report_no)).data
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(report_data).toMatchObject({ image_sha256: sha256, sha256_of: 'received' })
    const stored = await fetch(new URL(report_data.image_url, app.url))
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(false)
    const { footer } = DOCUMENTS.fundus.of(report_data, 'zh-CN')
    expect(footer.lines).toContain(`收到的图像文件 SHA-256 ${sha256}`)
  })

  test('of a picture that is no fundus gives no disease grade', async () => {
    const { report_id } = await make({ image_index: 1 })
    expect((await read(report_id, asked())).data.report_data).toMatchObject({
      gradable: false,
      iqa: { image_quality: 'reject' },
      DR: { stage: null },
      vessel: { density: null },
      not_measured: { 'vessel.density': 'not_fundus' },
    })
  })

  test('says by its text who wrote the opinion, in the audit log too', async () => {
    const { right, left, other } = await resultOf(app, by, anal_id)
    const image = [...right, ...left, ...other].find(({ image_index }) => image_index === 0)
    const draft = takenOver(image?.opinion ?? '')
    expect(draft).toContain('建议')
    expect(draft).toContain('局限')
    const origins = []
    for (const diagnostic_opinion of [draft, `${draft}\n已与患者沟通。`, '未见异常']) {
      const { report_id } = await make({ diagnostic_opinion })
      const { report_data } = (await read(report_id, asked())).data
      const { opinion_origin, opinion_share } = report_data
      const entry = await app.context.db
        .selectFrom('audit_log')
        .select('detail')
        .where('action', '=', 'report.create')
        .where('target_id', '=', report_id)
        .executeTakeFirstOrThrow()
      expect(entry.detail).toMatchObject({ opinion_origin })
      origins.push([opinion_origin, opinion_share])
    }
    expect(origins).toEqual([
      ['taken_over', null],
      ['changed', expect.closeTo(0.04, 1)],
      ['own', null],
    ])
  })

  test('has the machine’s opinion in the language it is read in', async () => {
    const { report_no } = await make()
    const opinionIn = async (language: Language) => {
      const { report_data } = (await read(report_no, { language })).data
      return `${report_data.machine_opinion}${report_data.patient_opinion}`
    }
    expect(await opinionIn('en')).toMatch(/^Conclusion/)
    expect(await opinionIn('en')).not.toMatch(/\p{Script=Han}/u)
    expect(await opinionIn('zh-CN')).toMatch(/^结论/)
  })

  test('is refused for an analysis that is not finished, another patient, type, image or name', async () => {
    const running = await makeSitting(app)
    const stopped = await predict(app, running.by, running.rid)
    await app.call(
      fundusAnalysis.cancel,
      { analysis_record_id: stopped },
      { token: running.by.token },
    )
    const unfinished = wish({
      uid: running.by.uid,
      patient_id: running.pid,
      analysis_id: stopped,
    })
    const notDone = await app.call(createReport, unfinished, { token: running.by.token })
    expect([0, 1003]).toContain(notDone.error_code)
    const other = await makePatient(app, by)
    for (const fault of [
      { patient_id: other },
      { analysis_type: '2' },
      { image_index: 2 },
      { uid: running.by.uid },
      { analysis_id: stopped },
    ] as const) {
      const refused = await app.call(createReport, wish(fault), asked())
      expect([refused.status, refused.error_code]).toEqual([202, 1002])
    }
    for (const diagnostic_opinion of ['', ' ', 'x'.repeat(4001)]) {
      const refused = await app.call(createReport, wish({ diagnostic_opinion }), asked())
      expect(refused.error_code).toBe(1001)
    }
  })
})

describe('the public link of a report', () => {
  test('lets no browser keep the pictures of a visitor, who may lose the right to see them', async () => {
    const { report_no } = await make()
    const caching = async (who = {}) => {
      const { image_url, overlays } = (await read(report_no, who)).data.report_data
      const urls = [image_url, ...overlays.map(({ url }) => url)]
      const answers = await Promise.all(urls.map((url) => fetch(new URL(url, app.url))))
      expect(answers.every(({ ok }) => ok)).toBe(true)
      // A picture that is not read keeps its line open, and the program from closing.
      await Promise.all(answers.map((answer) => answer.arrayBuffer()))
      return new Set(answers.map(({ headers }) => headers.get('cache-control')))
    }
    expect(await caching()).toEqual(new Set(['private, no-store']))
    // Pictures that are asked for on either side of a second are kept for one second more or less.
    for (const kept of await caching(asked()))
      expect(kept).toMatch(/^private, max-age=\d+, immutable$/)
    // The word is signed with the address.
    const { image_url } = (await read(report_no)).data.report_data
    const forged = new URL(image_url.replace('kept=no&', ''), app.url)
    expect((await fetch(forged)).status).toBe(404)
  })

  test('opens it by its number, with telephone and card number masked', async () => {
    const { report_no, report_id } = await make()
    const { data } = await read(report_no)
    expect(data.report_data).toMatchObject({ name: NAME, phone: '139****5678', id: 'C********RT' })
    expect(JSON.stringify(data)).not.toContain(PHONE)
    // Only the institution may use the id.
    expect((await read(report_id)).error_code).toBe(1002)
    const stranger = await makeAccount(app, { role: '4' })
    expect((await read(report_id, stranger)).error_code).toBe(1002)
    expect((await read(report_no, stranger)).data.report_data.phone).toBe('139****5678')
  })

  test('of a patient without a telephone number says that none is recorded, and makes no stars of it', async () => {
    const unreachable = await makePatient(app, by, { phone: undefined })
    const rid = await makeArchive(app, by, unreachable, [await plainImage()])
    const { anal_id: analysis_id } = await analysed(app, by, rid)
    const { report_no } = await make({ patient_id: unreachable, analysis_id })
    for (const who of [asked(), {}]) {
      const { report_data } = (await read(report_no, who)).data
      expect(report_data.phone).toBeNull()
    }
  })

  test('of no report, or of something else, finds nothing', async () => {
    for (const number of ['R20240101-AAAAAAAAAAAAAAAAAAAAAAAAAA', 'R1', "' or 1=1 --", '%']) {
      expect(await read(number)).toMatchObject({ status: 202, error_code: 1002 })
    }
    const { report_no } = await make()
    const octa = await app.call(getReport, { report_id: report_no, diagnosis_class: '3' })
    expect(octa.error_code).toBe(1002)
  })

  test('ends after 30 days for a visitor, and not for the institution', async () => {
    const { report_no } = await make()
    app.advance(31 * 86_400)
    expect(await read(report_no)).toMatchObject({ status: 202, msg: '报告链接已过期' })
    const later = await signIn(app, by)
    expect((await read(report_no, later)).error_code).toBe(0)
    app.advance(-31 * 86_400)
    by = await signIn(app, by)
  })

  test('is in the audit log when it is printed or saved, where it may be opened at all', async () => {
    const { report_no, report_id } = await make()
    const file = (number: string, token?: string) =>
      fetch(`${app.url}${REPORT_PDF_PATH}?${new URLSearchParams({ report_no: number })}`, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    expect(await statusOf(file(report_no))).toBe(200)
    expect(await statusOf(file(report_no, by.token))).toBe(200)
    const unknown = report_no.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(await statusOf(file(unknown))).toBe(202)
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select(['uid', 'oid', 'pid'])
      .where('action', '=', 'report.print')
      .where('target_id', '=', report_id)
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { uid: null, oid: by.oid },
      { uid: by.uid, oid: by.oid },
    ])
    expect(entries.every(({ pid }) => pid !== null)).toBe(true)
  })

  test('is in the audit log at every opening, with the address of whoever came', async () => {
    const { report_no, report_id } = await make()
    await read(report_no)
    await read(report_id, asked())
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select(['uid', 'oid', 'ip', 'detail'])
      .where('action', '=', 'report.open')
      .where('target_id', '=', report_id)
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { uid: null, oid: by.oid, ip: '127.0.0.1', detail: { visitor: true } },
      { uid: by.uid, oid: by.oid, ip: '127.0.0.1', detail: { visitor: false } },
    ])
  })
})

describe('the PDF of a report', () => {
  const pdf = (query: Record<string, string>, token?: string) =>
    fetch(`${app.url}${REPORT_PDF_PATH}?${new URLSearchParams(query)}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  const pages = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length

  test('is one page, and more where the opinion is long', async () => {
    const files: Buffer[] = []
    for (const diagnostic_opinion of ['未见异常', '视网膜'.repeat(660)]) {
      const answered = await pdf({ report_no: (await make({ diagnostic_opinion })).report_no })
      expect(answered.headers.get('content-type')).toBe('application/pdf')
      expect(answered.headers.get('cache-control')).toBe('no-store')
      files.push(Buffer.from(await answered.arrayBuffer()))
    }
    expect(files.map((file) => file.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-'])
    expect(files.map(pages)).toEqual([1, 2])
  })

  test('is written in the language asked for, for the institution unmasked', async () => {
    const { report_no } = await make()
    const sizes = new Set<number>()
    for (const [lang, token] of [['zh-CN'], ['en'], ['zh-CN', by.token]] as const) {
      const answered = await pdf({ report_no, lang }, token)
      sizes.add((await answered.arrayBuffer()).byteLength)
    }
    expect(sizes.size).toBe(3)
  })

  test('follows the rules of the report: void, unknown or asked for wrongly, there is none', async () => {
    const { report_no, report_id } = await make()
    await succeed(app, voidReport, { report_id, reason: '患者有误' }, asked())
    for (const [query, code] of [
      [{ report_no }, 1002],
      [{ report_no: report_id }, 1002],
      [{ report_no: 'R20240101-AAAAAAAAAAAAAAAAAAAAAAAAAA' }, 1002],
      [{}, 1001],
      [{ report_no, lang: 'fr' }, 1001],
      [{ report_no, size: 'A5' }, 1001],
    ] as const) {
      const answered = await pdf(query)
      expect(answered.status).toBe(202)
      expect(((await answered.json()) as { error_code: number }).error_code).toBe(code)
    }
    expect(await statusOf(pdf({ report_no }, by.token))).toBe(200)
  })
})

describe('the list of reports', () => {
  test('finds by name, card number, report number and kind, newest first', async () => {
    await make()
    const { report_no } = await make()
    const found = async (filter: InputOf<typeof listReports>) =>
      (await succeed(app, listReports, filter, asked())).rows.map((row) => row.report_no)
    expect((await found({}))[0]).toBe(report_no)
    expect(await found({ keyword: report_no.slice(4) })).toEqual([report_no])
    expect((await found({ keyword: '患者报' }))[0]).toBe(report_no)
    expect((await found({ keyword: 'card-rep', pid }))[0]).toBe(report_no)
    expect(await found({ diagnosis_class: '2' })).toEqual([])
    expect(await found({ keyword: '%' })).toEqual([])
    const { diagnostic_map, rows } = await succeed(app, listReports, {}, asked())
    expect(diagnostic_map['1']).toBe('眼底彩照')
    expect(rows[1]?.state).toBe('superseded')
  })

  test('of another institution is empty', async () => {
    const { token } = await makeAccount(app, { role: '4' })
    expect((await succeed(app, listReports, {}, { token })).total_count).toBe(0)
  })
})
