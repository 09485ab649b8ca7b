import {
  addComplication,
  deleteComplication,
  listComplications,
  setComplication,
  type Complication,
} from '@mingmou/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer, type Asked } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { PatientComplications } from './complications.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let rows: Complication[]
let instead: (asked: Asked) => Answer | undefined

const RID = '0190a5f0-0000-7000-8000-000000000009'
const stored: Complication = {
  row_id: RID,
  pid: UID,
  disease_type: '糖尿病视网膜病变',
  start_date: '2021-03-04',
  end_date: null,
  treat_plan: '全视网膜光凝',
  created_at: '2026-01-02T03:04:05Z',
  version: 1,
  changed_by: '演示医生',
  changed_at: '2026-01-02T03:04:05Z',
}

beforeEach(async () => {
  localStorage.clear()
  signIn()
  rows = [stored]
  instead = () => undefined
  server = await startServer(
    (asked) => instead(asked) ?? (asked.path === listComplications.path ? { data: { rows } } : {}),
  )
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => show(<PatientComplications pid={UID} />, 'complications', 'confirm')
const press = async (text: RegExp) => fireEvent.click(await screen.findByText(text))
const enter = async (name: string, value: string) => {
  const field = await screen.findByLabelText(name)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const sent = (path: string) =>
  server.asked.filter((request) => request.path === path).map(({ body }) => body)
const refusedWith = (now: Complication) => ({
  status: 202,
  error_code: 1003,
  msg: '记录已被修改，请核对后再保存',
  data: { stored: now },
})

test('what was recorded is shown, and what goes on has no end', async () => {
  await open()
  expect(await screen.findByText('糖尿病视网膜病变')).toBeTruthy()
  expect(screen.getByText('全视网膜光凝')).toBeTruthy()
  expect(screen.getByText('至今')).toBeTruthy()
  await press(/^按开始日期$/)
  await waitFor(() =>
    expect(sent(listComplications.path)).toEqual([
      { pid: UID, order: '1' },
      { pid: UID, order: '2' },
    ]),
  )
})

test('nothing recorded, and a list that cannot be fetched, say so', async () => {
  rows = []
  await open()
  expect(await screen.findByText('还没有并发症及治疗史')).toBeTruthy()
  cleanup()
  instead = () => ({ status: 500, error_code: 500 })
  await open()
  expect(await screen.findByText('获取并发症及治疗史失败')).toBeTruthy()
})

test('an end before the start is refused at its field, and nothing is sent', async () => {
  await open()
  await press(/^新增并发症$/)
  await enter('并发症', '糖尿病肾病')
  await enter('开始日期', '20210304')
  await enter('结束日期', '20210303')
  await press(/^保\s?存$/)
  expect(await screen.findByText('结束日期不能早于开始日期')).toBeTruthy()
  expect(sent(addComplication.path)).toEqual([])
  await enter('结束日期', '20210305')
  await press(/^保\s?存$/)
  await waitFor(() =>
    expect(sent(addComplication.path)).toEqual([
      {
        pid: UID,
        disease_type: '糖尿病肾病',
        start_date: '2021-03-04',
        end_date: '2021-03-05',
      },
    ]),
  )
})

test('a change names the version that it began from', async () => {
  await open()
  await press(/^编\s?辑$/)
  await enter('治疗方案', '抗VEGF注药')
  await press(/^保\s?存$/)
  await waitFor(() =>
    expect(sent(setComplication.path)).toEqual([
      {
        row_id: RID,
        disease_type: '糖尿病视网膜病变',
        start_date: '2021-03-04',
        treat_plan: '抗VEGF注药',
        version: 1,
      },
    ]),
  )
})

test('deleting what somebody else changed meanwhile shows the change, and asks again', async () => {
  const now = { ...stored, version: 2, changed_by: '演示同事', treat_plan: '抗VEGF注药' }
  instead = ({ path, body }) =>
    path === deleteComplication.path && (body as { version: number }).version === 1
      ? refusedWith(now)
      : undefined
  await open()
  await press(/^删\s?除$/)
  const asked = await screen.findByRole('dialog')
  expect(within(asked).getByText(/确定删除.*糖尿病视网膜病变/)).toBeTruthy()
  fireEvent.click(within(asked).getByText(/^删\s?除$/))
  expect(await screen.findByText(/演示同事 已于 .* 修改了此记录/)).toBeTruthy()
  expect(screen.getByText('治疗方案：全视网膜光凝 → 抗VEGF注药')).toBeTruthy()
  expect(sent(deleteComplication.path)).toEqual([{ row_id: RID, version: 1 }])
  const again = screen.getByText(/修改了此记录/).closest<HTMLElement>('[role=dialog]')
  if (!again) throw new Error('no dialog')
  fireEvent.click(within(again).getByText(/^删\s?除$/))
  await waitFor(() =>
    expect(sent(deleteComplication.path)).toEqual([
      { row_id: RID, version: 1 },
      { row_id: RID, version: 2 },
    ]),
  )
  expect(await screen.findByText(/已删除$/)).toBeTruthy()
})
