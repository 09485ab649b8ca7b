import {
  commitFeedback,
  feedbackDetail,
  finishFeedback,
  handleFeedback,
  listFeedback,
  sendFeedbackForms,
  type FeedbackRow,
} from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { Component as FeedbackPage } from './feedback-page.tsx'
import { Component as ManagePage } from './manage-page.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let answers: Record<string, Answer>

beforeEach(async () => {
  localStorage.clear()
  answers = { [commitFeedback.path]: { data: { fid: UID } } }
  server = await startServer(({ path }) => answers[path] ?? {})
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (Page: React.ComponentType) => {
  const router = createMemoryRouter([
    {
      element: (
        <>
          <Link to="/elsewhere">去别处</Link>
          <Outlet />
        </>
      ),
      children: [
        { path: '/', Component: Page },
        { path: '/elsewhere', element: <p>别处</p> },
      ],
    },
  ])
  return show(<RouterProvider router={router} />, 'feedback')
}
const click = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => {
  await userEvent.click(screen.getByLabelText(label))
  await userEvent.paste(text)
}
const choose = async (label: string, option: string) => {
  await userEvent.click(screen.getByLabelText(label))
  await userEvent.click(await screen.findByTitle(option))
}
const sentTo = (call: { path: string }) =>
  server.asked.filter(({ path }) => path === call.path).map(({ body }) => body)

test('what is missing stands at its field; a category with one topic needs no second choice', async () => {
  await open(FeedbackPage)
  expect(await screen.findByText('未登录，提交时不附账号信息。')).toBeTruthy()
  await click(/提交反馈$/)
  await waitFor(() => expect(screen.getAllByText('此项不能为空')).toHaveLength(2))
  expect(server.asked).toEqual([])
  await choose('反馈类别', '其他')
  await type('反馈内容', '字太小')
  await type('联系方式', '13800138000')
  await click(/提交反馈$/)
  expect(await screen.findByText('感谢您的反馈，平台管理员会尽快阅读。')).toBeTruthy()
  expect(sentTo(commitFeedback)).toEqual([
    { type_class: ['6', '9'], content: '字太小', contact: '13800138000' },
  ])
})

test('a failure without words reads 反馈失败, loses nothing, and uploads no file twice', async () => {
  signIn()
  const form = { url: `${server.origin}/upload`, fields: {}, key: 'uploads/feedback/forms/one' }
  const expires_at = new Date(Date.now() + 900_000).toISOString()
  answers[sendFeedbackForms.path] = { data: { forms: [form], max_bytes: 1000, expires_at } }
  answers[commitFeedback.path] = { data: {}, ofAnother: true }
  await open(FeedbackPage)
  expect(await screen.findByText('将以账号“演示医生”提交。')).toBeTruthy()
  await choose('反馈类别', '平台功能建议')
  await choose('选择子类', '机构管理')
  await type('反馈内容', '字太小')
  await type('联系方式', 'a@clinic.example.com')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no place for files')
  const files = [new File(['x'], '截图.png'), new File(['x'], '脚本.html')]
  await userEvent.upload(input, files, { applyAccept: false })
  expect(await screen.findByText(/仅支持 PDF、JPEG、PNG 或 WebP 文件：脚本.html/)).toBeTruthy()
  await click(/提交反馈$/)
  expect(await screen.findByText('反馈失败')).toBeTruthy()
  answers[commitFeedback.path] = { data: { fid: UID } }
  await click(/提交反馈$/)
  expect(await screen.findByText('处理完成后，结果将发送至您填写的邮箱。')).toBeTruthy()
  expect(sentTo({ path: '/upload' })).toHaveLength(1)
  const body = {
    type_class: ['5', '1'],
    content: '字太小',
    contact: 'a@clinic.example.com',
    file_list: [form.key],
    uid: UID,
  }
  expect(sentTo(commitFeedback)).toEqual([body, body])
})

test('leaving asks once something is entered, and nothing of it is stored in the browser', async () => {
  await open(FeedbackPage)
  await screen.findByText('未登录，提交时不附账号信息。')
  await type('反馈内容', '字太小')
  await userEvent.click(screen.getByText('去别处'))
  expect(await screen.findByText(/“意见反馈”中填写的内容尚未保存/)).toBeTruthy()
  expect(screen.queryByText('别处')).toBeNull()
  expect(JSON.stringify([localStorage, sessionStorage].map(Object.entries))).not.toContain('字太小')
  await click(/^放\s?弃$/)
  expect(await screen.findByText('别处')).toBeTruthy()
})

const ROW: FeedbackRow = {
  fid: UID,
  type_class: ['1', '4'],
  content: '图像偏暗',
  file_count: 0,
  return_time: null,
  created_at: '2026-01-02T03:04:05Z',
  status: 1,
  is_read: false,
  processing_time: null,
  finished_time: null,
}
const statusMap = { '1': '新反馈', '2': '处理中', '3': '已完成' }
const listed = (row: FeedbackRow): Answer => ({
  data: { feedbacks: [row], page: 1, total_count: 1, statusMap, unread_count: 1 },
})
const detailed = (row: Partial<FeedbackRow>, more: Record<string, unknown> = {}): Answer => ({
  data: {
    ...ROW,
    is_read: true,
    ...row,
    contact: 'a@clinic.example.com',
    uid: null,
    sender: null,
    file_list: [],
    result: null,
    processed_by: null,
    finished_by: null,
    statusMap,
    ...more,
  },
})

test('who handles feedback second reads how it stands, and ends it with a result', async () => {
  signIn({ role: '2' })
  answers[listFeedback.path] = listed(ROW)
  answers[feedbackDetail.path] = detailed({})
  answers[handleFeedback.path] = { status: 202, error_code: 1003, msg: '该反馈已在处理中' }
  await open(ManagePage)
  expect(await screen.findByText('未读')).toBeTruthy()
  await click('详情')
  expect(await screen.findByText('访客（未登录）')).toBeTruthy()
  const processing_time = '2026-01-02T04:05:00Z'
  answers[feedbackDetail.path] = detailed(
    { status: 2, processing_time },
    { processed_by: '演示管理员' },
  )
  await click('标记为处理中')
  expect(await screen.findByText('该反馈已在处理中')).toBeTruthy()
  expect(await screen.findByText(/· 演示管理员/)).toBeTruthy()
  await click('填写结果并完成')
  expect(await screen.findByText(/处理结果将发送至对方填写的邮箱。完成后不可撤销/)).toBeTruthy()
  await type('处理结果', '已调整')
  const state = { status: 3, is_read: true, processing_time, finished_time: processing_time }
  answers[finishFeedback.path] = { data: { ...state, result: '已调整', mailed: true } }
  await click(/^完\s?成$/)
  expect(await screen.findByText('反馈已处理完成，结果将发送至对方邮箱')).toBeTruthy()
  await waitFor(() =>
    expect(sentTo(finishFeedback)).toEqual([{ fid: UID, uid: UID, result: '已调整' }]),
  )
  expect(sentTo(listFeedback)[0]).toMatchObject({ page: 1, size: 3 })
})
