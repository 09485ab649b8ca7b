import { adminDeleteNews, adminListNews, type ManagedNews } from '@mingmou/contract'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn } from '../../testing/session.ts'
import { Component as ManagePage } from './manage-page.tsx'

const NID = '0190a5f0-0000-7000-8000-000000000001'
const before: ManagedNews = {
  nid: NID,
  happened_on: '2021-03-01',
  title_zh: '示例标题',
  title_en: 'Sample',
  body_zh: '示例正文',
  body_en: 'Sample text',
  published: false,
  version: 1,
  picture_url: '/v1/oss/file/news/a.webp?sig=1',
  changed_by: '演示管理员',
  changed_at: '2026-01-02T03:04:05Z',
}

test('deleting news that a colleague published meanwhile shows that first, and asks again', async () => {
  const now = { ...before, version: 2, published: true, changed_by: '演示同事' }
  // The same picture: its address is signed anew.
  now.picture_url = '/v1/oss/file/news/a.webp?sig=2'
  const server = await startServer(({ path, body }) => {
    if (path === adminListNews.path) return { data: { rows: [before], page: 1, total_count: 1 } }
    if ((body as { version: number }).version === 2) return {}
    return { status: 202, error_code: 1003, msg: '记录已被修改', data: { stored: now } }
  })
  signIn({ role: '2' })
  await show(
    <MemoryRouter>
      <ManagePage />
    </MemoryRouter>,
    'news',
    'confirm',
  )
  fireEvent.click(await screen.findByText(/^删\s?除$/))
  fireEvent.click(within(await screen.findByRole('dialog')).getByText(/^删\s?除$/))
  const told = await screen.findByText(/演示同事 已于 .* 修改了此记录/)
  const again = told.closest<HTMLElement>('[role=dialog]')
  if (!again) throw new Error('no dialog')
  expect(
    within(again)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['状态：草稿 → 已发布'])
  fireEvent.click(within(again).getByText(/^删\s?除$/))
  expect(await screen.findByText('新闻已删除')).toBeTruthy()
  const sent = server.asked.filter(({ path }) => path === adminDeleteNews.path)
  expect(sent.map(({ body }) => body)).toEqual([
    { nid: NID, version: 1 },
    { nid: NID, version: 2 },
  ])
  cleanup()
  await server.close()
})
