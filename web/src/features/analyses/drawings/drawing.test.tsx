import { fundusAnalysis, maskSize, pixelsOf, type DataOf, type Mask } from '@mingmou/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { show } from '../../../testing/render.tsx'
import { startServer } from '../../../testing/server.ts'
import { signIn, UID } from '../../../testing/session.ts'
import { EyeViewer } from '../../../ui/eye-viewer/eye-viewer.tsx'
import { useViewer } from '../../../ui/eye-viewer/use-viewer.ts'
import { DrawCard } from './draw-card.tsx'
import { SketchActions } from './sketch-actions.tsx'

type FundusImage = DataOf<typeof fundusAnalysis.result>['left'][number]
const SIZE = { width: 400, height: 300 }
const [quality, data] = [SAMPLE_FINDINGS.quality, SAMPLE_FINDINGS]
const imageWith = (change: Partial<FundusImage> = {}): FundusImage => ({
  image_index: 0,
  file_name: 'eye.jpg',
  ...SIZE,
  eye: 'OD',
  quality,
  data,
  ...change,
  eye_confidence: 0.98,
  eye_source: 'machine',
  machine_eye: 'OD',
  of_eye: null,
  image_url: '',
  thumb_url: '',
  judgements: [],
  error: null,
  opinion: '',
  model_versions: {},
  reports: [],
  overlays: change.overlays ?? [],
  drawings: change.drawings ?? [],
  drawn: change.drawn ?? null,
})
const drawing = (id: string, clinician: string) => ({
  drawing_id: UID.replace(/.$/, id),
  layer: 'cup',
  withdrawn: false,
  clinician,
  made_at: '2026-11-20T02:00:00.000Z',
  earlier: false,
})

let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  signIn()
  server = await startServer(() => ({}))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

/** Shows the image as the page has it when it fetches the result anew. */
let refetched: (image: FundusImage) => void
function Workplace({ first }: { first: FundusImage }) {
  const viewer = useViewer()
  const [image, setImage] = useState(first)
  useEffect(() => {
    refetched = setImage
  }, [])
  const { sketch } = viewer.state
  const pane = {
    key: 'a/0',
    analysis: UID,
    label: 'eye',
    url: '',
    eye: null,
    overlays: [],
    ...SIZE,
  }
  return (
    <>
      <EyeViewer
        images={[pane]}
        viewer={viewer}
        onStale={() => undefined}
        more={[]}
        sketchActions={
          sketch && <SketchActions recordId={UID} image={image} sketch={sketch} viewer={viewer} />
        }
      />
      <DrawCard recordId={UID} image={image} picture="a/0" viewer={viewer} />
    </>
  )
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const keys = (...typed: (string | KeyboardEventInit)[]) => {
  for (const key of typed)
    fireEvent.keyDown(screen.getByRole('application'), typeof key === 'string' ? { key } : key)
}
const UNDO = { key: 'z', ctrlKey: true }
const REDO = { key: 'z', ctrlKey: true, shiftKey: true }
const sent = () =>
  server.asked
    .filter(({ path }) => path === fundusAnalysis.draw.path)
    .map(({ body }) => body as { layer: string; mask: Mask | null; replaces: string | null })
const inside = (mask: Mask | null | undefined) =>
  mask ? pixelsOf(mask).filter((pixel) => pixel > 0).length : null

async function begin(image = imageWith(), button = /勾画 视杯$/) {
  await show(<Workplace first={image} />, 'analyses', 'findings', 'viewer', 'confirm')
  press(button)
  await screen.findByRole('toolbar', { name: '勾画工具' })
}

test('a cup is drawn with the keys alone: an outline, a stroke, an erasure, each undone and done again', async () => {
  await begin()
  // Corners of a square of 80 px around the middle: their curve holds it and lies within its circle.
  const far = (key: string) => Array.from({ length: 10 }, () => key)
  keys(...far('ArrowLeft').slice(5), ...far('ArrowUp').slice(5), ' ')
  keys(...far('ArrowRight'), ' ', ...far('ArrowDown'), ' ', ...far('ArrowLeft'), ' ')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存勾画' }).disabled).toBe(true)
  keys('Enter')
  press('画笔')
  keys(...far('ArrowLeft'), ' ')
  press('擦除')
  keys(' ', UNDO, UNDO, UNDO, REDO, REDO)
  press('保存勾画')
  await waitFor(() => expect(sent()).toHaveLength(1))
  const [body] = sent()
  expect(body).toMatchObject({ mask: maskSize(SIZE), replaces: null })
  // The outline and the stamp of a brush of 4 px; the erasure is undone.
  const stamp = 49
  expect(inside(body?.mask)).toBeGreaterThan(80 * 80 + stamp)
  expect(inside(body?.mask)).toBeLessThan((Math.PI / 2) * 80 * 80)
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: '勾画工具' })).toBeNull())
})

test('undo reaches to the beginning of the session, and what is empty states that there is no cup', async () => {
  await begin()
  press('画笔')
  keys(' ', 'ArrowLeft', ' ', 'ArrowLeft', ' ')
  keys(UNDO, UNDO, UNDO, UNDO)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '撤销' }).disabled).toBe(true)
  press('重做')
  press('清空')
  press('保存勾画')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(inside(sent()[0]?.mask)).toBe(0)
})

test('a drawing that is not saved is discarded only after a question', async () => {
  await begin()
  press('画笔')
  keys(' ')
  press(/^放\s?弃$/)
  const dialog = await screen.findByRole('dialog')
  expect(screen.getByRole('toolbar', { name: '勾画工具' })).toBeTruthy()
  expect(within(dialog).getAllByRole('button').length).toBeGreaterThan(1)
  expect(sent()).toEqual([])
})

test('what a colleague drew meanwhile is named before it is replaced', async () => {
  await begin(imageWith({ drawings: [drawing('1', '演示医生')] }))
  press('画笔')
  keys(' ')
  act(() =>
    refetched(imageWith({ drawings: [drawing('2', '演示同事'), drawing('1', '演示医生')] })),
  )
  expect(screen.getByRole('alert').textContent).toContain('演示同事刚刚保存了同一图层的勾画')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存勾画' }).disabled).toBe(true)
  press('已核对，以我的为准')
  press('保存勾画')
  await waitFor(() => expect(sent()).toMatchObject([{ replaces: drawing('2', '').drawing_id }]))
})

test('who drew stands beside the layer, and the drawing can be withdrawn', async () => {
  const drawn = { state: 'measuring' as const, machine: SAMPLE_FINDINGS, overlays: [] }
  const image = imageWith({ drawings: [drawing('1', '演示医生')], drawn })
  await show(<Workplace first={image} />, 'analyses', 'findings', 'viewer', 'confirm')
  expect(screen.getByText(/^医生勾画 · 演示医生 · /)).toBeTruthy()
  expect(screen.getByText(/正在按医生勾画重新测量/)).toBeTruthy()
  press('撤回对视杯的勾画')
  const replaces = drawing('1', '').drawing_id
  await waitFor(() => expect(sent()).toMatchObject([{ mask: null, replaces }]))
})

test('on an image that the machine could not judge nothing is drawn, and the reason is there', async () => {
  const ungradable = { ...SAMPLE_FINDINGS, gradable: false }
  await show(
    <Workplace first={imageWith({ data: ungradable })} />,
    ...['analyses', 'findings', 'viewer', 'confirm'],
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '勾画 视杯' }).disabled).toBe(true)
  expect(screen.getByText(/不可判读的图像不做测量/)).toBeTruthy()
})

test('where the machine withheld the cup a drawing begins empty, says so, and nothing is stated by drawing nothing', async () => {
  const { disc } = SAMPLE_FINDINGS
  const withheld: FundusImage['data'] = {
    ...SAMPLE_FINDINGS,
    disc: disc && { ...disc, cup: null },
    not_measured: { ...SAMPLE_FINDINGS.not_measured, 'disc.cup': 'glare' },
  }
  // A map that is asked for would fail: nobody serves it.
  const overlays = [{ name: 'cup', url: 'http://127.0.0.1:1/cup.png', color: '#fff' }]
  await begin(imageWith({ data: withheld, overlays }))
  expect(screen.getByText('从空白开始。若确认没有，请点“清空”再保存。')).toBeTruthy()
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存勾画' })
  expect(save.disabled).toBe(true)
  press('画笔')
  keys(' ')
  press('保存勾画')
  await waitFor(() => expect(sent()).toHaveLength(1))
  // The stamp of the brush alone.
  expect(inside(sent()[0]?.mask)).toBe(52)
  const row = screen.getByText('视杯').parentElement
  expect(row?.textContent).toContain('AI 未测量')
  press('从AI未采用的范围开始：视杯')
  expect(await screen.findByText('图层加载失败，请重试')).toBeTruthy()
})

test('what is outlined is moved as a whole, each move undone by itself', async () => {
  await begin()
  press('画笔')
  keys(' ')
  press('整体移动')
  keys('ArrowRight', 'ArrowRight', { key: 'ArrowUp', shiftKey: true }, 'ArrowDown', UNDO)
  press('保存勾画')
  await waitFor(() => expect(sent()).toHaveLength(1))
  const { mask } = sent()[0] ?? {}
  const at = mask ? pixelsOf(mask) : []
  const inked = Array.from(at).flatMap((value, index) => (value > 0 ? [index] : []))
  const mean = (of: (index: number) => number) =>
    inked.reduce((sum, index) => sum + of(index), 0) / inked.length
  // From the middle of the image, at 199.5 and 149.5, by 16 px and by 2 px up.
  expect([inked.length, mean((index) => index % SIZE.width)]).toEqual([52, 215.5])
  expect(mean((index) => Math.floor(index / SIZE.width))).toBe(147.5)
})

/** The px of the image in which the one place of a mask lies; null where it has none. */
const placeIn = (mask: Mask | null | undefined) => {
  const at = mask ? pixelsOf(mask).indexOf(255) : -1
  return at < 0 ? null : [at % SIZE.width, Math.floor(at / SIZE.width)]
}
const FOVEA = /^标定 黄斑中心凹$/
const withFovea = (fovea_centre: [number, number] | null): FundusImage =>
  imageWith({ data: { ...SAMPLE_FINDINGS, fovea_centre } })

test('the fovea begins where the AI has it and is moved by the arrows; its place is told in words, and one px is saved', async () => {
  await begin(withFovea([150, 120]), FOVEA)
  expect(screen.getByText('从AI的位置开始。')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('位置 151, 121 px')
  expect(screen.queryByRole('button', { name: '画笔' })).toBeNull()
  keys('ArrowRight', 'ArrowRight', { key: 'ArrowDown', shiftKey: true }, 'ArrowRight', UNDO)
  // 8 px with each arrow, 1.6 px with Shift.
  expect(screen.getByRole('status').textContent).toBe('位置 167, 122 px')
  press('保存标定')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ layer: 'fovea', replaces: null })
  expect(inside(sent()[0]?.mask)).toBe(1)
  expect(placeIn(sent()[0]?.mask)).toEqual([166, 122])
})

test('where the AI found no fovea it is set in the middle and moved; that none is to be seen is a button of its own', async () => {
  await begin(withFovea(null), FOVEA)
  expect(screen.getByText(/^尚无位置。/)).toBeTruthy()
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存标定' })
  expect([screen.getByRole('status').textContent, save.disabled]).toEqual(['未标定位置', true])
  keys(' ')
  expect(screen.getByRole('status').textContent).toBe('位置 200, 150 px')
  press('不可见')
  expect(screen.getByRole('status').textContent).toBe('不可见')
  expect(screen.getByRole('button', { name: '不可见' }).ariaPressed).toBe('true')
  press('保存标定')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(inside(sent()[0]?.mask)).toBe(0)
})

test('who marked the fovea stands beside it, with the reason where none is to be seen, and the mark can be withdrawn', async () => {
  const data: FundusImage['data'] = {
    ...SAMPLE_FINDINGS,
    fovea_centre: null,
    not_measured: { ...SAMPLE_FINDINGS.not_measured, fovea_centre: 'fovea_not_seen' },
  }
  const drawn = { state: 'measured' as const, machine: SAMPLE_FINDINGS, overlays: [] }
  const drawings = [{ ...drawing('1', '演示医生'), layer: 'fovea' }]
  await show(
    <Workplace first={imageWith({ data, drawn, drawings })} />,
    ...['analyses', 'findings', 'viewer', 'confirm'],
  )
  const row = screen.getByText('黄斑中心凹').parentElement
  expect(row?.textContent).toMatch(/医生标定 · 演示医生 · .*医生判定中心凹不可见/)
  press('撤回对黄斑中心凹的标定')
  await waitFor(() => expect(sent()).toMatchObject([{ layer: 'fovea', mask: null }]))
})
