import {
  examForm,
  INDICATOR_KEYS,
  keepExamDraft,
  searchExams,
  setExam,
  createExam,
  type Entries,
  type ExamDraft,
  type EyeExam,
  type IndicatorKey,
} from '@mingmou/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer, type Asked } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { PatientEyeExams } from './eye-exams.tsx'

const RID = '0190a5f0-0000-7000-8000-000000000009'

let server: Awaited<ReturnType<typeof startServer>>
/** What the server holds. */
let exams: EyeExam[]
let draft: ExamDraft | null
/** Another patient for each test: the draft of a page that was left may arrive late. */
let pid: string
/** Answers of a test before those above. */
let instead: (asked: Asked) => Answer | undefined

beforeEach(async () => {
  localStorage.clear()
  signIn()
  exams = []
  draft = null
  pid = crypto.randomUUID()
  instead = () => undefined
  server = await startServer((asked) => instead(asked) ?? answer(asked))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

function answer({ path, body }: Asked): Answer {
  if (path === searchExams.path)
    return { data: { page: 1, total_count: exams.length, rows: exams } }
  if (path === keepExamDraft.path) {
    const kept = body as { pid: string; draft: ExamDraft }
    if (kept.pid === pid) draft = kept.draft
  }
  if (path === examForm.path) {
    const { rid } = body as { rid?: string }
    const exam = exams.find((exam) => exam.rid === rid) ?? null
    const [last = null] = exams.filter((other) => other !== exam)
    return { data: { exam, last, draft: draft && { ...draft, saved_at: '2026-01-02T03:04:05Z' } } }
  }
  return { data: path === createExam.path ? { rid: RID } : {} }
}

function examOf(entries: Entries, traits: Partial<EyeExam> = {}): EyeExam {
  const both = (indicator: IndicatorKey) => ({ OD: null, OS: null, ...entries[indicator] })
  const entered = Object.fromEntries(
    INDICATOR_KEYS.map((indicator) => [indicator, both(indicator)]),
  ) as EyeExam['entered']
  return {
    rid: RID,
    pid: UID,
    record_date: '2024-03-01',
    entered,
    record_detail: entered,
    version: 1,
    changed_by: '演示医生',
    changed_at: '2026-01-02T03:04:05Z',
    created_at: '2026-01-02T03:04:05Z',
    ...traits,
  }
}

async function open(exam?: string) {
  const path = exam === undefined ? '/' : `/?exam=${exam}`
  const page = { path: '/', element: <PatientEyeExams pid={pid} /> }
  const router = createMemoryRouter([page], { initialEntries: [path] })
  await show(<RouterProvider router={router} />, 'eye-exams', 'confirm')
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const enter = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } })
// A role would be looked for among all fields of the form, which takes jsdom seconds.
const press = async (text: RegExp) => fireEvent.click(await screen.findByText(text))
const sent = (path: string) =>
  server.asked.filter((request) => request.path === path).map((request) => request.body)

test.each(['{Tab}', '{Enter}'])('%s runs down the right eye, then down the left', async (key) => {
  exams = [examOf({ iop: { OD: '15' }, retina: { OD: '平伏' } })]
  await open('new')
  const steps = [
    ['右眼 OD 裸眼视力', '右眼 OD 矫正视力'],
    ['右眼 OD 眼压', '右眼 OD 结膜'],
    ['右眼 OD 视网膜', '左眼 OS 裸眼视力'],
    ['左眼 OS 动静脉比 A:V', '左眼 OS 视网膜'],
  ] as const
  for (const [from, to] of steps) {
    ;(await field(from)).focus()
    await userEvent.keyboard(key)
    expect(document.activeElement?.getAttribute('aria-label')).toBe(to)
  }
})

test('what is entered is a draft on the server, and stands there again when the page is opened anew', async () => {
  await open('new')
  await enter('右眼 OD 眼压', '15')
  expect(await screen.findByText('草稿已保存')).toBeTruthy()
  expect(draft).toMatchObject({ entered: { iop: { OD: '15' } } })
  expect(
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  ).not.toContain('iop')
  cleanup()
  await open('new')
  expect((await field('右眼 OD 眼压')).value).toBe('15')
  expect(screen.getByText(/已恢复.*的草稿/)).toBeTruthy()
})

test('a draft that could not be sent says so, keeps what was entered, and is sent when the line is back', async () => {
  instead = ({ path }) =>
    path === keepExamDraft.path ? { status: 500, error_code: 500 } : undefined
  await open('new')
  await enter('左眼 OS 角膜', '透明')
  expect(await screen.findByText(/草稿尚未保存/)).toBeTruthy()
  instead = () => undefined
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('草稿已保存')).toBeTruthy()
  expect(draft).toMatchObject({ entered: { cornea: { OS: '透明' } } })
  expect((await field('左眼 OS 角膜')).value).toBe('透明')
})

test('an acuity of another notation shows its decimal, and is sent as it was typed', async () => {
  await open('new')
  await enter('右眼 OD 裸眼视力', '4.8')
  expect(await screen.findByText('= 0.631')).toBeTruthy()
  await enter('左眼 OS 裸眼视力', '20/40')
  expect(await screen.findByText('= 0.5')).toBeTruthy()
  await press(/^保\s?存$/)
  await waitFor(() => expect(sent(createExam.path)).toHaveLength(1))
  expect(sent(createExam.path)[0]).toMatchObject({
    pid,
    record_detail: { naked_va: { OD: '4.8', OS: '20/40' } },
  })
})

test('what cannot be is refused at its field, and nothing is sent', async () => {
  await open('new')
  await enter('右眼 OD 眼压', '81')
  await press(/^保\s?存$/)
  expect(await screen.findByText('眼压须为1–80 mmHg')).toBeTruthy()
  expect((await field('右眼 OD 眼压')).getAttribute('aria-invalid')).toBe('true')
  await waitFor(async () => expect(document.activeElement).toBe(await field('右眼 OD 眼压')))
  expect(sent(createExam.path)).toEqual([])
})

test('an empty form says that something has to be entered', async () => {
  await open('new')
  await field('右眼 OD 眼压')
  await press(/^保\s?存$/)
  expect(await screen.findByText('请至少填写一项检查结果')).toBeTruthy()
  expect(sent(createExam.path)).toEqual([])
})

test.each([
  ['at a no it is not sent, and can be corrected', /^返回修改$/, '15'],
  ['at a yes it is saved', /^确定保存$/, '51'],
])('an unusual value is asked about: %s', async (_, choice, saved) => {
  await open('new')
  await enter('右眼 OD 眼压', '51')
  await press(/^保\s?存$/)
  expect(await screen.findByText(/请核对：右眼 OD 眼压 51。确定按此保存吗？/)).toBeTruthy()
  await press(choice)
  if (saved === '15') {
    await enter('右眼 OD 眼压', '15')
    await press(/^保\s?存$/)
  }
  await waitFor(() =>
    expect(sent(createExam.path)).toMatchObject([{ record_detail: { iop: { OD: saved } } }]),
  )
})

test('the same as last time fills empty fields alone', async () => {
  exams = [examOf({ lens: { OD: '透明', OS: '混浊' }, iop: { OD: '15' } })]
  await open('new')
  await enter('右眼 OD 晶状体', '人工晶状体')
  await press(/同上次（2024-03-01）/)
  expect((await field('右眼 OD 晶状体')).value).toBe('人工晶状体')
  expect((await field('左眼 OS 晶状体')).value).toBe('混浊')
  expect((await field('右眼 OD 眼压')).value).toBe('15')
})

test('a record that somebody else saved meanwhile shows both versions, and saves what is chosen', async () => {
  exams = [examOf({ iop: { OD: '15' }, lens: { OD: '透明' } })]
  const now = examOf(
    { iop: { OD: '18' }, lens: { OD: '混浊' } },
    { version: 2, changed_by: '演示同事' },
  )
  instead = ({ path, body }) =>
    path === setExam.path && (body as { version: number }).version === 1
      ? {
          status: 202,
          error_code: 1003,
          msg: '记录已被修改，请核对后再保存',
          data: { stored: now },
        }
      : undefined
  await open(RID)
  await enter('右眼 OD 眼压', '21')
  await press(/^保\s?存$/)
  expect(await screen.findByText(/演示同事 已于 .* 保存了另一版本/)).toBeTruthy()
  const choice = (name: string) =>
    [...document.querySelectorAll(`[role=radiogroup][aria-label='${name}'] label`)].map((label) => [
      label.textContent,
      label.querySelector<HTMLInputElement>('input')?.checked,
    ])
  expect(choice('右眼 OD 眼压')).toEqual([
    ['我填写的21', true],
    ['已保存的18', false],
  ])
  // Not touched here: what is saved stays, unless somebody chooses otherwise.
  expect(choice('右眼 OD 晶状体')).toEqual([
    ['我填写的透明', false],
    ['已保存的混浊', true],
  ])
  await press(/^按所选保存$/)
  await waitFor(() => expect(sent(setExam.path)).toHaveLength(2))
  expect(sent(setExam.path)[1]).toMatchObject({
    version: 2,
    record_detail: { iop: { OD: '21' }, lens: { OD: '混浊' } },
  })
})

test('a list of nothing says so', async () => {
  await open()
  expect(await screen.findByText('还没有眼科检查记录')).toBeTruthy()
})

test('a list that cannot be fetched says so, and can be tried again', async () => {
  instead = ({ path }) => (path === searchExams.path ? { status: 500, error_code: 500 } : undefined)
  await open()
  expect(await screen.findByText('获取眼科检查记录失败')).toBeTruthy()
  expect(screen.getByText(/^重\s?试$/)).toBeTruthy()
})

test('an end before the start is refused at its field, and the list stays', async () => {
  exams = [examOf({ iop: { OD: '15' } })]
  await open()
  await screen.findByText('2024-03-01')
  const asked = sent(searchExams.path).length
  await enter('开始日期', '20240302')
  await enter('结束日期', '20240301')
  await press(/^查\s?询$/)
  expect(await screen.findByText('结束日期不能早于开始日期')).toBeTruthy()
  expect(sent(searchExams.path)).toHaveLength(asked)
})
