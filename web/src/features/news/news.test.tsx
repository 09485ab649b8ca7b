import { newsList } from '@mingmou/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { Component as NewsList } from './news-list-page.tsx'
import { Component as NewsTabs } from './news-tabs-page.tsx'

const entry = (number: number, happened_on: string, body = '示例正文') => ({
  nid: `0190a5f0-0000-7000-8000-00000000000${number}`,
  happened_on,
  title: `示例${number}`,
  body,
  picture_url: null,
})
let server: Awaited<ReturnType<typeof startServer>>
let answer: Answer
beforeEach(async () => {
  localStorage.clear()
  server = await startServer(({ path }) => (path === newsList.path ? answer : {}))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (page: React.ReactNode, address = '/') =>
  show(<MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>, 'news')
const years = async () =>
  (await screen.findAllByRole('heading', { level: 2 })).map((heading) => heading.textContent)

test('the years of the timeline stand where there are no news', async () => {
  answer = { data: { entries: [] } }
  await open(<NewsList />)
  expect(await years()).toEqual(['2024', '2023', '2022', '2021', '2020', '2019'])
  expect(screen.getAllByText('本年度暂无发布的内容')).toHaveLength(6)
})

test('news stand in their year, and a later year stands once it has any', async () => {
  answer = { data: { entries: [entry(2, '2026-02-03'), entry(1, '2021-03-01')] } }
  await open(<NewsList />)
  expect(await years()).toEqual(['2026', '2025', '2024', '2023', '2022', '2021', '2020', '2019'])
  const link = screen.getByRole('link', { name: '示例1' })
  expect(link.getAttribute('href')).toBe(
    `#/main/newsCenter/newsTabs?year=2021&nid=${entry(1, '').nid}`,
  )
})

test('a year is read in full, in the words of Markdown and without a script', async () => {
  const body = '**粗体** <script>window.hurt = 1</script> [坏链接](javascript:hurt)'
  answer = { data: { entries: [entry(2, '2022-02-03'), entry(1, '2021-03-01', body)] } }
  await open(<NewsTabs />, '/?year=2021')
  const section = (await screen.findByRole('heading', { name: '示例1' })).closest('section')
  if (!section) throw new Error('no entry')
  expect(section.querySelector('strong')?.textContent).toBe('粗体')
  expect(section.querySelectorAll('script, a')).toHaveLength(0)
  expect(within(section).getByText(/<script>/)).toBeTruthy()
  expect(screen.queryByText('示例2')).toBeNull()
  expect(screen.getByRole('link', { name: '2021' }).getAttribute('aria-current')).toBe('true')
})

test('the newest year with news is open, and an empty one says so', async () => {
  answer = { data: { entries: [entry(1, '2020-03-01')] } }
  await open(<NewsTabs />)
  await screen.findByRole('heading', { name: '示例1' })
  cleanup()
  await open(<NewsTabs />, '/?year=2019')
  expect(await screen.findByText('本年度暂无发布的内容')).toBeTruthy()
})

test('news that cannot be fetched say so, and are there at the next try', async () => {
  answer = { status: 500, error_code: 500, msg: '请求服务器错误' }
  await open(<NewsList />)
  await screen.findByRole('heading', { name: '获取新闻失败' })
  answer = { data: { entries: [] } }
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await years()).toHaveLength(6)
})
