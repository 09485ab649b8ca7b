import { countNotices, listNotices, readNotices, type KeptNotice } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeLanguage } from '../../lib/texts/i18n.ts'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { Bell } from './bell.tsx'
import { noticeResultShown } from './queries.ts'

const OTHER = '0190a5f0-0000-7000-8000-000000000002'
const NOTICE: KeptNotice = {
  analysis_record_id: UID,
  pid: UID,
  name: '演示患者甲',
  image_id: UID,
  anal_id: null,
  modality: 'octa',
  status: 'done',
  ended_at: '2026-01-02T03:04:05Z',
  is_read: false,
}
const FAILED: KeptNotice = {
  ...NOTICE,
  analysis_record_id: OTHER,
  image_id: OTHER,
  name: '演示患者乙',
  modality: 'fundus',
  status: 'failed',
  is_read: true,
}
let server: Awaited<ReturnType<typeof startServer>>
let rows: KeptNotice[]
let answers: Record<string, Answer>

beforeEach(async () => {
  localStorage.clear()
  signIn({ role: '4' })
  rows = [NOTICE, FAILED]
  answers = {}
  server = await startServer(({ path, body }) => {
    if (path === readNotices.path) {
      const { image_id } = body as { image_id?: string }
      rows = rows.map((row) => ({
        ...row,
        is_read: row.is_read || image_id === undefined || row.image_id === image_id,
      }))
      return {}
    }
    if (path === countNotices.path)
      return { data: { unread: rows.filter(({ is_read }) => !is_read).length } }
    return answers[path] ?? { data: { rows, more: false, drift: [], certificates: [] } }
  })
})
afterEach(async () => {
  cleanup()
  await changeLanguage('zh-CN')
  await server.close()
})
const ring = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const read = () =>
  server.asked.filter(({ path }) => path === readNotices.path).map(({ body }) => body)

test('what ended meanwhile is named by patient and kind, leads to its result, and is read there', async () => {
  await show(<Bell />)
  await ring(/^通知，1 条未读$/)
  const done = await screen.findByRole('link', { name: /演示患者甲.*未读.*OCTA图像 · AI分析完成/ })
  const failed = screen.getByRole('link', { name: /演示患者乙.*眼底彩照 · AI分析失败/ })
  expect(failed.textContent).not.toContain('未读')
  expect(done.getAttribute('href')).toBe(`#/app/diagnosis?tab=2&pid=${UID}&image_id=${UID}`)
  await userEvent.click(done)
  expect(await screen.findByRole('button', { name: '通知，0 条未读' })).toBeTruthy()
  expect(read()).toEqual([{ image_id: UID }])
})

test('the notices are worded in the language of their reader, and can all be read at once', async () => {
  await show(<Bell />)
  await changeLanguage('en')
  await ring(/^Notifications, 1 unread$/)
  expect(await screen.findByText('OCTA scan · AI analysis finished')).toBeTruthy()
  expect(screen.getByText('Notifications are kept for 30 days.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByRole('button', { name: 'Notifications, 0 unread' })).toBeTruthy()
  expect(read()).toEqual([{}])
})

test('an empty list says what comes here, and one that failed can be asked for again', async () => {
  rows = []
  answers = { [listNotices.path]: { status: 500, error_code: 500, msg: '请求服务器错误' } }
  await show(<Bell />)
  await ring(/^通知，0 条未读$/)
  expect(await screen.findByText('获取通知失败')).toBeTruthy()
  answers = {}
  await userEvent.click(screen.getByRole('button', { name: /重\s?试/ }))
  expect(await screen.findByText('暂无通知。您发起的分析结束后会显示在这里。')).toBeTruthy()
})

test('a result that comes onto the page is read, and nothing is sent when nothing is unread', async () => {
  await show(<Bell />)
  await screen.findByRole('button', { name: '通知，1 条未读' })
  noticeResultShown(UID)
  expect(await screen.findByRole('button', { name: '通知，0 条未读' })).toBeTruthy()
  noticeResultShown(OTHER)
  await waitFor(() => expect(read()).toEqual([{ image_id: UID }]))
})

test('a certificate that ends leads to the connections, and says whose it is and until when it holds', async () => {
  const told = { told_at: '2026-01-02T03:04:05Z', is_read: false }
  const certificates = [
    { id: UID, of: 'destination', name: '医院 PACS', until: '2999-01-02T03:04:05Z', ...told },
    { id: 'dicom', of: 'dicom', name: '', until: '2020-01-02T03:04:05Z', ...told },
  ]
  answers[listNotices.path] = { data: { rows: [], more: false, drift: [], certificates } }
  await show(<Bell />)
  await ring(/通知/)
  const shown = await screen.findByRole('link', {
    name: /医院 PACS.*未读.*客户端证书 · 有效期至 2999年1月2日/,
  })
  expect(shown.getAttribute('href')).toBe('#/app/organization/connections')
  screen.getByRole('link', { name: /DICOM 接收端口的服务器证书.*已于 2020年1月2日.*过期/ })
})
