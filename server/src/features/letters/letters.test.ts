import {
  checkReportLetters,
  getStepRules,
  LANGUAGES,
  LETTERS,
  setStepRules,
  stepLetter,
  voidReport,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { pdfPages } from '../../testing/pdf-text.ts'
import { beginRecall, listed, REFER, ROUTINE, sign, sit } from '../../testing/recall-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '3' })
  await beginRecall(app, by)
})
afterAll(() => app.close())

async function letter(step_id: string, to: string, lang: string): Promise<string[]> {
  const answer = await fetch(new URL(stepLetter.path, app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
    body: JSON.stringify({ step_id, to, lang }),
  })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  return pdfPages(Buffer.from(await answer.arrayBuffer()))
}
const plain = (text: string | undefined) => (text ?? '').replaceAll(/\s/g, '')

test('a referral has a letter of one page to patient and clinic, in both languages', async () => {
  const pid = await makePatient(app, by, { name: '张三', birthday: '1960-05-17' })
  await sign(app, by, await sit(app, by, pid), REFER)
  const [step] = await listed(app, by, { of: 'referral' })
  const due = step?.due_on ?? '-'
  for (const to of LETTERS)
    for (const lang of LANGUAGES) {
      const pages = await letter(step?.step_id ?? '', to, lang)
      expect(pages, `${to} ${lang}`).toHaveLength(1)
      const text = plain(pages[0])
      for (const word of ['张三', due, REFER.to]) expect(text, `${to} ${lang}`).toContain(word)
    }
  const patients = plain((await letter(step?.step_id ?? '', 'patient', 'zh-CN'))[0])
  expect(patients).toContain('请您这样做')
  // The eye of which nothing is told stands before what was found of the other.
  expect(patients).toMatch(/检查发现左眼：这次没有拍摄照片。右眼：/)
  expect(plain((await letter(step?.step_id ?? '', 'clinic', 'zh-CN'))[0])).toMatch(
    /图像分析（含医生更正）左眼：本次未拍摄右眼：/,
  )
  // The patient's letter has no words of the trade; its number may have any letters.
  expect(patients.replace(/R\d{8}-[0-9A-Z]+/, '')).not.toMatch(
    /ICDR|OD|OS|黄斑水肿|视网膜病变|转诊/,
  )
  expect(plain((await letter(step?.step_id ?? '', 'clinic', 'en'))[0])).toContain('1960-05-17')
  const entries = await app.context.db
    .selectFrom('audit_log')
    .select(['pid', 'uid'])
    .where('action', '=', 'recall.letter')
    .where('pid', '=', pid)
    .execute()
  expect(entries).toHaveLength(LETTERS.length * LANGUAGES.length + 3)
  expect(entries.every(({ uid }) => uid === by.uid)).toBe(true)
})

test('the letter of a report that is void says so across the page', async () => {
  const pid = await makePatient(app, by)
  const { report_id } = await sign(app, by, await sit(app, by, pid), ROUTINE)
  const [step] = await listed(app, by, { of: 'recall', pid })
  await app.call(voidReport, { report_id, reason: '误签' }, by)
  expect(plain((await letter(step?.step_id ?? '', 'patient', 'zh-CN'))[0])).toContain('作废')
})

/** Han of extension H, of which no font is at hand. */
const [TO, NOTE, CALL] = ['\u{31351}城医院', '带\u{31350}的片子', '转\u{31352}主任']

test('what its letters print besides is asked of the fonts too, before a report is signed', async () => {
  const { rules } = await succeed(app, getStepRules, {}, by)
  if (!rules) throw new Error('no rules')
  await succeed(app, setStepRules, { rules: { ...rules, call: CALL } }, by)
  const pid = await makePatient(app, by)
  const sat = await sit(app, by, pid)
  const { analysis_id } = sat
  const of = { patient_id: pid, analysis_id, analysis_type: '1', image_index: 0 } as const
  const about = { ...of, diagnostic_opinion: '随访' }
  const missing = async (more: object = {}) =>
    (await succeed(app, checkReportLetters, { ...about, ...more }, by)).missing.map(
      ({ code }) => code,
    )
  expect(await missing()).toEqual([])
  const next_step = { ...REFER, to: TO, note: NOTE }
  const codes = ['U+31350', 'U+31351', 'U+31352']
  expect((await missing({ next_step })).sort()).toEqual(codes)
  await sign(app, by, sat, next_step)
  const [step] = await listed(app, by, { of: 'referral', pid })
  const clinics = plain((await letter(step?.step_id ?? '', 'clinic', 'zh-CN'))[0])
  for (const code of codes) expect(clinics).toContain(`[${code}]`)
  await succeed(app, setStepRules, { rules }, by)
})
