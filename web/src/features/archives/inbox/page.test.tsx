import {
  addPatient,
  diagnosticPatients,
  fundusArchive,
  listBatch,
  setBatchFiles,
  takeBackReceived,
  type BatchFile,
  type BatchPatient,
} from '@mingmou/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MemoryRouter } from 'react-router'
import { changed } from '../../../lib/calls/call-query.ts'
import { PATHS } from '../../../paths.ts'
import { show } from '../../../testing/render.tsx'
import { startServer } from '../../../testing/server.ts'
import { signIn, UID } from '../../../testing/session.ts'
import { Component as BatchPage } from './page.tsx'

const patient: BatchPatient = {
  pid: UID,
  name: '演示患者',
  ad_card_number: 'P-1',
  gender: 1,
  birthday: '1960-05-17',
}
const found = { by: 'name', left: null } as const
const nothing = { by: null, left: 'none' } as const
const file = (key: string, traits: Partial<BatchFile> = {}): BatchFile => ({
  key,
  modality: 'fundus',
  file_name: key,
  thumb_url: '/thumb.jpg',
  patient,
  eye: 'OD',
  record_date: '2024-03-01',
  evidence: {
    patient: found,
    eye: found,
    record_date: found,
    said: { number: 'P-1', name: '', birthday: '' },
    other_kind: null,
  },
  suggestions: [],
  known: null,
  filed: null,
  device: null,
  revocable: false,
  received_at: '2024-03-01T01:02:03Z',
  ordered: null,
  ...traits,
})
const proved = file('P-1_OD_20240301.jpg')
const named = file('演示患者.jpg', {
  patient: null,
  eye: null,
  suggestions: [patient],
  evidence: {
    patient: nothing,
    eye: nothing,
    record_date: found,
    said: { number: '', name: '演示患者', birthday: '' },
    other_kind: null,
  },
})
const seen = file('P-1_OS.jpg', {
  eye: 'OS',
  known: { pid: UID, name: '演示患者', record_date: '2024-01-01' },
})

let rows: BatchFile[]
let refusal: {
  status: number
  error_code: number
  msg: string
  data?: Record<string, unknown>
} | null
let refusedKey: string | null
let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  localStorage.clear()
  signIn()
  const capture = { collect_device: 'Topcon TRC-NW400', img_type: 2 }
  localStorage.setItem(`capture.fundus.${UID}`, JSON.stringify(capture))
  rows = [proved, seen, named]
  refusal = null
  refusedKey = null
  server = await startServer(({ path, body }) => {
    if (path === setBatchFiles.path) {
      const { keys, pid, eye } = body as { keys: string[]; pid?: string; eye?: 'OD' | 'OS' }
      const given = { ...(pid !== undefined && { patient }), ...(eye && { eye }) }
      rows = rows.map((row) => (keys.includes(row.key) ? { ...row, ...given } : row))
    }
    if (path === fundusArchive.create.path) {
      const { files_path } = body as { files_path: string[] }
      if (refusal && (!refusedKey || files_path.includes(refusedKey))) return refusal
      rows = rows.map((row) => (files_path.includes(row.key) ? { ...row, filed: UID } : row))
      return { data: { rid: UID } }
    }
    if (path === diagnosticPatients.path) return { data: { data: [patient] } }
    if (path === addPatient.path) return { data: { pid: UID } }
    return path === listBatch.path || path === setBatchFiles.path ? { data: { rows } } : {}
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () =>
  show(
    <MemoryRouter initialEntries={[PATHS.batch]}>
      <BatchPage />
    </MemoryRouter>,
    ...(['batch', 'archives', 'patients', 'confirm'] as const),
  )
const bodies = (path: string) =>
  server.asked.filter((request) => request.path === path).map(({ body }) => body)
const row = (name: string) => screen.getByRole('listitem', { name })
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('files what is proved or set by a person, asks about repeats, and says why a file was not filed', async () => {
  await open()
  await screen.findByText('1 张可归档，共 3 张待归档')
  // What the file leaves to a person stands first.
  expect(screen.getAllByRole('listitem', { name: /jpg/ }).map((item) => item.ariaLabel)).toEqual([
    named.key,
    proved.key,
    seen.key,
  ])
  expect(within(row(named.key)).getByText('文件未标明眼别')).toBeTruthy()
  row(named.key).focus()
  await userEvent.keyboard('l')
  await waitFor(() =>
    expect(bodies(setBatchFiles.path)).toEqual([{ keys: [named.key], eye: 'OS' }]),
  )
  expect(document.activeElement).toBe(row(proved.key))
  await screen.findByText('1 张可归档，共 3 张待归档')
  await press(/确认为 演示患者 · P-1 · 1960-05-17/)
  await screen.findByText('2 张可归档，共 3 张待归档')

  refusal = { status: 202, error_code: 500, msg: '存储空间不足，本次操作未保存' }
  await press(/归档 2 张$/)
  expect(await screen.findAllByText('未归档：存储空间不足，本次操作未保存')).toHaveLength(2)
  refusal = null
  await press(/归档 2 张$/)
  await screen.findByText('0 张可归档，共 1 张待归档')
  expect(bodies(fundusArchive.create.path).at(-1)).toEqual({
    pid: UID,
    record_date: '2024-03-01',
    collect_device: 'Topcon TRC-NW400',
    img_type: 2,
    files_path: [named.key, proved.key],
    eyes: ['OS', 'OD'],
    repeated: [],
    batch: true,
    join: true,
  })
  expect(within(row(proved.key)).getByText(/已归档/)).toBeTruthy()

  expect(within(row(seen.key)).getByText(/与演示患者 2024-01-01的照片相同/)).toBeTruthy()
  await userEvent.click(within(row(seen.key)).getByLabelText('仍要归档'))
  await press(/归档 1 张$/)
  await screen.findByText('0 张可归档，共 0 张待归档')
  expect(bodies(fundusArchive.create.path).at(-1)).toMatchObject({ repeated: [seen.key] })
  expect(
    [...Object.values<string>(localStorage), ...Object.values<string>(sessionStorage)].join(),
  ).not.toMatch(/P-1|演示患者/)
})

test('without the type of the photographs the field says so, and nothing is filed', async () => {
  localStorage.removeItem(`capture.fundus.${UID}`)
  await open()
  await press(/归档 1 张$/)
  await waitFor(() => expect(screen.getAllByText('此项不能为空').length).toBeGreaterThanOrEqual(2))
  expect(bodies(fundusArchive.create.path)).toEqual([])
})

test('files of a batch that are no photographs stay at their rows by the names that they have', async () => {
  await open()
  await screen.findByText('1 张可归档，共 3 张待归档')
  const input = document.querySelector('input[type=file]:not([webkitdirectory])')
  const files = [
    new File([new Uint8Array([0x50, 0x4b, 3, 4])], '王小明 检查说明.docx'),
    new File([], '空文件.jpg'),
    new File(['x'], 'Thumbs.db'),
  ]
  await userEvent.upload(input as HTMLInputElement, files, { applyAccept: false })
  const alerts = await screen.findAllByRole('alert')
  const told = alerts.map(({ textContent }) => textContent).join('\n')
  expect(told).toContain('王小明 检查说明.docx')
  expect(told).toContain('空文件.jpg')
  expect(told).not.toMatch(/image\.jpg|Thumbs\.db/)
})

test('one repeated photograph keeps only itself from being filed, and its row says so', async () => {
  rows = [file('one.jpg'), file('twice.jpg'), file('three.jpg')]
  refusedKey = 'twice.jpg'
  refusal = {
    status: 202,
    error_code: 1003,
    msg: '照片已在本机构的档案中，请确认后再保存：twice.jpg',
    data: { repeats: [{ key: 'twice.jpg', sitting: null }] },
  }
  await open()
  await press(/归档 3 张$/)
  await within(row('twice.jpg')).findByText(/与另一张照片相同/)
  await screen.findByText('0 张可归档，共 1 张待归档')
  for (const name of ['one.jpg', 'three.jpg']) within(row(name)).getByText(/已归档/)
  expect(bodies(fundusArchive.create.path).at(-1)).toMatchObject({
    files_path: ['one.jpg', 'three.jpg'],
  })
})

test('what is filed goes below what is still to be done', async () => {
  rows = [{ ...named, filed: UID }, { ...proved, filed: UID }, seen]
  await open()
  await screen.findByText('0 张可归档，共 1 张待归档')
  const [first] = screen.getAllByRole('listitem', { name: /jpg/ })
  expect(first?.ariaLabel).toBe(seen.key)
})

test('R changes the row of the focus alone, and says that a former selection is cleared', async () => {
  rows = [file('one.jpg'), file('two.jpg'), file('three.jpg')]
  await open()
  await userEvent.click(await screen.findByRole('checkbox', { name: '选择 one.jpg' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '选择 two.jpg' }))
  row('two.jpg').focus()
  await userEvent.keyboard('r')
  expect((await screen.findByText(/two.jpg：已设为 OD/)).textContent).toContain(
    '已取消之前选择的 2 张',
  )
  // The words stand before the server has heard of it.
  await waitFor(() =>
    expect(bodies(setBatchFiles.path)).toEqual([{ keys: ['two.jpg'], eye: 'OD' }]),
  )
  screen.getByText('已选 0 张')
})

test('R changes the row of the focus, although another file has come before it', async () => {
  rows = [file('one.jpg'), file('two.jpg')]
  await open()
  await screen.findByText('2 张可归档，共 2 张待归档')
  row('two.jpg').focus()
  rows = [...rows, named]
  await changed(listBatch)
  await screen.findByText('2 张可归档，共 3 张待归档')
  expect(document.activeElement).toBe(row('two.jpg'))
  await userEvent.keyboard('r')
  await waitFor(() =>
    expect(bodies(setBatchFiles.path)).toEqual([{ keys: ['two.jpg'], eye: 'OD' }]),
  )
})

test('a row that is gone takes no key, and the next key goes to the one in its place', async () => {
  rows = [file('one.jpg'), file('two.jpg'), file('three.jpg')]
  await open()
  await screen.findByText('3 张可归档，共 3 张待归档')
  row('two.jpg').focus()
  rows = [file('one.jpg'), file('three.jpg')]
  await changed(listBatch)
  await screen.findByText('2 张可归档，共 2 张待归档')
  await userEvent.keyboard('rj')
  expect(document.activeElement).toBe(row('three.jpg'))
  await userEvent.keyboard('l')
  await waitFor(() =>
    expect(bodies(setBatchFiles.path)).toEqual([{ keys: ['three.jpg'], eye: 'OS' }]),
  )
})

test('Enter takes the only match, in a row and in the search', async () => {
  rows = [named]
  await open()
  await screen.findByText('0 张可归档，共 1 张待归档')
  row(named.key).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(bodies(setBatchFiles.path)).toEqual([{ keys: [named.key], pid: UID }]))
  await userEvent.keyboard('p')
  await userEvent.type(await screen.findByLabelText('姓名、就诊卡号或电话'), '演示{Enter}')
  await waitFor(() => expect(bodies(setBatchFiles.path)).toHaveLength(2))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a patient is registered from the row by what the file says, and the row has the patient', async () => {
  rows = [
    file('王五_NEW-7.jpg', {
      patient: null,
      evidence: {
        patient: { by: null, left: 'unknown' },
        eye: found,
        record_date: found,
        said: { number: 'NEW-7', name: '王五', birthday: '' },
        other_kind: null,
      },
    }),
  ]
  await open()
  await press(/新建患者/)
  expect((await screen.findByLabelText<HTMLInputElement>('姓名')).value).toBe('王五')
  expect(screen.getByLabelText<HTMLInputElement>('就诊卡号').value).toBe('NEW-7')
  await userEvent.click(screen.getByLabelText('女'))
  await userEvent.type(screen.getByLabelText('出生日期'), '19580312')
  await userEvent.tab()
  await press(/保\s?存/)
  await waitFor(() =>
    expect(bodies(setBatchFiles.path)).toEqual([{ keys: ['王五_NEW-7.jpg'], pid: UID }]),
  )
})

test('a patient whom no record fits is registered from what the file says in one press', async () => {
  const said = { number: 'NEW-7', name: '新患者', birthday: '1970-02-03', gender: 2 } as const
  const evidence = { ...named.evidence, said }
  rows = [file('IM1.dcm', { patient: null, evidence })]
  await open()
  await userEvent.click(
    await screen.findByRole('button', { name: '一键建档：新患者 · 女 · 1970-02-03 · NEW-7' }),
  )
  await waitFor(() =>
    expect(bodies(setBatchFiles.path)).toMatchObject([{ keys: ['IM1.dcm'], pid: UID }]),
  )
  expect(bodies(addPatient.path)).toEqual([
    { name: '新患者', gender: 2, birthday: '1970-02-03', ad_card_number: 'NEW-7', alike: [] },
  ])
})

test('a file that was ordered for another patient says so, and a filing is taken back after a question', async () => {
  const ordered = { pid: UID, name: '王五', ad_card_number: 'P-3' }
  rows = [file('IM1.dcm', { ordered }), file('IM2.dcm', { filed: UID, revocable: true })]
  await open()
  await screen.findByText('文件中的检查申请号属于患者王五（P-3），请核对后再归档。')
  await userEvent.click(screen.getByRole('button', { name: '撤回归档' }))
  await userEvent.click(await screen.findByRole('button', { name: /^撤\s*回$/ }))
  await waitFor(() => expect(bodies(takeBackReceived.path)).toEqual([{ rid: UID }]))
})
