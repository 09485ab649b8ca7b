import type { FundusFindings } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { draftOpinion } from './draft.ts'

const good: FundusFindings = {
  modality: 'fundus',
  file: { sha256: 'a'.repeat(64), width: 1000, height: 800 },
  gradable: true,
  quality_score: 0.9,
  quality: {
    ...{ gradable: true, reasons: [], score: 0.9, sharpness: 0.8, brightness: 0.4, contrast: 0.2 },
    ...{ underexposed: 0, overexposed: 0, standard: true },
    field: { centre: [500, 400], diameter_px: 780, inside_frame: 1, area_px: 477_836 },
  },
  ...{ eye: null, eye_confidence: null, disc_centre: null, fovea_centre: null, vcdr: null },
  ...{ dr_grade: null, dr_referable_probability: null, lesion_bool: null },
  vessel: {
    ...{ density: 11.24, length_density: 0.02, diameter: 6.31, length: 9_000, segments: 120 },
    ...{ fractal_dimension: 1.41, tortuosity: 0.0512, curvature: 0.01 },
    ...{ arteries: null, veins: null, zone_b: null, zone_c: null, calibre: null, quadrants: null },
  },
  ...{ scale: null, disc: null, macula: null, lesions: null, dr: null, glaucoma: null },
  confidence: {},
  not_measured: {
    ...{ dr_grade: 'not_implemented', lesion_bool: 'not_implemented' },
    ...{ vcdr: 'not_implemented', fovea_centre: 'not_implemented' },
  },
  model_versions: {},
}
const blurredOne: FundusFindings = {
  ...good,
  gradable: false,
  quality: { ...good.quality, gradable: false, reasons: ['blurred', 'too_dark'], standard: false },
  vessel: null,
  not_measured: { ...good.not_measured, vessel: 'not_gradable' },
}

test('the Chinese draft reads as a clinic writes and ends with the caution', () => {
  expect(draftOpinion(good, 'zh-CN')).toBe(
    '眼底照片（眼别未确定）。图像质量符合拍摄标准。视网膜血管：密度11.2%（占视野面积），平均管径6.3 px，' +
      '分形维数1.41，迂曲度0.051（弧长/弦长−1）。像素值未经毫米标定。' +
      '未测量：糖尿病视网膜病变分级、病灶、杯盘比、黄斑中心凹。请医生自行判断。' +
      '不能仅凭本产品结果进行临床决策。',
  )
})

test('the English draft says the same', () => {
  const draft = draftOpinion({ ...good, eye: 'OD' }, 'en')
  expect(draft).toContain('Fundus photograph, right eye. The image meets the shooting standard.')
  expect(draft).toContain('density 11.2 % of the field of view')
  expect(draft).toContain('Not measured: grade of diabetic retinopathy, lesions')
  expect(draft).toMatch(/must not be based on the results of this product alone\.$/)
})

test.each(['zh-CN', 'en'] as const)(
  'an ungradable photograph gets reasons and no number (%s)',
  (language) => {
    const draft = draftOpinion(blurredOne, language)
    expect(draft).toContain(
      language === 'en' ? 'blurred; the image is too dark' : '图像模糊、图像过暗',
    )
    expect(draft).not.toMatch(/\d/)
  },
)

test('what is no fundus photograph is named as such', () => {
  const quality = {
    ...blurredOne.quality,
    reasons: ['not_fundus' as const],
    field: null,
    score: null,
  }
  expect(draftOpinion({ ...blurredOne, quality }, 'zh-CN')).toBe(
    '眼底照片（眼别未确定）。未识别到眼底，可能不是眼底照片，未作分析。不能仅凭本产品结果进行临床决策。',
  )
})

test('a measure that is missing is left out, not filled in', () => {
  const vessel = good.vessel && { ...good.vessel, tortuosity: null, fractal_dimension: null }
  expect(draftOpinion({ ...good, vessel }, 'zh-CN')).not.toMatch(/迂曲度|分形/)
})
