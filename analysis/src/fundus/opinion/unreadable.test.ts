import type { FundusFindings } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { alone, partOf, sitting, well } from '../../testing/drafts.ts'
import { draftOpinion } from './index.ts'

const blurredOne: FundusFindings = {
  ...well,
  gradable: false,
  eye: null,
  eye_confidence: null,
  quality: { ...well.quality, gradable: false, reasons: ['blurred', 'too_dark'], standard: false },
  dr: null,
  dr_grade: null,
  dr_referable_probability: null,
  lesions: null,
  vessel: null,
}

test('an ungradable photograph gets reasons, the advice to take it again, and no number', () => {
  expect(alone(blurredOne, 'zh-CN')).toBe(
    '结论\n眼别未定：图像质量不足，不能判读（图像模糊、图像过暗）。\n建议\n建议重新拍摄。\n局限\n不能仅凭本产品结果进行临床决策。',
  )
  expect(alone(blurredOne, 'en')).not.toMatch(/\d/)
})

test('where no photograph is readable, each eye is named with what it lacks', () => {
  const said = (...photographs: Parameters<typeof sitting>) => {
    const draft = draftOpinion(sitting(...photographs), 0, 'zh-CN')
    return [...partOf(draft, 'conclusion'), ...partOf(draft, 'basis')]
  }
  const strange = { ...blurredOne.quality, reasons: ['not_fundus' as const], field: null }
  expect(said(['OD', blurredOne])).toEqual([
    '未能判断：左眼（无照片）。',
    '右眼：图像质量不足，不能判读（图像模糊、图像过暗）。',
  ])
  // What one photograph lacks is said of that one: another of the same eye may lack something else.
  for (const [other, eyes] of [
    ['OD', '右眼（照片均不可判读）、左眼（无照片）'],
    ['OS', '右眼（照片均不可判读）、左眼（照片均不可判读）'],
    [null, '右眼（照片均不可判读）、左眼（没有确定为该眼的照片）'],
  ] as const)
    expect(said(['OD', blurredOne], [other, blurredOne])).toEqual([
      `未能判断：${eyes}。`,
      '无可判读照片。',
      '第1张：不可判读（图像模糊、图像过暗）。',
    ])
  expect(said(['OD', { ...blurredOne, quality: strange }], ['OS', blurredOne])).toEqual([
    '未能判断：右眼（照片均不可判读）、左眼（照片均不可判读）。',
    '无可判读照片。',
    '第1张：不可判读（未识别到眼底，可能不是眼底照片）。',
  ])
})

test('what is no fundus photograph is named as such', () => {
  const quality = {
    ...blurredOne.quality,
    reasons: ['not_fundus' as const],
    field: null,
    score: null,
  }
  expect(alone({ ...blurredOne, quality }, 'zh-CN')).toContain(
    '未识别到眼底，可能不是眼底照片，未作分析。',
  )
})
