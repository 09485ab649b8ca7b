import { MODALITY, type Archive, type Modality } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OfModality } from '../../modalities/use-modality.ts'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { EditArchiveDialog } from './edit-archive-dialog.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let closed: boolean

beforeEach(async () => {
  localStorage.clear()
  signIn()
  closed = false
  server = await startServer(() => ({}))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const archive: Archive = {
  rid: UID,
  pid: UID,
  record_date: '2024-03-01',
  collect_device: 'RTVue XR',
  img_type: 1,
  created_at: '2024-03-01T08:00:00Z',
  images: [],
}

async function edit(modality: Modality, analysed: boolean, type: string): Promise<void> {
  await show(
    <OfModality value={modality}>
      <EditArchiveDialog archive={archive} analysed={analysed} onClose={() => (closed = true)} />
    </OfModality>,
    'archives',
    'confirm',
  )
  await userEvent.click(await screen.findByLabelText(type))
  await press(/^保\s?存$/)
}
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const sent = () => server.asked.map(({ path, body }) => [path, body])
const changed = { rid: UID, record_date: '2024-03-01', collect_device: 'RTVue XR', img_type: 2 }
const QUESTION = /确定更改 2024-03-01（0 张照片）的图像档案吗？现有分析结果将不再成立/

test('another size of an analysed scan is asked about, and nothing is sent or lost at a no', async () => {
  await edit('octa', true, '6×6 mm')
  expect(await screen.findByText(QUESTION)).toBeTruthy()
  await press(/^继续编辑$/)
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull())
  expect([sent(), closed]).toEqual([[], false])
  expect(screen.getByLabelText<HTMLInputElement>('6×6 mm').checked).toBe(true)
})

test('another size of an analysed scan is saved at a yes', async () => {
  await edit('octa', true, '6×6 mm')
  await press(/^更改并重新分析$/)
  await waitFor(() => expect(closed).toBe(true))
  expect(sent()).toEqual([[MODALITY.octa.calls.archive.set.path, changed]])
})

test.each([
  ['another size of a scan that was never analysed', 'octa', false, '6×6 mm'],
  [
    'another pupil of an analysed photograph, which its analysis does not read',
    'fundus',
    true,
    '散瞳图像',
  ],
] as const)('%s is saved without a question', async (_, modality, analysed, type) => {
  await edit(modality, analysed, type)
  await waitFor(() => expect(closed).toBe(true))
  expect(sent()).toEqual([[MODALITY[modality].calls.archive.set.path, changed]])
})
