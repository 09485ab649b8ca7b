import {
  addTrialPhotograph,
  ERROR,
  askUploadForms,
  keyName,
  listTrialBatches,
  listTrialPhotographs,
  text,
} from '@mingmou/contract'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn } from '../../testing/session.ts'
import { uploadForm } from '../../testing/upload-form.ts'
import { Component as UploadPage } from './upload-page.tsx'

let server: Awaited<ReturnType<typeof startServer>>
/** Whether the server finds every photograph to be cut. */
let refusing: boolean
/** So many answers to a photograph that is in the store are lost. */
let lines: number
beforeEach(async () => {
  refusing = true
  lines = 0
  localStorage.clear()
  signIn()
  server = await startServer(({ path, body }) => {
    if (path === askUploadForms.path) return { data: uploadForm(server.origin) }
    if (path.startsWith(listTrialPhotographs.path)) return { data: { rows: [], left_today: 200 } }
    if (path.startsWith(listTrialBatches.path))
      return { data: { page: 1, rows: [], total_count: 0, success_count: 0 } }
    if (path !== addTrialPhotograph.path) return {}
    const { key, name } = body as { key: string; name: string }
    if (lines > 0) {
      lines--
      return { lost: true }
    }
    if (!refusing) return { data: { key, file_name: name, thumb_url: '/eye.webp', sha256: SUM } }
    const reason = `image_cut|${name}`
    return {
      status: 202,
      error_code: ERROR.imageRefused,
      msg: `文件不完整：${name || keyName(key)}`,
      data: { refused: { upload: key, reason } },
    }
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const SUM = 'a'.repeat(64)
const file = (name: string, ...bytes: number[]) => new File([new Uint8Array(bytes)], name)
async function choose(...files: File[]) {
  await show(<UploadPage />, 'trial')
  await screen.findByText(/拖/)
  const [input] = document.querySelectorAll<HTMLInputElement>(
    'input[type=file]:not([webkitdirectory])',
  )
  if (!input) throw new Error('no input')
  await userEvent.upload(input, files, { applyAccept: false })
}

test('a file that is no photograph is refused at its row by the name that it has, and is not sent', async () => {
  await choose(file('王小明 右眼 说明.docx', 0x50, 0x4b, 3, 4, 0, 0, 0, 0))
  const refused = await screen.findByText(/王小明 右眼 说明\.docx.*/, {
    selector: 'p,[role=alert]',
  })
  expect(refused.textContent).not.toMatch(/image\.jpg/)
  expect(server.asked.some(({ path }) => path === addTrialPhotograph.path)).toBe(false)
})

test('what the server refuses stays at its row with the reason and the name of the file', async () => {
  await choose(file('李四_左眼.jpg', 0xff, 0xd8, 0xff, 0xe0))
  const refused = await screen.findByRole('alert')
  expect(refused.textContent).toBe(text('zh-CN', 'image_cut|李四_左眼.jpg'))
  expect(screen.getByTitle('李四_左眼.jpg')).toBeTruthy()
  // A second try of the same bytes would say the same.
  expect(screen.queryByRole('button', { name: '重新上传 李四_左眼.jpg' })).toBeNull()
})

test('many refused files are counted and taken off the list at once', async () => {
  const zips = [1, 2, 3].map((n) => file(`扫描件${n}.zip`, 0x50, 0x4b, 3, 4, n, 0, 0, 0))
  await choose(...zips, file('李四_左眼.jpg', 0xff, 0xd8, 0xff, 0xe0))
  await screen.findByText(/^4 个文件不能上传/)
  await userEvent.click(screen.getByRole('button', { name: '从列表中移除这些文件' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/个文件不能上传/)).toBeNull()
})

test('a photograph whose answer is lost is tried again by itself, and its bytes are sent once', async () => {
  refusing = false
  lines = 1
  await choose(file('李四_左眼.jpg', 0xff, 0xd8, 0xff, 0xe0))
  expect((await screen.findByRole('alert')).textContent).toBe('连接中断，正在自动重试')
  await screen.findByRole('list', { name: /^已接收/ }, { timeout: 20_000 })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.asked.filter(({ path }) => path === '/upload')).toHaveLength(1)
  expect(server.asked.filter(({ path }) => path === addTrialPhotograph.path)).toHaveLength(2)
})
