import type { AnalysedImage, FundusFindings, Quality } from '@mingmou/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Measure } from '../../ui/findings/measures.ts'
import { show } from '../../testing/render.tsx'
import { GradeCard } from './grade-card.tsx'
import { MeasuresCard } from './measures-card.tsx'
import { QualityCard } from './quality-card.tsx'

const quality: Quality = {
  gradable: true,
  reasons: [],
  score: 0.82,
  sharpness: 0.7,
  brightness: 0.4,
  contrast: 0.2,
  underexposed: 0,
  overexposed: 0.012,
  field: null,
  standard: true,
}
const findings: FundusFindings = {
  modality: 'fundus',
  file: { sha256: '0', width: 100, height: 100 },
  gradable: true,
  quality_score: 0.82,
  quality,
  eye: null,
  eye_confidence: null,
  disc_centre: null,
  fovea_centre: null,
  vcdr: null,
  dr_grade: null,
  dr_referable_probability: null,
  lesion_bool: null,
  vessel: {
    density: 8.437,
    length_density: 0.0306,
    diameter: 2.871,
    length: 7015.2,
    fractal_dimension: null,
    tortuosity: 0.0481,
    curvature: 0.031,
    segments: 40,
  },
  not_measured: {
    vcdr: 'not_implemented',
    dr_grade: 'not_implemented',
    'vessel.fractal_dimension': 'too_small',
  },
  model_versions: {},
}
const TEXTS = ['diagnosis', 'findings']

afterEach(cleanup)

const row = (name: string) => {
  const found = screen.getByRole('rowheader', { name }).closest('tr')
  if (!found) throw new Error(`no row ${name}`)
  return within(found)
}

test('a figure stands with its unit, a missing one says that it was not measured and why', async () => {
  await show(
    <MeasuresCard findings={findings} canShow={() => false} onShow={() => undefined} />,
    ...TEXTS,
  )
  expect(row('面积密度').getByText('8.44%')).toBeTruthy()
  expect(row('平均管径').getByText('2.87 px')).toBeTruthy()
  expect(row('垂直杯盘比').getByText('未测量')).toBeTruthy()
  expect(row('垂直杯盘比').getByText('本版本尚不支持')).toBeTruthy()
  expect(row('分形维数（盒计数）').getByText('图像分辨率过低')).toBeTruthy()
})

test('a figure whose layer is there can be shown on the picture', async () => {
  const shown: Measure[] = []
  await show(
    <MeasuresCard
      findings={findings}
      canShow={({ layer }) => layer === 'vessels'}
      onShow={(measure) => shown.push(measure)}
    />,
    ...TEXTS,
  )
  await userEvent.click(screen.getByRole('button', { name: '迂曲度（弧弦比−1）' }))
  expect(shown.map(({ layer }) => layer)).toEqual(['vessels'])
  expect(screen.queryByRole('button', { name: '垂直杯盘比' })).toBeNull()
})

test('without a grade there is no grade, not grade 0', async () => {
  await show(<GradeCard findings={findings} />, ...TEXTS)
  expect(screen.getByText('未测量')).toBeTruthy()
  expect(screen.queryByText(/级 ·/)).toBeNull()
})

test('a picture that cannot be judged says why', async () => {
  const reasons: AnalysedImage['quality'] = {
    ...quality,
    gradable: false,
    reasons: ['blurred', 'too_dark'],
    standard: false,
  }
  await show(<QualityCard quality={reasons} />, ...TEXTS)
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('图像不可判读')
  expect(alert.textContent).toContain('图像模糊、图像过暗')
  expect(screen.getByText('不符合拍摄标准')).toBeTruthy()
})
