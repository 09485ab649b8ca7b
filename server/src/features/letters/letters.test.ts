import { LANGUAGES, LETTERS, stepLetter, voidReport } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { pdfPages } from '../../testing/pdf-text.ts'
import { beginRecall, listed, REFER, ROUTINE, sign, sit } from '../../testing/recall-factory.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

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
  // The patient's letter has no words of the trade.
  expect(patients).not.toMatch(/ICDR|OD|OS|黄斑水肿|视网膜病变|转诊/)
  expect(plain((await letter(step?.step_id ?? '', 'clinic', 'en'))[0])).toContain('1960-05-17')
  const entries = await app.context.db
    .selectFrom('audit_log')
    .select(['pid', 'uid'])
    .where('action', '=', 'recall.letter')
    .where('pid', '=', pid)
    .execute()
  expect(entries).toHaveLength(LETTERS.length * LANGUAGES.length + 2)
  expect(entries.every(({ uid }) => uid === by.uid)).toBe(true)
})

test('the letter of a report that is void says so across the page', async () => {
  const pid = await makePatient(app, by)
  const { report_id } = await sign(app, by, await sit(app, by, pid), ROUTINE)
  const [step] = await listed(app, by, { of: 'recall', pid })
  await app.call(voidReport, { report_id, reason: '误签' }, by)
  expect(plain((await letter(step?.step_id ?? '', 'patient', 'zh-CN'))[0])).toContain('作废')
})
