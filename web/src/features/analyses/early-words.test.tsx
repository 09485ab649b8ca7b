import {
  checkReportLetters,
  createReport,
  keepReportDraft,
  listImageNotes,
  MODALITY,
  proposeNextStep,
  type ReportDraft,
  reportDrafts,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changed } from '../../lib/calls/call-query.ts'
import { show } from '../../testing/render.tsx'
import { type Answer, startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { WorkspacePage } from './workspace-page.tsx'

const { calls } = MODALITY.fundus
const PICTURE = '/files/picture'
const AT = '2026-11-26T08:00:00Z'
const RECORD = '0190a5f0-0000-7000-8000-000000000008'
const OTHER = '0190a5f0-0000-7000-8000-000000000009'

const image = (image_index: number, eye: 'OD' | 'OS', gradable = true) => ({
  image_index,
  file_name: `${image_index}.jpg`,
  width: 1000,
  height: 800,
  eye,
  eye_confidence: 0.98,
  eye_source: 'machine',
  machine_eye: eye,
  image_url: PICTURE,
  thumb_url: PICTURE,
  quality: { ...SAMPLE_FINDINGS.quality, gradable },
  overlays: [],
  data: gradable ? SAMPLE_FINDINGS : null,
  drawings: [],
  drawn: null,
  judgements: [],
  error: null,
  opinion: '草稿',
  of_eye: null,
  model_versions: {},
  reports: [],
})

/** The first photograph is of the left eye, which the machine cannot judge: each has a report of its own. */
const DONE = {
  analysis_record_id: RECORD,
  image_id: UID,
  anal_id: RECORD,
  can_add_diagnose: true,
  status: 'done',
  progress: 1,
  stage: 'saving',
  reason: null,
  patient_opinion: null,
  treatments: [],
  reports: [],
  right: [image(1, 'OD')],
  left: [image(0, 'OS', false)],
  other: [],
}
const NONE = { right: [], left: [], other: [], can_add_diagnose: false }
const RUNNING = { ...DONE, ...NONE, status: 'running', progress: 0.2, stage: 'quality' }

const files = [0, 1].map((image_index) => ({
  image_index,
  file_name: `${image_index}.jpg`,
  width: 1000,
  height: 800,
  image_url: PICTURE,
  thumb_url: PICTURE,
  filed_as: [],
  filed_from: null,
}))
const row = (id: string) => ({
  image_id: id,
  record_date: '2026-11-26',
  collect_device: '演示相机',
  created_at: AT,
  image_count: 2,
  thumb_url: PICTURE,
  analysis_record_id: RECORD,
  anal_id: RECORD,
  status: 'done',
  progress: 1,
  stage: null,
  eyes: [],
  reports: [],
})
const archive = (rid: string) => ({
  rid,
  pid: UID,
  record_date: '2026-11-26',
  collect_device: '演示相机',
  img_type: 1,
  created_at: AT,
  images: files,
  mm_per_px: null,
})
const draft = (diagnostic_opinion: string, version = 1): ReportDraft => ({
  draft_id: UID,
  image_index: 1,
  fellow_index: null,
  diagnostic_opinion,
  changed_by: '演示医生',
  changed_at: AT,
  version,
})

/** The answers that a test changes; a promise waits. */
let result: unknown
let drafts: unknown
let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  signIn()
  result = DONE
  drafts = { drafts: [], sign_password: false }
  server = await startServer(async ({ path }) => {
    const answers: Record<string, unknown> = {
      [calls.analysis.list.path]: { rows: [row(UID), row(OTHER)] },
      [calls.archive.list.path]: { rows: [archive(UID), archive(OTHER)] },
      [calls.analysis.result.path]: result,
      [reportDrafts.path]: drafts,
      [listImageNotes.path]: { rows: [] },
      [keepReportDraft.path]: { draft_id: UID, version: 1 },
      [proposeNextStep.path]: { rules: null, proposed: null },
      [checkReportLetters.path]: { missing: [] },
      [createReport.path]: { report_id: UID, report_no: 'R20261126-A' },
    }
    const data = (await answers[path.replace(/\?.*/, '')]) as Answer['data'] | undefined
    return data ? { data } : { error_code: 404, msg: '' }
  })
  window.open = () => null
})
afterEach(async () => {
  cleanup()
  await server.close()
})

async function open(address = `/app/diagnosis?tab=0&pid=${UID}&image_id=${UID}`) {
  const page = (
    <WorkspacePage
      upload={() => null}
      fileHere={() => null}
      above={() => null}
      onRead={() => undefined}
    />
  )
  const router = createMemoryRouter(
    [
      {
        element: <Outlet />,
        children: [
          { path: '/app/diagnosis', element: page },
          { path: '/app/patient', element: <p>患者列表</p> },
        ],
      },
    ],
    { initialEntries: [address] },
  )
  await show(
    <RouterProvider router={router} />,
    ...['analyses', 'findings', 'viewer', 'patients', 'worklist'],
  )
  return router
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '医生意见' })
const type = (words: string) => userEvent.keyboard(words)
const shown = () =>
  screen.getByRole('group', { name: '档案中的图像' }).querySelector('[aria-current=true]')
    ?.ariaLabel
const kept = () => server.asked.filter(({ path }) => path === keepReportDraft.path)
const strip = () => screen.findByRole('group', { name: '档案中的图像' })

test('the key for the opinion opens its field while the analysis runs, and no letter after it is a key', async () => {
  result = RUNNING
  await open()
  await screen.findByText('质量评估')
  await strip()
  await type('gnnn')
  expect(box().value).toBe('nnn')
  expect(shown()).toBe('第 1 张，0.jpg')
})

test('words typed for one eye are kept for its photograph, which stays on screen', async () => {
  result = RUNNING
  await open()
  await screen.findByText('质量评估')
  await strip()
  await type('gleft')
  result = DONE
  await act(() => changed(calls.analysis.result))
  await screen.findByText('AI判定（本张照片，草稿）')
  await waitFor(() => expect(kept()).toHaveLength(1))
  expect(kept()[0]?.body).toMatchObject({ image_index: 0, diagnostic_opinion: 'left' })
  expect(shown()).toBe('第 1 张，0.jpg')
  fireEvent.click(screen.getByRole('button', { name: '第 2 张，1.jpg' }))
  await waitFor(() => expect(box().value).toBe(''))
  expect(kept()).toHaveLength(1)
})

test('nothing is signed before the stored draft is there', async () => {
  let tell: (stored: unknown) => void = () => undefined
  drafts = new Promise((done) => (tell = done))
  await open(`/app/diagnosis?tab=0&pid=${UID}&image_id=${UID}&index=1`)
  await screen.findByText('AI判定（本张照片，草稿）')
  await userEvent.type(box(), 'early{Control>}{Enter}{/Control}')
  expect(await screen.findByText('正在读取草稿，请稍候再签发。')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '签发报告' }).disabled).toBe(true)
  await act(async () => {
    tell({ drafts: [draft('stored')], sign_password: false })
    await changed()
  })
  await waitFor(() => expect(box().value).toBe('stored\nearly'))
})

test('what is signed is what the dialog shows, whatever becomes of the draft meanwhile', async () => {
  drafts = { drafts: [draft('seen')], sign_password: false }
  await open(`/app/diagnosis?tab=0&pid=${UID}&image_id=${UID}&index=1`)
  await waitFor(() => expect(box().value).toBe('seen'))
  fireEvent.click(screen.getByRole('button', { name: '签发报告' }))
  const dialog = await screen.findByRole('dialog')
  drafts = { drafts: [draft('of somebody else', 2)], sign_password: false }
  await act(() => changed(reportDrafts))
  await waitFor(() => expect(box().value).toBe('of somebody else'))
  expect(dialog.textContent).toContain('seen')
  fireEvent.click(screen.getByRole('button', { name: /^签\s?发$/ }))
  const made = () => server.asked.find(({ path }) => path === createReport.path)
  await waitFor(() => expect(made()).toBeTruthy())
  expect(made()?.body).toMatchObject({ diagnostic_opinion: 'seen', draft_id: UID, version: 1 })
})

test('words that were given up are gone, also for the one who comes back', async () => {
  result = RUNNING
  const router = await open()
  await screen.findByText('质量评估')
  await type('gwords')
  await act(() => router.navigate(`/app/diagnosis?tab=0&pid=${UID}&image_id=${OTHER}`))
  fireEvent.click(await screen.findByRole('button', { name: /^离\s?开$/ }))
  await waitFor(() => expect(router.state.location.search).toContain(OTHER))
  await act(() => router.navigate(`/app/diagnosis?tab=0&pid=${UID}&image_id=${UID}`))
  await waitFor(() => expect(router.state.location.search).not.toContain(OTHER))
  expect(screen.queryByDisplayValue('words')).toBeNull()
  await act(() => router.navigate('/app/patient'))
  expect(await screen.findByText('患者列表')).toBeTruthy()
})

test('where there is no opinion the key for it says why, and what is typed then presses nothing', async () => {
  result = { ...DONE, ...NONE, status: 'failed' }
  await open()
  await screen.findByText('AI分析失败')
  await strip()
  await type('gnnn')
  expect(screen.getByText(/此处按键不会翻页/)).toBeTruthy()
  expect(shown()).toBe('第 1 张，0.jpg')
  await type('{Escape}n')
  await waitFor(() => expect(shown()).toBe('第 2 张，1.jpg'))
  expect(screen.queryByText(/此处按键不会翻页/)).toBeNull()
  await type('n')
  expect(await screen.findByText('已是最后一张照片')).toBeTruthy()
})

test('no key acts behind a dialog, wherever the focus is', async () => {
  await open()
  await screen.findByText('AI判定（本张照片，草稿）')
  const before = shown()
  await type('?')
  await screen.findByRole('dialog')
  // A control that is gone took the focus along, or it stayed on the page.
  const button = screen.getByRole('button', { name: '第 1 张，0.jpg' })
  for (const target of [document.body, button]) fireEvent.keyDown(target, { key: 'p' })
  for (const target of [document.body, button]) fireEvent.keyDown(target, { key: 'n' })
  expect(shown()).toBe(before)
})
