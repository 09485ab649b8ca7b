import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noticeList } from '../../lib/notices/notice-list.ts'
import { changeLanguage } from '../../lib/texts/i18n.ts'
import { show } from '../../testing/render.tsx'
import { NoticeBar } from './notice-bar.tsx'

beforeEach(() => localStorage.clear())
afterEach(async () => {
  noticeList.clear()
  cleanup()
  await changeLanguage('zh-CN')
})

test('a notice speaks the language that the page has now, and not the one in which it came', async () => {
  const ended = { key: 'analysis-1', tone: 'success', title: 'analysis_done_title' } as const
  const batch = { key: 'batch-1', tone: 'success', title: 'trial_done_title' } as const
  const instant = '2026-03-01T02:00:00Z'
  noticeList.gather(ended, { key: 'a', who: '演示患者', open: '/app/diagnosis' })
  noticeList.gather(batch, {
    key: 'b',
    who: { instant },
    text: 'trial_done|3/4',
    open: '/app/experience',
  })
  await show(<NoticeBar />)
  expect(screen.getByText('AI分析完成', { exact: false })).toBeTruthy()
  expect(screen.getByText('2026年3月1日 10:00')).toBeTruthy()
  await act(() => changeLanguage('en'))
  expect(screen.getByText('AI analysis finished', { exact: false })).toBeTruthy()
  expect(
    screen.getByText('Trial analysis finished Batch analysed; gradable photographs: 3/4'),
  ).toBeTruthy()
  // A name is never translated; a time is told as the reader tells it.
  expect(screen.getByText('演示患者')).toBeTruthy()
  expect(screen.getByText(/Mar 1, 2026/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/分析|[0-9]月/)
})

test('words that only the server knows stay as they came', async () => {
  noticeList.show({ key: 'x', tone: 'info', title: '系统维护', text: '今晚 22:00 停机' })
  await show(<NoticeBar />)
  await act(() => changeLanguage('en'))
  expect(screen.getByText(/今晚 22:00 停机/)).toBeTruthy()
})
