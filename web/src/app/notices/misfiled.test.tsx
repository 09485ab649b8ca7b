import { MODALITY, type AnalysisResult, type Archive } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileHereButton } from '../../features/archives/file-here-button.tsx'
import { MisfiledCard } from '../../features/analyses/findings/misfiled-card.tsx'
import { OnPage, show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx'

const { fileHere } = MODALITY.octa.calls.archive
let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  localStorage.clear()
  signIn()
  server = await startServer(() => ({ data: { rid: UID } }))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const NOWHERE = { filed_as: [], filed_from: null }
const imageOf = (image_index: number, filed: Partial<typeof NOWHERE> | object = {}) => ({
  image_index,
  file_name: `${image_index}.png`,
  width: 300,
  height: 300,
  image_url: '',
  thumb_url: '',
  ...NOWHERE,
  ...filed,
})
const seems = (image_index: number, reasons: readonly string[]) => ({
  image_index,
  quality: { gradable: false, reasons },
})

/** The first image of an archive of photographs, of which the named ones look like a scan. */
async function open(scans: readonly number[], filed: object = {}): Promise<void> {
  const archive: Archive = {
    rid: UID,
    pid: UID,
    record_date: '2024-03-01',
    collect_device: 'TRC-NW400',
    img_type: 1,
    created_at: '2024-03-01T08:00:00Z',
    images: [imageOf(0, filed), imageOf(1), imageOf(2)],
  }
  const other = [0, 1, 2].map((at) =>
    seems(at, scans.includes(at) ? ['not_fundus', 'seems_octa'] : ['blurred']),
  )
  // Only what the card reads.
  const result = { left: [], right: [], other } as unknown as AnalysisResult
  await show(
    <OnPage>
      <DialogHost of={null}>
        <MisfiledCard
          archive={archive}
          result={result}
          index={0}
          fileHere={(misfiled) => <FileHereButton {...misfiled} />}
        />
      </DialogHost>
    </OnPage>,
    'archives',
    'analyses',
  )
}
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('images that look like scans are offered to be filed as scans, and go out with what a scan needs', async () => {
  await open([0, 2])
  expect(screen.getByText(/本档案有 2 张图像看起来属于“OCTA”，归入该类别吗？/)).toBeTruthy()
  await press(/^归入“OCTA”$/)
  expect(screen.getByText(/原档案中的图像、分析结果与报告均保留/)).toBeTruthy()
  await userEvent.click(await screen.findByLabelText('6×6 mm'))
  await userEvent.click(screen.getByRole('combobox', { name: '采集设备' }))
  await userEvent.click(await screen.findByTitle('Topcon DRI OCT Triton'))
  await press(/^归入并分析$/)
  await waitFor(() => expect(server.asked).toHaveLength(1))
  const device = { collect_device: 'Topcon DRI OCT Triton', img_type: 2 }
  expect(server.asked[0]).toMatchObject({
    path: fileHere.path,
    body: { rid: UID, image_indexes: [0, 2], record_date: '2024-03-01', ...device },
  })
})

test('an image that was filed elsewhere says where it went, and is offered no more', async () => {
  await open([0], { filed_as: [{ diagnosis_class: '3', rid: UID, record_date: '2024-03-02' }] })
  const link = screen.getByRole('link', { name: '已归入“OCTA”（2024-03-02）' })
  expect(link.getAttribute('href')).toContain(`image_id=${UID}`)
  expect(screen.queryByRole('button')).toBeNull()
})

test('an image that only is blurred is offered nowhere', async () => {
  await open([1])
  expect(screen.queryByRole('button')).toBeNull()
})
