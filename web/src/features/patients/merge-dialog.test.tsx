import { diagnosticPatients, mergePatients, patientInfo } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { patientRow } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { MergeDialog } from './merge-dialog.tsx'

const OTHER = '01900000-0000-7000-8000-00000000000b'
const one = patientRow()
const other = patientRow({ pid: OTHER, ad_card_number: 'B-2', name: '章文静' })
let server: Awaited<ReturnType<typeof startServer>>

beforeEach(async () => {
  localStorage.clear()
  signIn()
  server = await startServer(({ path }) => {
    if (path === diagnosticPatients.path) return { data: { data: [one, other] } }
    return path === patientInfo.path ? { data: other } : { data: {} }
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

test('two records are compared, what may be another person is pointed out, and the one chosen stands for both', async () => {
  let kept = ''
  await show(
    <MergeDialog patient={one} onClose={() => undefined} onMerged={(pid) => (kept = pid)} />,
    'patients',
    'confirm',
  )
  const merge = screen.getByRole('button', { name: /合\s?并$/ })
  expect((merge as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(await screen.findByRole('radio', { name: /章文静.*B-2/ }))
  await screen.findByText('两份档案的姓名、性别或出生日期不同，请确认是同一位患者。')
  await userEvent.click(screen.getByRole('radio', { name: '另一份档案 保留为主档案' }))
  await userEvent.click(merge)
  expect(await screen.findByText(/确定将“张文静”的档案并入/)).toBeTruthy()
  const buttons = screen.getAllByRole('button', { name: /合\s?并$/ })
  await userEvent.click(buttons[buttons.length - 1] as HTMLElement)
  await waitFor(() => expect(kept).toBe(OTHER))
  const sent = server.asked.filter(({ path }) => path === mergePatients.path)
  expect(sent.map(({ body }) => body)).toEqual([{ pid: OTHER, merged_pid: UID }])
})
