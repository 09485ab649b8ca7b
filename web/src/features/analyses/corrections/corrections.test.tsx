import { fundusAnalysis, type DataOf } from '@mingmou/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { GradeCard } from '../../../modalities/fundus/grade-card.tsx'
import { show } from '../../../testing/render.tsx'
import { startServer, type Answer, type Asked } from '../../../testing/server.ts'
import { signIn, UID } from '../../../testing/session.ts'
import { CorrectionsCard } from './corrections-card.tsx'

const { quality, dr } = SAMPLE_FINDINGS
const data = {
  ...SAMPLE_FINDINGS,
  dr_grade: 1 as const,
  dr: dr && { ...dr, rule: 'clinician' as const },
}
const stated = {
  correction_id: UID,
  value: 1,
  reason: '出血点为伪影',
  clinician: '演示医生',
  source: 'clinician' as const,
  made_at: '2026-11-20T02:00:00.000Z',
  earlier: true,
}
type FundusImage = DataOf<typeof fundusAnalysis.result>['left'][number]
const imageWith = (change: Partial<FundusImage> = {}): FundusImage => ({
  image_index: 0,
  file_name: 'eye.jpg',
  width: 1000,
  height: 800,
  eye: 'OD',
  eye_confidence: 0.98,
  eye_source: 'machine',
  machine_eye: 'OD',
  of_eye: null,
  image_url: '',
  thumb_url: '',
  quality,
  data,
  overlays: [],
  error: null,
  opinion: '',
  model_versions: {},
  reports: [],
  drawings: [],
  drawn: null,
  judgements: [
    { name: 'eye', machine: 'OD', corrections: [] },
    { name: 'gradable', machine: true, corrections: [] },
    { name: 'stage', machine: 2, corrections: [stated] },
  ],
  ...change,
})

let server: Awaited<ReturnType<typeof startServer>>
let answer: (asked: Asked) => Answer
beforeEach(async () => {
  signIn()
  answer = () => ({})
  server = await startServer((asked) => answer(asked))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

/** Shows the image as the page has it when it fetches the result anew. */
let refetched: (image: FundusImage) => void
function Live({ first }: { first: FundusImage }) {
  const [image, setImage] = useState(first)
  useEffect(() => {
    refetched = setImage
  }, [])
  return <CorrectionsCard recordId={UID} image={image} />
}

const showCard = (image = imageWith()) =>
  show(<Live first={image} />, 'analyses', 'findings', 'confirm')
const sent = () =>
  server.asked.filter(({ path }) => path === fundusAnalysis.correct.path).map(({ body }) => body)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (value: string) => fireEvent.click(screen.getByRole('radio', { name: value }))

test('a corrected value stands beside the machine’s, with reason, author and that it is older', async () => {
  await showCard()
  expect(screen.getByText('AI：2 级 · 疑似中度')).toBeTruthy()
  expect(screen.getByText('1 级 · 轻度非增殖期')).toBeTruthy()
  expect(screen.getByText('理由：出血点为伪影')).toBeTruthy()
  expect(screen.getByText(/^演示医生 · .* · 针对较早的一次分析$/)).toBeTruthy()
  cleanup()
  await show(<GradeCard findings={data} />, 'analyses', 'findings')
  expect(screen.getByText(/^1 级 · 轻度非增殖期（医生判定）/)).toBeTruthy()
  expect(screen.queryByText(/疑似轻度/)).toBeNull()
})

test('a correction is sent with its reason and what it replaces, and never without a reason', async () => {
  await showCard()
  press('更正糖网分级')
  choose('0 级 · 无糖网病变')
  press(/^保\s?存$/)
  expect(await screen.findByText('此项不能为空')).toBeTruthy()
  expect(sent()).toEqual([])
  fireEvent.change(screen.getByLabelText('理由'), { target: { value: '为伪影' } })
  press(/^保\s?存$/)
  const body = { analysis_record_id: UID, image_index: 0, field: 'stage', replaces: UID }
  await waitFor(() => expect(sent()).toEqual([{ ...body, value: 0, reason: '为伪影' }]))
})

test('a correction can be withdrawn, so that the machine’s value holds again', async () => {
  await showCard()
  press('更正糖网分级')
  choose('撤回更正，采用AI结果')
  fireEvent.change(screen.getByLabelText('理由'), { target: { value: '误点' } })
  press(/^保\s?存$/)
  await waitFor(() => expect(sent()).toMatchObject([{ value: null, reason: '误点' }]))
})

test('what a colleague stated meanwhile is shown before it is replaced', async () => {
  await showCard()
  press('更正糖网分级')
  choose('0 级 · 无糖网病变')
  fireEvent.change(screen.getByLabelText('理由'), { target: { value: '为伪影' } })
  const theirs = {
    ...stated,
    correction_id: UID.replace(/1$/, '2'),
    value: 3,
    clinician: '演示同事',
  }
  const judgements = [{ name: 'stage', machine: 2, corrections: [theirs, stated] }]
  act(() => refetched(imageWith({ judgements })))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/此项刚被其他医生更正/)).toBeTruthy()
  expect(dialog.getByText(/^演示同事 · /)).toBeTruthy()
  fireEvent.click(dialog.getByText('已核对'))
  press(/^保\s?存$/)
  await waitFor(() => expect(sent()).toMatchObject([{ value: 0, replaces: theirs.correction_id }]))
})

test('no stage can be stated of a photograph that cannot be judged, only its quality', async () => {
  await showCard(imageWith({ quality: { ...quality, gradable: false } }))
  const disabled = (name: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect(disabled('更正糖网分级')).toBe(true)
  expect(disabled('更正图像质量')).toBe(false)
})
