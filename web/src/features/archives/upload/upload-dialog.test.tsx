import {
  fundusArchive,
  askUploadForms,
  keyName,
  MODALITY,
  patientInfo,
  today,
  type FileDiffers,
  type InputOf,
} from '@mingmou/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../../lib/calls/query-client.ts'
import { OfModality } from '../../../modalities/use-modality.ts'
import { OnPage, show } from '../../../testing/render.tsx'
import { patientRow } from '../../../testing/rows.ts'
import { startServer } from '../../../testing/server.ts'
import { signIn, UID } from '../../../testing/session.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { UploadDialog } from './upload-dialog.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let closed: boolean
/** What the server finds of another person or day in the first photograph, until that is confirmed. */
let differing: Omit<FileDiffers, 'key'> | null
/** Whether the server finds the first photograph in an earlier sitting. */
let repeated: boolean
/** Whether the server finds the last photograph to be none. */
let refusing: boolean
/** What the answer to a saved sitting waits for. */
let held: Promise<void>

beforeEach(async () => {
  localStorage.clear()
  window.location.hash = ''
  signIn()
  closed = false
  repeated = false
  differing = null
  refusing = false
  held = Promise.resolve()
  server = await startServer(async ({ path, body }) => {
    if (path === askUploadForms.path) return { data: uploadForm(server.origin) }
    if (path === fundusArchive.known.path) return { data: { rows: [] } }
    if (path !== fundusArchive.create.path) return {}
    await held
    const { files_path, repeated: kept, confirmed } = body as InputOf<typeof fundusArchive.create>
    if (differing && !confirmed?.flat().length)
      return {
        status: 202,
        error_code: 1003,
        msg: '与所选的不符',
        data: { differing: [{ key: files_path[0], ...differing }] },
      }
    if (refusing) {
      const upload = files_path.at(-1) ?? ''
      const reason = `image_unreadable|${keyName(upload)}`
      return {
        status: 202,
        error_code: 3001,
        msg: `图像无法读取：${keyName(upload)}`,
        data: { refused: { upload, reason } },
      }
    }
    if (!repeated || !kept || kept.length > 0) return { data: { rid: UID } }
    const sitting = { pid: UID, name: '演示患者', record_date: '2024-03-01' }
    return {
      status: 202,
      error_code: 1003,
      msg: '照片已在本机构的档案中',
      data: { repeats: [{ key: files_path[0], sitting }] },
    }
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const created = () => server.asked.filter(({ path }) => path === fundusArchive.create.path)
const save = async () => userEvent.click(await screen.findByRole('button', { name: /保存档案$/ }))
const photograph = (name: string, last = 0) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, last])], name, { type: 'image/jpeg' })
const scale = () => screen.getByLabelText('比例尺（选填）')

const dialog = <UploadDialog pid={UID} onClose={() => (closed = true)} />
/** Everything but the scale, with the photograph uploaded. */
async function open(page = <OnPage>{dialog}</OnPage>): Promise<void> {
  await show(page, 'archives')
  await userEvent.click(screen.getByLabelText('散瞳图像'))
  await userEvent.click(screen.getByRole('combobox', { name: '采集设备' }))
  await userEvent.click(await screen.findByTitle('Topcon TRC-NW400'))
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('no place to choose a file')
  await userEvent.upload(chooser, photograph('eye.jpg'))
  await screen.findByLabelText('eye.jpg 已上传')
}

test('the scale that is entered goes out with the photographs', async () => {
  await open()
  await userEvent.type(scale(), '0.008')
  await save()
  await waitFor(() => expect(closed).toBe(true))
  expect(created()[0]?.body).toMatchObject({ pid: UID, mm_per_px: 0.008, record_date: today() })
})

test('photographs go out by their own names, and join the sitting of the day unless that is turned off', async () => {
  await open()
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('no place to choose a file')
  await userEvent.upload(chooser, photograph('张三 左眼.jpg', 1))
  await screen.findByLabelText('张三 左眼.jpg 已上传')
  await save()
  await waitFor(() => expect(closed).toBe(true))
  expect(created()[0]?.body).toMatchObject({ names: ['eye.jpg', '张三 左眼.jpg'], join: true })
  cleanup()
  localStorage.clear()
  signIn()
  await open()
  await userEvent.click(screen.getByLabelText('并入当日已有的检查'))
  await save()
  await waitFor(() => expect(created()[1]?.body).toMatchObject({ join: false }))
})

const OTHER = '01900000-0000-7000-8000-00000000000b'

test.each([
  { gone: 'another patient', pid: OTHER, refused: false, told: '张文静：眼底照片已保存' },
  { gone: 'another patient', pid: OTHER, refused: true, told: '张文静：图像无法读取：eye.jpg' },
  { gone: 'another tab of the patient', pid: UID, refused: false, told: '眼底照片已保存' },
  {
    gone: 'a record that was merged with it',
    pid: 'merged',
    refused: false,
    told: '眼底照片已保存',
  },
])(
  'whoever went to $gone while it was saved stays there, and is told $told',
  async ({ pid, refused, told }) => {
    refusing = refused
    window.location.hash = `/?pid=${UID}`
    const routes = ['/', '/other'].map((path) => ({ path, element: path === '/' ? dialog : null }))
    const router = createMemoryRouter(routes)
    await open(<RouterProvider router={router} />)
    for (const asked of [UID, 'merged'])
      queryClient.setQueryData([patientInfo.path, { pid: asked }], patientRow())
    let release = () => {}
    held = new Promise((done) => (release = done))
    await save()
    await waitFor(() => expect(created()).toHaveLength(1))
    await act(() => router.navigate('/other'))
    window.location.hash = `/other?pid=${pid}`
    release()
    await screen.findByText(told)
    expect(router.state.location.pathname).toBe('/other')
  },
)

test('an upload without a scale says nothing of one', async () => {
  await open()
  await save()
  await waitFor(() => expect(closed).toBe(true))
  expect(created()[0]?.body).not.toHaveProperty('mm_per_px')
})

test('device and pupil type are as the same account chose them last, and another account chooses anew', async () => {
  await open()
  await save()
  await waitFor(() => expect(closed).toBe(true))
  const again = async () => {
    cleanup()
    await show(
      <OnPage>
        <UploadDialog pid={UID} onClose={() => undefined} />
      </OnPage>,
      'archives',
    )
    return {
      dilated: screen.getByLabelText<HTMLInputElement>('散瞳图像').checked,
      device: screen.queryByTitle('Topcon TRC-NW400') !== null,
    }
  }
  expect(await again()).toEqual({ dilated: true, device: true })
  signIn({ uid: '0190a5f0-0000-7000-8000-000000000002' })
  expect(await again()).toEqual({ dilated: false, device: false })
})

test('a file that is no image is named with what to do, and is in the way of saving until it is removed', async () => {
  await open()
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('no place to choose a file')
  const heic = new File(['\0\0\0\x18ftypheic'], 'IMG_1.heic', { type: 'image/heic' })
  await userEvent.upload(chooser, heic)
  expect(await screen.findByText('不支持 HEIC 照片，请导出为 JPEG 后上传：IMG_1.heic')).toBeTruthy()
  const [first] = screen.getByRole('list', { name: '待保存的照片' }).children
  expect(first?.textContent).toContain('IMG_1.heic')
  await save()
  expect(await screen.findByText('请先移除不能上传的文件')).toBeTruthy()
  expect(created()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '移除 IMG_1.heic' }))
  await save()
  await waitFor(() => expect(closed).toBe(true))
})

test('many files that cannot be uploaded are counted and taken off the list at once, as in a batch', async () => {
  await open()
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('no place to choose a file')
  const zips = [1, 2].map((n) => new File([`PK\x03\x04${n}`], `扫描件${n}.zip`))
  await userEvent.upload(chooser, zips, { applyAccept: false })
  await screen.findByText(/^2 个文件不能上传/)
  await userEvent.click(screen.getByRole('button', { name: '从列表中移除这些文件' }))
  await save()
  await waitFor(() => expect(closed).toBe(true))
})

test('a photograph that the server knows is named with patient and day, and saved after a yes', async () => {
  repeated = true
  await open()
  await save()
  expect(await screen.findByText(/与演示患者 2024-03-01的照片相同。/)).toBeTruthy()
  await save()
  expect(await screen.findByText('有重复的照片：请确认保存，或将其移除')).toBeTruthy()
  expect(created()).toHaveLength(1)
  await userEvent.click(screen.getByRole('checkbox', { name: '仍要保存 eye.jpg' }))
  await save()
  await waitFor(() => expect(closed).toBe(true))
  const [, second] = created()
  if (!second) throw new Error('not saved')
  const { files_path, repeated: kept } = second.body as InputOf<typeof fundusArchive.create>
  expect(kept).toEqual(files_path)
})

test('a file of another person and day is named with what it says, and saved after a yes', async () => {
  const said = {
    number: 'P-2002',
    name: '李四',
    birthday: '1961-05-17',
    name_set: 'GB18030',
    eyes: [],
    days: ['2024-02-29'],
  }
  differing = { patient: 'other_number', eye: false, record_date: true, said }
  await open()
  await save()
  expect(await screen.findByText(/文件中的就诊卡号属于另一位患者。/)).toBeTruthy()
  expect(
    screen.getByText(
      /2024-02-29，与所填不符。 文件中：P-2002 · 李四 · 1961-05-17。 姓名按 GB18030 解读/,
    ),
  ).toBeTruthy()
  await save()
  expect(await screen.findByText(/^有文件写着另一患者、眼别或日期/)).toBeTruthy()
  expect(created()).toHaveLength(1)
  await userEvent.click(screen.getByRole('checkbox', { name: '确认并保存 eye.jpg' }))
  await save()
  await waitFor(() => expect(closed).toBe(true))
  const [, second] = created()
  if (!second) throw new Error('not saved')
  const { confirmed } = second.body as InputOf<typeof fundusArchive.create>
  expect(confirmed).toEqual([['patient', 'record_date']])
})

test.each(['8', '0', '-0.008', '0,008', '8µm'])(
  '%s is no scale: it stays as it was typed, and nothing is sent',
  async (typed) => {
    await open()
    await userEvent.type(scale(), typed)
    await save()
    expect(await screen.findByText(/^请填写大于0且不超过1的数值，单位为毫米\/像素/)).toBeTruthy()
    expect(scale()).toHaveProperty('value', typed)
    expect(created()).toEqual([])
  },
)

test('the devices that are offered are those of the modality, and any other can be typed', async () => {
  await show(
    <OnPage>
      <OfModality value="octa">
        <UploadDialog pid={UID} onClose={() => undefined} />
      </OfModality>
    </OnPage>,
    'archives',
  )
  await userEvent.click(screen.getByRole('combobox', { name: '采集设备' }))
  await screen.findByTitle('ZEISS CIRRUS HD-OCT 5000')
  const offered = [...document.querySelectorAll('.ant-select-item')].map(
    (option) => option.textContent,
  )
  expect(offered).toEqual([...MODALITY.octa.archive.devices, '其他设备'])
  await userEvent.click(screen.getByTitle('其他设备'))
  const typed = screen.getByRole<HTMLInputElement>('textbox', { name: '设备名称' })
  await userEvent.type(typed, '其他OCTA设备')
  expect(typed.value).toBe('其他OCTA设备')
})

test('a photograph that the server refuses is named as the person knows it, and the reason stays at its row', async () => {
  await open()
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('no place to choose a file')
  const other = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe1])], '张三 右眼.jpg', {
    type: 'image/jpeg',
  })
  await userEvent.upload(chooser, other)
  await screen.findByLabelText('张三 右眼.jpg 已上传')
  refusing = true
  await save()
  const [row] = await screen.findAllByText('图像无法读取：张三 右眼.jpg', { selector: 'li p' })
  expect(row).toBeTruthy()
  expect(document.body.textContent).not.toContain('image.jpg')
  refusing = false
  await userEvent.click(screen.getByRole('button', { name: '移除 张三 右眼.jpg' }))
  await save()
  await waitFor(() => expect(closed).toBe(true))
})

test('system files that come with photographs are left out and counted', async () => {
  await open()
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('no place to choose a file')
  const names = ['DICOMDIR', '._张三.jpg', 'Thumbs.db', '张三.jpg']
  fireEvent.change(chooser, { target: { files: names.map(photograph) } })
  expect(await screen.findByText('已略过3个系统文件')).toBeTruthy()
  await screen.findByLabelText('张三.jpg 已上传')
  expect(screen.getByRole('list', { name: '待保存的照片' }).children).toHaveLength(2)
})
