import { dmConditions, setDmConditions, type DmConditions } from '@mingmou/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../lib/calls/query-client.ts'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer, type Asked } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { PatientConditions } from './conditions.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let instead: (asked: Asked) => Answer | undefined

const recorded: DmConditions['older'][number] = {
  onset_date: null,
  diagnosis_date: '2011-03-04',
  somatotype: 2,
  recently_fbg_date: null,
  recently_fbg_value: 7.2,
  recently_HbA1c_date: null,
  recently_HbA1c_value: null,
  current_medication: '二甲双胍',
  changed_by: '演示医生',
  changed_at: '2026-01-02T03:04:05Z',
  record: { name: '演示患者', ad_card_number: 'MZ-1' },
}
const stored: DmConditions = { pid: UID, ...recorded, version: 1, older: [] }

beforeEach(async () => {
  localStorage.clear()
  signIn()
  instead = () => undefined
  server = await startServer(
    (asked) => instead(asked) ?? (asked.path === dmConditions.path ? { data: stored } : {}),
  )
  await show(<PatientConditions pid={UID} />, 'dm-conditions', 'confirm')
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const press = async (text: RegExp) => fireEvent.click(await screen.findByText(text))
const enter = async (name: string, value: string) => {
  const field = await screen.findByLabelText(name)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const sent = () =>
  server.asked.filter(({ path }) => path === setDmConditions.path).map(({ body }) => body)
const fields = {
  pid: UID,
  diagnosis_date: '2011-03-04',
  somatotype: 2,
  current_medication: '二甲双胍',
}

test('what was recorded is shown with its unit, and the rest as not recorded', async () => {
  expect(await screen.findByText('7.2 mmol/L')).toBeTruthy()
  expect(screen.getByText('2011-03-04')).toBeTruthy()
  expect(screen.getAllByText('未填写')).toHaveLength(4)
})

test('an unusual glucose is asked about and saved at a yes, with the version that was read', async () => {
  await press(/^编\s?辑$/)
  await enter('最近空腹血糖', '28')
  await press(/^保\s?存$/)
  expect(await screen.findByText(/请核对：最近空腹血糖 28 mmol\/L/)).toBeTruthy()
  expect(sent()).toEqual([])
  await press(/^确定保存$/)
  await waitFor(() => expect(sent()).toEqual([{ ...fields, recently_fbg_value: 28, version: 1 }]))
})

test('a record that somebody else saved meanwhile shows both versions, and saves what is chosen', async () => {
  const now = { ...stored, version: 2, changed_by: '演示同事', current_medication: '胰岛素' }
  instead = ({ path, body }) =>
    path === setDmConditions.path && (body as { version: number }).version === 1
      ? {
          status: 202,
          error_code: 1003,
          msg: '记录已被修改，请核对后再保存',
          data: { stored: now },
        }
      : undefined
  await press(/^编\s?辑$/)
  await enter('最近空腹血糖', '8')
  await press(/^保\s?存$/)
  expect(await screen.findByText(/演示同事 已于 .* 保存了另一版本/)).toBeTruthy()
  expect(screen.getByText('8 mmol/L')).toBeTruthy()
  expect(screen.getByText('胰岛素')).toBeTruthy()
  await press(/^按所选保存$/)
  await waitFor(() =>
    expect(sent()[1]).toEqual({
      ...fields,
      current_medication: '胰岛素',
      recently_fbg_value: 8,
      version: 2,
    }),
  )
})

test('of merged records both are shown, the older one with its record, its day and what it says otherwise', async () => {
  const older = {
    ...recorded,
    current_medication: '胰岛素',
    changed_at: '2025-05-06T07:08:09Z',
    record: { name: '演示旧档', ad_card_number: 'MZ-2' },
  }
  instead = ({ path }) =>
    path === dmConditions.path ? { data: { ...stored, older: [older] } } : undefined
  await queryClient.invalidateQueries()
  expect(await screen.findByText(/合并的档案中各有一份糖尿病记录/)).toBeTruthy()
  expect(screen.getByText('较早的记录（2025年5月6日）')).toBeTruthy()
  expect(screen.getByText(/来自档案 演示患者（就诊卡号 MZ-1）；演示医生 最后修改于/)).toBeTruthy()
  expect(screen.getByText(/来自档案 演示旧档（就诊卡号 MZ-2）；演示医生 最后修改于/)).toBeTruthy()
  const differing = screen.getAllByText('与最新记录不同')
  expect(differing.map((tag) => tag.parentElement?.textContent)).toEqual(['胰岛素 与最新记录不同'])
})
