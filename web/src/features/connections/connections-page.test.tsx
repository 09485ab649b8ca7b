import { listConnections, type Connection, type DataOf } from '@mingmou/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { Component } from './connections-page.tsx'

const connection = (traits: Partial<Connection>): Connection => ({
  kind: 'device',
  id: UID,
  name: '一楼相机',
  state: 'well',
  last_at: '2026-11-26T08:00:00Z',
  failing_since: null,
  fault: null,
  device_fault: null,
  hl7_fault: null,
  waiting: 0,
  failed: 0,
  task: null,
  certificate_until: null,
  ...traits,
})

let rows: Connection[]
let certificates: DataOf<typeof listConnections>['certificates']
let fails: boolean
let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  signIn({ role: '3' })
  fails = false
  certificates = []
  server = await startServer(({ path }) =>
    path === listConnections.path && !fails
      ? { data: { rows, certificates } }
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
      state: 'failing',
      device_fault: 'full',
      failing_since: '2026-11-26T07:00:00Z',
      task: 'device_mend',
    }),
    connection({
      kind: 'webhook',
      id: UID.replace(/.$/, 'b'),
      name: '很长'.repeat(20),
      state: 'attention',
      waiting: 3,
      failed: 2,
      last_at: null,
      task: 'webhook_again',
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

test('a certificate that ends is told at its connection, and that of the server above all', async () => {
  const passed = '2020-01-02T03:04:05Z'
  rows = [
    connection({
      kind: 'destination',
      name: '医院 PACS',
      state: 'attention',
      task: 'destination_certificate',
      certificate_until: '2999-01-02T03:04:05Z',
    }),
    connection({ id: UID.replace(/.$/, 'd'), kind: 'destination', certificate_until: passed }),
  ]
  certificates = [
    { of: 'dicom', until: '2999-01-02T03:04:05Z' },
    { of: 'hl7', until: passed },
  ]
  await open()
  const list = await screen.findByRole('list', { name: '对接总览' })
  const [soon, over] = within(list).getAllByRole('listitem')
  expect(soon?.textContent).toMatch(
    /待处理.*客户端证书有效期至 2999年1月2日.*向医院信息科索取新证书/,
  )
  expect(over?.textContent).toMatch(/客户端证书已于 2020年1月2日.*过期/)
  const own = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(own).toEqual([
    expect.stringMatching(
      /^设备连接本服务器所用的证书有效期至 2999年1月2日.*请联系平台运维人员更换/,
    ),
    expect.stringMatching(/^HL7 系统连接本服务器所用的证书已于 2020年1月2日.*过期/),
  ])
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
