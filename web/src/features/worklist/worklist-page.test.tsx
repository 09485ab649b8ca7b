import { listWorklist, settleResult, type WorklistRow } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changed } from '../../lib/calls/call-query.ts'
import { PATHS } from '../../paths.ts'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { WorklistBar } from './worklist-bar.tsx'
import { Component as WorklistPage } from './worklist-page.tsx'

const idOf = (number: number) => `01900000-0000-7000-8000-00000000000${number}`
const eye = {
  ...({ eye: 'OD', photographs: 1, gradable: 1, stage: 3, contradicts: false } as const),
  at_least: null,
  lesions: false,
  stated: [],
}
const row = (number: number, traits: Partial<WorklistRow> = {}): WorklistRow => ({
  image_id: idOf(number),
  pid: UID,
  name: `演示患者${number}`,
  gender: 2,
  birthday: '1960-02-03',
  ad_card_number: `A-${number}`,
  modality: 'fundus',
  record_date: '2026-01-02',
  created_at: '2026-01-02T03:04:05Z',
  image_count: 2,
  thumbs: [],
  analysis_record_id: idOf(number),
  status: 'done',
  urgency: 'referable',
  unread: true,
  eyes: [
    {
      ...eye,
      referral: 'referable',
      machine: null,
      reasons: [{ reason: 'glaucoma', referral: 'referable' }],
    },
  ],
  readers: [],
  settled: null,
  reports: 0,
  origin: null,
  ...traits,
})
const ROWS = [
  row(1),
  row(2, { urgency: 'ungradable', readers: [{ name: '演示医生', at: '2026-01-02T03:04:05Z' }] }),
  row(3, { unread: false, status: 'running', urgency: null, eyes: [] }),
]
const unread = { referable: 1, ungradable: 1, review: 0, routine: 0 }
let rows: WorklistRow[]
let server: Awaited<ReturnType<typeof startServer>>

beforeEach(async () => {
  rows = ROWS
  localStorage.clear()
  signIn()
  server = await startServer(({ path }) =>
    path === listWorklist.path ? { data: { rows, next: null, unread, today: 1 } } : { data: {} },
  )
})
afterEach(async () => {
  cleanup()
  await server.close()
})

/** The result that is open, by the address. */
function Reading() {
  const imageId = new URLSearchParams(router.state.location.search).get('image_id') ?? ''
  return <WorklistBar imageId={imageId} />
}
let router: ReturnType<typeof createMemoryRouter>
const opened = () => new URLSearchParams(router.state.location.search).get('image_id')

test('the worklist is read with the keys alone, from the most urgent result to the next and back', async () => {
  router = createMemoryRouter(
    [
      { path: PATHS.worklist, element: <WorklistPage /> },
      { path: PATHS.diagnosis, element: <Reading /> },
    ],
    { initialEntries: [PATHS.worklist] },
  )
  await show(<RouterProvider router={router} />, 'worklist', 'findings')
  const items = await screen.findAllByRole('button', { name: /演示患者/ })
  expect(screen.getByRole('status').textContent).toBe('2 份未阅疑似需转诊 1不可判读 1今日 1 次检查')
  expect(
    items.map(({ textContent }) => /疑似需转诊|不可判读|分析中/.exec(textContent)?.[0]),
  ).toEqual(['疑似需转诊', '不可判读', '分析中'])
  await waitFor(() => expect(document.activeElement).toBe(items[0]))
  await userEvent.keyboard('jjjk')
  expect(document.activeElement).toBe(items[1])
  await userEvent.keyboard('{Enter}')
  expect(opened()).toBe(idOf(2))
  expect(await screen.findByText('第 2 / 3 份')).toBeTruthy()
  expect(screen.getByText(/演示医生 已于 .* 打开/)).toBeTruthy()
  await userEvent.keyboard('y')
  expect(await screen.findByRole('button', { name: '标为未阅（Y）' })).toBeTruthy()
  expect(server.asked.find(({ path }) => path === settleResult.path)?.body).toEqual({
    analysis_record_id: idOf(2),
    settled: true,
  })
  await userEvent.keyboard('j')
  expect(opened()).toBe(idOf(3))
  await userEvent.keyboard('jkk')
  expect(opened()).toBe(idOf(1))
  await userEvent.keyboard('w')
  expect(router.state.location.pathname).toBe(PATHS.worklist)
})

test('what is looked for stands in the address, and is asked for', async () => {
  router = createMemoryRouter([{ path: PATHS.worklist, element: <WorklistPage /> }], {
    initialEntries: [`${PATHS.worklist}?order=time&reason=glaucoma&modality=nothing`],
  })
  await show(<RouterProvider router={router} />, 'worklist', 'findings')
  await screen.findAllByRole('button', { name: /演示患者/ })
  const asked = () =>
    server.asked.filter(({ path }) => path === listWorklist.path).map(({ body }) => body)
  expect(asked()).toEqual([{}])
  await userEvent.click(screen.getByRole('checkbox', { name: '仅我上传的' }))
  await waitFor(() => expect(asked().at(-1)).toEqual({ mine: true }))
  expect(router.state.location.search).toBe('?mine=1')
})

test('Y marks the row that has the focus, although a more urgent one has come before it', async () => {
  router = createMemoryRouter([{ path: PATHS.worklist, element: <WorklistPage /> }], {
    initialEntries: [PATHS.worklist],
  })
  await show(<RouterProvider router={router} />, 'worklist', 'findings')
  const item = await screen.findByRole('button', { name: /演示患者1/ })
  await waitFor(() => expect(document.activeElement).toBe(item))
  rows = [row(4), ...ROWS]
  await changed(listWorklist)
  await screen.findByRole('button', { name: /演示患者4/ })
  expect(document.activeElement).toBe(item)
  await userEvent.keyboard('y')
  const marked = () => server.asked.filter(({ path }) => path === settleResult.path)
  await waitFor(() => expect(marked()).toHaveLength(1))
  expect(marked()[0]?.body).toEqual({ analysis_record_id: idOf(1), settled: true })
})

test('what Y marked stays below, can be taken back, and J goes on from where it stood', async () => {
  router = createMemoryRouter([{ path: PATHS.worklist, element: <WorklistPage /> }], {
    initialEntries: [PATHS.worklist],
  })
  await show(<RouterProvider router={router} />, 'worklist', 'findings')
  const first = await screen.findByRole('button', { name: /演示患者1/ })
  await waitFor(() => expect(document.activeElement).toBe(first))
  // The server lists no sitting of an earlier day that is read.
  rows = ROWS.slice(1)
  await userEvent.keyboard('y')
  await screen.findByRole('button', { name: '标为未阅' })
  const names = () =>
    screen.getAllByRole('button', { name: /演示患者/ }).map(({ textContent }) => textContent)
  expect(names()[2]).toMatch(/演示患者1.*已阅，无需报告/)
  await userEvent.keyboard('j')
  expect(document.activeElement?.textContent).toContain('演示患者2')
  await userEvent.click(screen.getByRole('button', { name: '标为未阅' }))
  const marked = () => server.asked.filter(({ path }) => path === settleResult.path)
  await waitFor(() => expect(marked()).toHaveLength(2))
  expect(marked()[1]?.body).toEqual({ analysis_record_id: idOf(1), settled: false })
})
