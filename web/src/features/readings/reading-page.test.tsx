import { cleanup, fireEvent, screen } from '@testing-library/react'
import { leaveReading, listReadings, openReading, type DataOf } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer, type Asked } from '../../testing/server.ts'
import { signIn } from '../../testing/session.ts'
import { queueQuery } from './queries.ts'
import { Component } from './reading-page.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let answer: (asked: Asked) => Answer | Promise<Answer>
beforeEach(async () => {
  signIn({ role: '3' })
  answer = () => ({})
  server = await startServer((asked) => answer(asked))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

test('a reading that is opened without saying which asks for nothing, and leads back', async () => {
  const page = (
    <MemoryRouter>
      <Component />
    </MemoryRouter>
  )
  await show(page, 'readings')
  await screen.findByText('记录不存在：可能已被删除，或链接有误。')
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(server.asked).toEqual([])
})

const OPENED: DataOf<typeof openReading> = {
  ...{ kept_until: '2026-03-02T02:15:00.000Z', name: '演示', gender: 1, birthday: '1960-05-01' },
  ...{ ad_card_number: 'A-1', record_date: '2026-03-02', images: [], eyes: [] },
  ...{ machine: null, signed: [] },
}

const QUEUE: DataOf<typeof listReadings> = {
  ...{ rule: 'all', counts: { first: 0, second: 0, arbitrator: 0 }, rows: [] },
}

/** A page that shows when it was told last what waits. */
function Elsewhere() {
  return <p>在别处 {useQuery(queueQuery('first')).dataUpdatedAt}</p>
}

test('who leaves a reading and goes elsewhere before that is done is not led to the list', async () => {
  let done: (answer: Answer) => void = () => undefined
  answer = ({ path }) => {
    if (path === openReading.path) return { data: OPENED }
    if (path === leaveReading.path) return new Promise((resolve) => (done = resolve))
    return path === listReadings.path ? { data: QUEUE } : {}
  }
  const page = (
    <MemoryRouter initialEntries={['/read?image_id=1']}>
      <Link to="/elsewhere">去别处</Link>
      <Routes>
        <Route path="/read" element={<Component />} />
        <Route path="/elsewhere" element={<Elsewhere />} />
        <Route path="*" element={<p>阅片列表</p>} />
      </Routes>
    </MemoryRouter>
  )
  await show(page, 'readings')
  fireEvent.click(await screen.findByRole('button', { name: '放回队列' }))
  await expect.poll(() => server.asked.at(-1)?.path).toBe(leaveReading.path)
  fireEvent.click(screen.getByText('去别处'))
  const told = await screen.findByText(/^在别处 [1-9]/)
  const before = told.textContent
  done({ data: {} })
  // The list is asked for again, and then the person would have been led to it.
  await expect.poll(() => screen.queryByText('阅片列表') ?? told.textContent).not.toBe(before)
  expect(screen.queryByText('阅片列表')).toBeNull()
})
