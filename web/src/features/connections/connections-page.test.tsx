import { listConnections, type Connection } from '@mingmou/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { Component } from './connections-page.tsx'

const connection = (traits: Partial<Connection>): Connection => ({
  ...{ kind: 'device', id: UID, name: '一楼相机', state: 'well', last_at: '2026-11-26T08:00:00Z' },
  ...{ failing_since: null, fault: null, device_fault: null, hl7_fault: null },
  ...{ waiting: 0, failed: 0, task: null },
  ...traits,
})

let rows: Connection[]
let fails: boolean
let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  signIn({ role: '3' })
  fails = false
  server = await startServer(({ path }) =>
    path === listConnections.path && !fails
      ? { data: { rows } }
      : { status: 500, error_code: 1000, msg: '' },
  )
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () =>
  show(
    <MemoryRouter>
      <Component />
    </MemoryRouter>,
    'connections',
    'devices',
    'hl7',
  )

test('each line says what fails, since when, what waits and where to mend it', async () => {
  rows = [
    connection({
      ...{ state: 'failing', device_fault: 'full', failing_since: '2026-11-26T07:00:00Z' },
      task: 'device_mend',
    }),
    connection({
      ...{
        kind: 'webhook',
        id: UID.replace(/.$/, 'b'),
        name: '很长'.repeat(20),
        state: 'attention',
      },
      ...{ waiting: 3, failed: 2, last_at: null, task: 'webhook_again' },
    }),
    connection({
      id: UID.replace(/.$/, 'c'),
      name: '二楼',
      state: 'attention',
      waiting: 5,
      task: 'device_file',
    }),
  ]
  await open()
  const list = await screen.findByRole('list', { name: '对接总览' })
  const [camera, hook, other] = within(list).getAllByRole('listitem')
  expect(camera?.textContent).toMatch(/存储空间不足，未接收 · 自 .*起/)
  expect(
    within(camera ?? list)
      .getByRole('link')
      .getAttribute('href'),
  ).toMatch(/devices$/)
  expect(hook?.textContent).toMatch(/尚未送达3份等待发送2份发送失败/)
  expect(
    within(other ?? list)
      .getByRole('link')
      .getAttribute('href'),
  ).toMatch(/received$/)
})

test('nothing connected says so, and a failure offers to try again', async () => {
  rows = []
  await open()
  await screen.findByText('尚未对接任何设备或系统')
  cleanup()
  fails = true
  await open()
  await screen.findByText('获取对接总览失败')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('尚未对接任何设备或系统')
})
