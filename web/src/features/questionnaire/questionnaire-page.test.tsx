import {
  getQuestionnaire,
  keepAnswer,
  submitAnswers,
  type Answer,
  type Question,
} from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer as Answered } from '../../testing/server.ts'
import { Component as QuestionnairePage } from './questionnaire-page.tsx'

const both = (zh: string, en: string) => ({ 'zh-CN': zh, en })
const QUESTIONS: Question[] = [
  {
    question_id: 1,
    kind: 'single',
    title: both('是否清楚？', 'Is it clear?'),
    required: true,
    show_if: null,
    options: [
      { id: 1, text: both('是', 'Yes') },
      { id: 2, text: both('否', 'No') },
    ],
  },
  {
    question_id: 2,
    kind: 'text',
    title: both('哪里不清楚？', 'What is unclear?'),
    required: true,
    show_if: { question_id: 1, any_of: [2] },
    max_chars: 100,
  },
]

let server: Awaited<ReturnType<typeof startServer>>
let opened: Record<string, unknown>
let submitted: Answered
beforeEach(async () => {
  localStorage.clear()
  opened = open([])
  submitted = {}
  server = await startServer(({ path }) =>
    path === getQuestionnaire.path
      ? { data: opened }
      : path === submitAnswers.path
        ? submitted
        : {},
  )
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (answers: Answer[]) => ({
  state: 'open',
  questionnaire: {
    version: 3,
    title: both('示例问卷', 'Sample'),
    intro: both('说明', 'Introduction'),
    questions: QUESTIONS,
  },
  answers,
})
const visit = (address = '/') =>
  show(
    <MemoryRouter initialEntries={[address]}>
      <QuestionnairePage />
    </MemoryRouter>,
    'questionnaire',
  )
const sent = (path: string) =>
  server.asked.filter((request) => request.path === path).map(({ body }) => body)
const submit = () => userEvent.click(screen.getByRole('button', { name: '提交' }))

test('a question opens with the answer it depends on, and everything is sent before it is handed in', async () => {
  await visit()
  await userEvent.click(await screen.findByRole('radio', { name: '是' }))
  expect(screen.queryByText('哪里不清楚？')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: '否' }))
  await submit()
  expect(await screen.findByText('此项不能为空')).toBeTruthy()
  expect(sent(submitAnswers.path)).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: '哪里不清楚？' }), '血管{ArrowLeft}的')
  await submit()
  expect(await screen.findByText('感谢您的参与')).toBeTruthy()
  const kept = sent(keepAnswer.path)
  const blank = { choices: [], cells: [], text: '' }
  expect(kept.at(-2)).toEqual({ version: 3, question_id: 1, ...blank, choices: [2] })
  expect(kept.at(-1)).toEqual({ version: 3, question_id: 2, ...blank, text: '血的管' })
  expect(sent(submitAnswers.path)).toEqual([{ version: 3 }])
  expect(JSON.stringify(localStorage)).not.toContain('血的管')
})

test('what was answered before a reload stands there again', async () => {
  opened = open([{ question_id: 1, choices: [2], cells: [], text: '' }])
  await visit()
  const radio = await screen.findByRole<HTMLInputElement>('radio', { name: '否' })
  expect(radio.checked).toBe(true)
  expect(screen.getByText('哪里不清楚？')).toBeTruthy()
})

test('a version that was closed meanwhile says so instead of thanking', async () => {
  opened = open([{ question_id: 1, choices: [1], cells: [], text: '' }])
  submitted = { status: 202, error_code: 1003, msg: '问卷已结束，不再接收答案' }
  await visit()
  await screen.findByText('是否清楚？')
  opened = { state: 'closed', questionnaire: null, answers: [] }
  await submit()
  expect(await screen.findByRole('heading', { name: '问卷已结束' })).toBeTruthy()
})

test.each([
  ['none', '目前没有问卷'],
  ['answered', '您已提交过这份问卷'],
  ['link_needed', '请使用收到的链接'],
  ['link_unknown', '链接无效'],
])('%s has a page of its own', async (state, title) => {
  opened = { state, questionnaire: null, answers: [] }
  await visit()
  await waitFor(() => expect(screen.getByRole('heading', { name: title })).toBeTruthy())
})

test('who came by a link asks, answers and hands in by it', async () => {
  await visit('/?link=token')
  await userEvent.click(await screen.findByLabelText('是'))
  await submit()
  await waitFor(() => expect(sent(submitAnswers.path)).toEqual([{ version: 3, link: 'token' }]))
  expect(sent(getQuestionnaire.path)).toEqual([{ link: 'token' }])
  expect(sent(keepAnswer.path)).toMatchObject([{ question_id: 1, link: 'token' }])
})
