import { fundusArchive, askUploadForms, text, type FileSays } from '@mingmou/contract'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startI18n } from '../../../lib/texts/i18n.ts'
import { startServer, type Answer } from '../../../testing/server.ts'
import { signIn, UID } from '../../../testing/session.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { safeName } from '../../../lib/files/send-file.ts'
import { repeatOf } from './upload.ts'
import { SittingFiles } from './sitting-files.ts'

let server: Awaited<ReturnType<typeof startServer>>
let files: SittingFiles
/** The photographs that the institution has already. */
let known: Record<string, unknown>[]
/** What the server reads in an upload. */
let said: Omit<FileSays, 'key'> | null
/** Uploads that arrived, by file name. Each waits for its answer. */
let held: Map<string, (answer: Answer) => void>

beforeEach(async () => {
  localStorage.clear()
  await startI18n()
  signIn()
  held = new Map()
  known = []
  said = null
  files = new SittingFiles('fundus', fundusArchive, UID)
  server = await startServer(({ path, body }) => {
    if (path === askUploadForms.path)
      return { data: uploadForm(server.origin, { policy: 'signed' }) }
    if (path === fundusArchive.known.path) return { data: { rows: known } }
    if (path === fundusArchive.says.path) {
      const [key] = (body as { files_path: string[] }).files_path
      return { data: { rows: said ? [{ key, ...said }] : [] } }
    }
    const name = /filename="([^"]+)"/.exec(String(body))?.[1] ?? ''
    return new Promise<Answer>((resolve) => held.set(name, resolve))
  })
})
afterEach(async () => {
  files.sender.stop()
  await server.close()
})

/** Each name has content of its own, unless the content is given. */
const file = (name: string, content = `\xff\xd8\xff\xe0${name}`) =>
  new File([bytesOf(content)], name)
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
function finish(name: string, answer: Answer = {}): void {
  held.get(name)?.(answer)
  held.delete(name)
}
const states = () => files.list().map(({ state }) => state)
const arrived = (count: number) => waitFor(() => expect([...held.keys()]).toHaveLength(count))

test('three files are on their way at a time, and each gets a form and a key of its own', async () => {
  await files.add(['a', 'b', 'c', 'd'].map((name) => file(`${name}.jpg`)))
  await arrived(3)
  expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting'])
  finish('a.jpg')
  await waitFor(() => expect([...held.keys()]).toContain('d.jpg'))
  ;['b.jpg', 'c.jpg', 'd.jpg'].forEach((name) => finish(name))
  await waitFor(() => expect(files.problem()).toBeNull())
  expect(files.keys().map((key) => key.split('/').at(-1))).toEqual([
    'a.jpg',
    'b.jpg',
    'c.jpg',
    'd.jpg',
  ])
  expect(new Set(files.keys()).size).toBe(4)
  expect(files.keys().every((key) => key.startsWith('uploads/fundus/mine/'))).toBe(true)
  // One answer has the forms of all that wait.
  const forms = server.asked.filter(({ path }) => path === askUploadForms.path)
  const names = forms.flatMap(({ body }) => (body as { file_names: string[] }).file_names)
  expect(names.sort()).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
  expect(forms.length).toBeLessThan(3)
})

test('a file that failed says why, keeps the others, and arrives on the second try', async () => {
  await files.add([file('good.jpg'), file('bad.jpg')])
  await arrived(2)
  finish('good.jpg')
  finish('bad.jpg', { status: 507, error_code: 500, msg: '存储空间不足，本次操作未保存' })
  await waitFor(() => expect(states()).toEqual(['arrived', 'failed']))
  const bad = files.list()[1]
  expect(bad?.reason).toBe('存储空间不足，本次操作未保存')
  expect(files.problem()).toBe('upload_unfinished')
  files.sender.retry(bad?.id ?? 0)
  await arrived(1)
  finish('bad.jpg')
  await waitFor(() => expect(states()).toEqual(['arrived', 'arrived']))
})

test('a lost line is tried again by itself, and the others arrive meanwhile', async () => {
  await files.add([file('a.jpg'), file('b.jpg')])
  await arrived(2)
  finish('a.jpg', { lost: true })
  finish('b.jpg')
  await waitFor(() => expect(states()).toEqual(['lost', 'arrived']))
  expect(files.problem()).toBe('upload_unfinished')
  await waitFor(() => expect([...held.keys()]).toEqual(['a.jpg']), { timeout: 20_000 })
  finish('a.jpg')
  await waitFor(() => expect(states()).toEqual(['arrived', 'arrived']))
  expect(files.names()).toEqual(['a.jpg', 'b.jpg'])
})

test('what is no image, empty, HEIC, too large or beyond the twentieth is refused by name before it is sent, and stays', async () => {
  const large = file('large.png')
  Object.defineProperty(large, 'size', { value: 33 * 1024 * 1024 })
  await files.add([
    file('letter.jpg', 'PK\x03\x04'),
    file('nothing.jpg', ''),
    file('IMG_0001.jpg', '\0\0\0\x18ftypheic'),
    large,
    ...Array.from({ length: 21 }, (_, index) => file(`${index}.jpg`)),
  ])
  const refused = files.list().filter(({ state }) => state === 'refused')
  expect(refused.map(({ reason }) => reason)).toEqual([
    'image_archive|ZIP|letter.jpg',
    'image_empty|nothing.jpg',
    'image_heic|IMG_0001.jpg',
    'image_too_large|large.png',
    'images_count',
  ])
  await arrived(3)
  expect(files.problem()).toBe('upload_refused')
  expect(text('zh-CN', 'image_heic|IMG_0001.jpg')).toBe(
    '不支持 HEIC 照片，请导出为 JPEG 后上传：IMG_0001.jpg',
  )
})

test('a file is known by its content, whatever it is called', async () => {
  await files.add([file('IM000001', `${'\0'.repeat(128)}DICM`), file('eye.xyz')])
  expect(files.list().map(({ reason }) => reason)).toEqual([null, null])
  await arrived(2)
})

test('a removed file is not waited for', async () => {
  await files.add([file('a.jpg')])
  await arrived(1)
  files.sender.remove(files.list()[0]?.id ?? 0)
  expect(files.list()).toEqual([])
  expect(files.problem()).toBeNull()
})

test('a name in an upload key keeps safe characters alone', () => {
  expect(safeName('演示 右眼(OD).JPG')).toBe('OD.jpg')
  expect(safeName('左眼.png')).toBe('OS.png')
  expect(safeName('P-1_张三_右眼_1.jpg')).toBe('P-1_1_OD.jpg')
  expect(safeName('左宗棠.png')).toBe('image.png')
  expect(safeName('../../etc/x.tif')).toBe('etc_x.tif')
  expect(safeName('IM000001')).toBe('IM000001')
})

const repeats = () => files.list().map((upload) => repeatOf(upload, files.list()))

test('the same photograph twice needs a yes, which is for that one alone', async () => {
  await files.add([file('a.jpg', '\xff\xd8\xff1'), file('b.jpg', '\xff\xd8\xff1')])
  await arrived(2)
  finish('a.jpg')
  finish('b.jpg')
  await waitFor(() => expect(files.problem()).toBe('upload_repeated'))
  expect(repeats()).toEqual([null, 'twice'])
  files.keep(files.list()[1]?.id ?? 0, true)
  expect(files.problem()).toBeNull()
  expect(files.repeated()).toEqual([files.keys()[1]])
  files.sender.remove(files.list()[0]?.id ?? 0)
  expect(repeats()).toEqual([null])
})

const SILENT = { number: '', name: '', birthday: '', name_set: '', eyes: [], days: [] }

test('a DICOM file of another person or eye is named once it has arrived, and a photograph is not asked about', async () => {
  said = { patient: 'other_number', eye: true, said: { ...SILENT, eyes: ['OS'] } }
  await files.add([file('a.dcm', `${'\0'.repeat(128)}DICM`), file('b.jpg')])
  await arrived(2)
  finish('a.dcm')
  finish('b.jpg')
  await waitFor(() => expect(files.problem('2024-03-01')).toBe('upload_differs'))
  expect(files.list().map(({ differs }) => differs?.file.patient)).toEqual([
    'other_number',
    undefined,
  ])
  expect(server.asked.filter(({ path }) => path === fundusArchive.says.path)).toHaveLength(1)
  files.sure(files.list()[0]?.id ?? 0, true, '2024-03-01')
  expect(files.problem('2024-03-01')).toBeNull()
  expect(files.confirmed('2024-03-01')).toEqual([['patient', 'eye'], []])
})

test('a yes to another day is for the day that was in the form, and none is asked for once the day is right', async () => {
  await files.add([file('a.dcm')])
  await arrived(1)
  finish('a.dcm')
  await waitFor(() => expect(files.keys()).toHaveLength(1))
  const [key = ''] = files.keys()
  const differs = { key, patient: null, eye: false, said: { ...SILENT, days: ['2024-02-29'] } }
  files.markSaid([differs])
  expect(files.problem('2024-03-01')).toBe('upload_differs')
  expect(files.problem('2024-02-29')).toBeNull()
  files.sure(files.list()[0]?.id ?? 0, true, '2024-03-01')
  expect(files.problem('2024-03-01')).toBeNull()
  expect(files.confirmed('2024-03-01')).toEqual([['record_date']])
  expect(files.problem('2024-03-02')).toBe('upload_differs')
  expect(files.confirmed('2024-03-02')).toEqual([[]])
  files.markSaid([{ ...differs, patient: 'sex' }])
  expect(files.problem('2024-03-01')).toBe('upload_differs')
  files.sure(files.list()[0]?.id ?? 0, true, '2024-03-01')
  expect(files.confirmed('2024-03-01')).toEqual([['patient', 'record_date']])
})

test('a photograph that the institution has is named by patient and day before it is saved', async () => {
  // printf '\\xff\\xd8\\xff1' | sha256sum
  const sha256 = 'faee59d72b06aa175bf8e7bb19b0db4c2992e196a82a1c5a03d395e223dfcb37'
  const sitting = { pid: UID, name: '演示患者', record_date: '2024-03-01' }
  known = [{ ...sitting, sha256 }]
  await files.add([file('a.jpg', '\xff\xd8\xff1'), file('b.jpg')])
  expect(repeats()).toEqual([sitting, null])
})
