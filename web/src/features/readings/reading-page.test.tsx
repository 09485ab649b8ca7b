import { cleanup, fireEvent, screen } from '@testing-library/react'
import { leaveReading, listReadings, openReading, type DataOf } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { createMemoryRouter, Link, Outlet, RouterProvider, type RouteObject } from 'react-router'
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

const showAt = (address: string, routes: RouteObject[]) =>
  show(
    <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />,
    'readings',
  )

test('a reading that is opened without saying which asks for nothing, and leads back', async () => {
  await showAt('/read', [{ path: '/read', element: <Component /> }])
  await screen.findByText('记录不存在：可能已被删除，或链接有误。')
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(server.asked).toEqual([])
})

const OPENED: DataOf<typeof openReading> = {
  kept_until: '2026-03-02T02:15:00.000Z',
  name: '演示',
  gender: 1,
  birthday: '1960-05-01',
  ad_card_number: 'A-1',
  record_date: '2026-03-02',
  images: [],
  eyes: [],
  machine: null,
  signed: [],
}

test('the photographs stand in the viewer, without maps and both eyes as one faces them', async () => {
  const image = { width: 20, height: 20, url: '/picture.png' }
  const images = (['OS', 'OD', 'OD'] as const).map((eye, image_index) => ({
    ...image,
    eye,
    image_index,
  }))
  answer = ({ path }) => (path === openReading.path ? { data: { ...OPENED, images } } : {})
  await showAt('/read?image_id=1', [{ path: '/read', element: <Component /> }])
  const shown = () => screen.getByRole('application').getAttribute('aria-label')
  await screen.findByRole('toolbar')
  expect(shown()).toBe('右眼（OD） · 第2张, 左眼（OS） · 第1张')
  expect(screen.queryByText('图层')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: '右眼（OD） · 第3张' }))
  expect(shown()).toBe('右眼（OD） · 第3张, 左眼（OS） · 第1张')
  fireEvent.click(screen.getByRole('button', { name: /双图/ }))
  expect(shown()).toBe('右眼（OD） · 第3张')
})

const QUEUE: DataOf<typeof listReadings> = {
  rule: 'all',
  counts: { first: 0, second: 0, arbitrator: 0 },
  rows: [],
}

/** Around every page: the way elsewhere, and when it was told last what waits. */
function Frame() {
  return (
    <>
      <Link to="/elsewhere">去别处</Link>
      <p>队列 {useQuery(queueQuery('first')).dataUpdatedAt}</p>
      <Outlet />
    </>
  )
}

test.each(['a page that is there', 'a page that is still loading'])(
  'who leaves a reading and goes to %s before that is done is not led to the list',
  async (kind) => {
    let done: (answer: Answer) => void = () => undefined
    answer = ({ path }) => {
      if (path === openReading.path) return { data: OPENED }
      if (path === leaveReading.path) return new Promise((resolve) => (done = resolve))
      return path === listReadings.path ? { data: QUEUE } : {}
    }
    let loaded = () => {}
    const loading = new Promise<void>((resolve) => (loaded = resolve))
    await showAt('/read?image_id=1', [
      {
        element: <Frame />,
        children: [
          { path: '/read', element: <Component /> },
          { path: '/elsewhere', loader: () => loading.then(() => null), element: <p>在别处</p> },
          { path: '*', element: <p>阅片列表</p> },
        ],
      },
    ])
    fireEvent.click(await screen.findByRole('button', { name: '放回队列' }))
    await expect.poll(() => server.asked.at(-1)?.path).toBe(leaveReading.path)
    const told = await screen.findByText(/^队列 [1-9]/)
    const before = told.textContent
    fireEvent.click(screen.getByText('去别处'))
    if (kind === 'a page that is there') {
      loaded()
      await screen.findByText('在别处')
    }
    done({ data: {} })
    // The list is asked for again, and then the person would have been led to it.
    await expect.poll(() => screen.queryByText('阅片列表') ?? told.textContent).not.toBe(before)
    expect(screen.queryByText('阅片列表')).toBeNull()
    loaded()
    await screen.findByText('在别处')
  },
)
