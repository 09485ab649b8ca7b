import { checkReportLetters, createReport, proposeNextStep, STEP_GROUNDS } from '@mingmou/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../../testing/render.tsx'
import { startServer, type Answer } from '../../../testing/server.ts'
import { signIn, UID } from '../../../testing/session.ts'
import { SignDialog } from './sign-dialog.tsx'

let server: Awaited<ReturnType<typeof startServer>>
/** The answer about the letters, once the test gives it. */
let letters: Promise<Answer>
let tell: (answer: Answer) => void
/** The answer about the next step. */
let proposed: Answer
beforeEach(async () => {
  signIn()
  proposed = { data: { rules: null, proposed: null } }
  letters = new Promise((done) => (tell = done))
  server = await startServer(({ path }) => {
    if (path === checkReportLetters.path) return letters
    if (path === proposeNextStep.path) return proposed
    return path === createReport.path
      ? { data: { report_id: UID, report_no: 'R20261126-A' } }
      : { error_code: 404, msg: '' }
  })
  window.open = () => null
})
afterEach(async () => {
  cleanup()
  await server.close()
})

let signed = 0
async function opened() {
  signed = 0
  await show(
    <SignDialog
      pid={UID}
      analysisId={UID}
      photographs={{ image_index: 0, fellow_index: undefined }}
      text="已阅。"
      author="由医生撰写"
      older={null}
      byPassword={false}
      flush={() => Promise.resolve(null)}
      onSigned={() => (signed += 1)}
      onClose={() => undefined}
    />,
    'analyses',
    'findings',
  )
  fireEvent.click(screen.getByRole('button', { name: /^签\s?发$/ }))
}
const sent = () => server.asked.filter(({ path }) => path === createReport.path).length
const asked = () => server.asked.some(({ path }) => path === checkReportLetters.path)

test('a quick key waits for the letters that no font has, and signs after a second one', async () => {
  await opened()
  await waitFor(() => expect(asked()).toBe(true))
  expect(sent()).toBe(0)
  tell({ data: { missing: [{ character: '𱍐', code: 'U+31350' }] } })
  expect(await screen.findByText(/无法打印 𱍐 \(U\+31350\)/)).toBeTruthy()
  expect([sent(), signed]).toEqual([0, 0])
  fireEvent.click(await screen.findByRole('button', { name: /^签\s?发$/ }))
  await waitFor(() => expect(signed).toBe(1))
})

test('where every letter can be printed the one key signs', async () => {
  await opened()
  tell({ data: { missing: [] } })
  await waitFor(() => expect(signed).toBe(1))
})

test('where nobody can say, the dialog says so and a second key signs', async () => {
  await opened()
  tell({ status: 500, error_code: 500, msg: '' })
  expect(await screen.findByText(/未能核对 PDF/)).toBeTruthy()
  expect(sent()).toBe(0)
  fireEvent.click(await screen.findByRole('button', { name: /^签\s?发$/ }))
  await waitFor(() => expect(signed).toBe(1))
})

test('words of the next step that no font has are told at the first key, and the second one signs', async () => {
  const targets = { routine: 12, soon: 4, urgent: 2 }
  const step = { kind: 'refer', months: null, urgency: 'urgent' }
  const all = Object.fromEntries(STEP_GROUNDS.map((ground) => [ground, step]))
  const rules = { preset: null, rules: all, targets, refer_to: '', call: '' }
  proposed = { data: { rules, proposed: { step, grounds: [] } } }
  await opened()
  tell({ data: { missing: [] } })
  const to = await screen.findByLabelText('转往（科室或医院）')
  fireEvent.change(to, { target: { value: '\u{30EDD}城医院' } })
  letters = Promise.resolve({ data: { missing: [{ character: '\u{30EDD}', code: 'U+30EDD' }] } })
  fireEvent.click(await screen.findByRole('button', { name: /^签\s?发$/ }))
  expect(await screen.findByText(/U\+30EDD/)).toBeTruthy()
  expect(sent()).toBe(0)
  const steps = server.asked.filter(({ path }) => path === checkReportLetters.path)
  expect(steps.at(-1)?.body).toMatchObject({ next_step: { to: '\u{30EDD}城医院' } })
  fireEvent.click(await screen.findByRole('button', { name: /^签\s?发$/ }))
  await waitFor(() => expect(signed).toBe(1))
  expect(sent()).toBe(1)
})
