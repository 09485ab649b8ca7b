import { patientInfo } from '@mingmou/contract'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { patientDetailPath } from '../../paths.ts'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { PatientDetailPage } from './detail-page.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let answer: Answer

beforeEach(async () => {
  localStorage.clear()
  signIn()
  server = await startServer(({ path }) => (path === patientInfo.path ? answer : {}))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (pid: string) => {
  const page = {
    path: '/app/patient/detail',
    element: <PatientDetailPage parts={[]} upload={() => null} />,
  }
  const router = createMemoryRouter([page], { initialEntries: [patientDetailPath(pid)] })
  return show(<RouterProvider router={router} />, 'patients')
}
const GONE = '记录不存在：可能已被删除，或链接有误。'

test.each([
  ['of nobody', UID, { status: 202, error_code: 1002, msg: '记录不存在' }],
  [
    'that is none',
    'abc',
    { status: 202, error_code: 1001, msg: '格式不正确', data: { fields: { pid: '格式不正确' } } },
  ],
])(
  'an id %s says that the record does not exist, and leads back to the list',
  async (_, pid, refused) => {
    answer = refused
    await open(pid)
    expect(await screen.findByText(GONE)).toBeTruthy()
    expect(screen.getByRole('button', { name: '返回列表' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /重\s?试/ })).toBeNull()
  },
)

test('a fault of the server says what failed, and can be tried again', async () => {
  answer = { status: 500, error_code: 500, msg: '' }
  await open(UID)
  expect(await screen.findByText('获取患者信息失败')).toBeTruthy()
  expect(screen.getByRole('button', { name: /重\s?试/ })).toBeTruthy()
  expect(screen.queryByText(GONE)).toBeNull()
})

test('a patient of whom something is missing is asked for it at the visit, by name, and completed there', async () => {
  const known = {
    pid: UID,
    name: '演示患者',
    ad_card_number: 'A-1',
    gender: 2,
    birthday: '1960-02-03',
  }
  const missing = { phone: null, profession: '90', area_id: null, address: '演示路1号' }
  const histories = { allergic_history: '无', operation_history: null }
  answer = {
    data: {
      ...known,
      ...missing,
      ...histories,
      created_at: '2026-01-02T03:04:05Z',
      last_visit: null,
      last_result: null,
      merged: [],
      identifiers: [],
      origin: null,
      outside_changes: [],
    },
  }
  await open(UID)
  expect(await screen.findByText('未填写：联系电话、所在地区、手术史')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '补充资料' }))
  expect(await screen.findByRole('dialog', { name: '编辑患者' })).toBeTruthy()
})
