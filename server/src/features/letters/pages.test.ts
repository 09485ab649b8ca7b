import {
  closeLetterPages,
  deletePatient,
  ERROR,
  getStepRules,
  letterFile,
  LETTER_TRIES,
  listLetterPages,
  openLetter,
  plainCode,
  setStepRules,
  stepLetter,
  voidReport,
  type Call,
  type InputOf,
} from '@mingmou/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { pdfPages } from '../../testing/pdf-text.ts'
import { beginRecall, listed, REFER, sign, sit } from '../../testing/recall-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '3' })
  await beginRecall(app, by)
  await setDays(by, 30)
})
afterAll(() => app.close())

async function setDays(main: SignedIn, page_days: number | null) {
  const { rules } = await succeed(app, getStepRules, {}, main)
  if (!rules) throw new Error('no rules')
  await succeed(app, setStepRules, { rules: { ...rules, page_days } }, main)
}

async function pdf<C extends Call>(call: C, body: InputOf<C>, token?: string): Promise<string> {
  const answer = await fetch(new URL(call.path, app.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const pages = pdfPages(Buffer.from(await answer.arrayBuffer()))
  return pages.join('\n').replaceAll(/\s/g, '')
}

const PERSON = { name: '张三', birthday: '1960-05-17', ad_card_number: 'K2026-1234' } as const
const RIGHT = { birthday: '1960-05-17', number: '1234' } as const
let people = 0
/** A patient with a signed report and a step; every patient has the same end of his number. */
async function signed() {
  const ad_card_number = `K${2000 + ++people}-1234`
  const pid = await makePatient(app, by, { ...PERSON, ad_card_number })
  const report = await sign(app, by, await sit(app, by, pid), REFER)
  const [step] = await listed(app, by, { of: 'referral', pid })
  return { pid, ...report, step_id: step?.step_id ?? '' }
}

/** A letter to the patient, and the code that it prints. */
async function printed(step_id: string) {
  const text = await pdf(stepLetter, { step_id, to: 'patient', lang: 'zh-CN' }, by.token)
  const code = /查看码([0-9A-Z-]{19})/.exec(text)?.[1] ?? ''
  return { text, code }
}
const open = (body: InputOf<typeof openLetter>) => app.call(openLetter, body)
const CLOSED = '查看码无效或已过期，请联系医疗机构'

test('a patient reads his own letter and report by the code, his birthday and the end of his number', async () => {
  const { step_id, report_no } = await signed()
  const { text, code } = await printed(step_id)
  // Whoever finds the letter does not find in it what the page asks for.
  expect(text).not.toContain('1234')
  expect(text).not.toContain('1960-05-17')
  expect(text).toContain('****')
  const small = code.toLowerCase().replaceAll('-', ' ')
  const { data } = await open({ code: small, ...RIGHT })
  expect(data).toMatchObject({ state: 'signed', letter: { title: '眼底检查结果告知' } })
  expect(JSON.stringify(data)).toContain('请您这样做')
  const letter = await pdf(letterFile, { code, ...RIGHT, of: 'letter', lang: 'en' })
  expect(letter).toContain('Youreyephotographs')
  expect(letter).toContain(plainCode(code).slice(0, 4))
  const report = await pdf(letterFile, { code, ...RIGHT, of: 'report', lang: 'zh-CN' })
  expect(report).toContain(report_no)
  expect(report).toContain('张三')
  const { pages } = await succeed(app, listLetterPages, { step_id }, by)
  expect(pages).toMatchObject([{ state: 'open', opened_at: expect.any(String) as string }])
  const entries = await app.context.db
    .selectFrom('audit_log')
    .select(['uid', 'action', 'outcome'])
    .where('action', 'in', ['letter.open', 'letter.file'])
    .where('target_id', '=', step_id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ uid, action, outcome }) => [uid, action, outcome])).toEqual([
    [null, 'letter.open', 'success'],
    [null, 'letter.file', 'success'],
    [null, 'letter.file', 'success'],
  ])
})

test('only the hash of a code is kept', async () => {
  const { step_id } = await signed()
  const { code } = await printed(step_id)
  const rows = await withInstitution(app.context.db, by.oid ?? '', (trx) =>
    trx
      .selectFrom('letter_pages')
      .select(sql<string>`letter_pages::text`.as('row'))
      .execute(),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(plainCode(code))
})

test('wrong answers say how many are left, and then close the code for good, however many come at once', async () => {
  const { step_id } = await signed()
  const { code } = await printed(step_id)
  const first = await open({ code, ...RIGHT, number: '4321' })
  expect(first).toMatchObject({
    error_code: ERROR.validation,
    msg: `出生日期或就诊卡号末四位不符。还可尝试${LETTER_TRIES - 1}次，之后查看码将失效`,
  })
  const tried = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      open({ code, ...RIGHT, birthday: `1960-06-${String(n + 10)}` }),
    ),
  )
  const told = tried.filter(({ msg }) => msg !== CLOSED)
  expect(told).toHaveLength(LETTER_TRIES - 2)
  expect(await open({ code, ...RIGHT })).toMatchObject({ msg: CLOSED })
  const { pages } = await succeed(app, listLetterPages, { step_id }, by)
  expect(pages).toMatchObject([{ state: 'tried', opened_at: null }])
  // A new letter has a new code.
  const again = await printed(step_id)
  expect(again.code).not.toBe(code)
  expect(await open({ code: again.code, ...RIGHT })).toMatchObject({ error_code: 0 })
})

test('a code opens nothing once it is closed, its day is over, its patient is deleted or the institution ended it', async () => {
  const { step_id, pid } = await signed()
  const { code } = await printed(step_id)
  await succeed(app, closeLetterPages, { step_id }, by)
  expect(await open({ code, ...RIGHT })).toMatchObject({ msg: CLOSED })

  const next = await printed(step_id)
  await setDays(by, null)
  expect(await open({ code: next.code, ...RIGHT })).toMatchObject({ msg: CLOSED })
  const plain = await printed(step_id)
  expect(plain.code).toBe('')
  expect(plain.text).toContain('1234')
  await setDays(by, 30)
  expect(await open({ code: next.code, ...RIGHT })).toMatchObject({ error_code: 0 })

  app.advance(31 * 86_400)
  expect(await open({ code: next.code, ...RIGHT })).toMatchObject({ msg: CLOSED })
  app.advance(-31 * 86_400)

  await succeed(app, deletePatient, { pid }, by)
  expect(await open({ code: next.code, ...RIGHT })).toMatchObject({ msg: CLOSED })
  expect(await open({ code: '2345-BCDF-6789-GHJK', ...RIGHT })).toMatchObject({ msg: CLOSED })
})

test('a letter whose report does not stand is not read: the page says so and whom to ask', async () => {
  const { step_id, report_id } = await signed()
  const { code } = await printed(step_id)
  await succeed(app, voidReport, { report_id, reason: '误签' }, by)
  const { data } = await open({ code, ...RIGHT })
  expect(data).toMatchObject({ state: 'void', letter: null })
  for (const of of ['letter', 'report'] as const)
    expect(await app.call(letterFile, { code, ...RIGHT, of })).toMatchObject({
      error_code: ERROR.notFound,
    })
})

test('a letter whose report is not what was signed any more is not read', async () => {
  const { step_id, report_id } = await signed()
  const { code } = await printed(step_id)
  const url = new URL(inject('databaseServer').superuserUrl)
  url.pathname = new URL(app.context.config.databaseUrl).pathname
  const intruder = new pg.Client({ connectionString: url.href })
  await intruder.connect()
  await intruder.query('set session_replication_role = replica')
  await intruder.query(
    `update reports set data = jsonb_set(data, '{clinician}', '"-"') where report_id = $1`,
    [report_id],
  )
  await intruder.end()
  const { data } = await open({ code, ...RIGHT })
  expect(data).toMatchObject({ altered: true, letter: null })
  for (const of of ['letter', 'report'] as const)
    expect(await app.call(letterFile, { code, ...RIGHT, of })).toMatchObject({
      error_code: ERROR.notFound,
    })
})

test('a patient whose number is too short to ask for gets a letter without a code', async () => {
  const pid = await makePatient(app, by, { ...PERSON, ad_card_number: '7' })
  await sign(app, by, await sit(app, by, pid), REFER)
  const [step] = await listed(app, by, { of: 'referral', pid })
  expect((await printed(step?.step_id ?? '')).code).toBe('')
})

test('of many letters about one step the newest codes alone stay open', async () => {
  const { step_id } = await signed()
  const codes: string[] = []
  for (let n = 0; n < 4; n++) codes.push((await printed(step_id)).code)
  const [oldest = '', ...newer] = codes
  expect(await open({ code: oldest, ...RIGHT })).toMatchObject({ msg: CLOSED })
  for (const code of newer) expect(await open({ code, ...RIGHT })).toMatchObject({ error_code: 0 })
})
