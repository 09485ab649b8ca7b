import type { FundusFindings } from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS as sample } from '../../../contract/src/sample-findings.ts'
import { draftOpinion, draftPatientOpinion } from './index.ts'

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
    '眼底照片（眼别未确定）。图像质量符合拍摄标准。视网膜血管：密度11.2%（占视野面积），平均管径6.3\u00a0px，' +
      '分形维数1.41，迂曲度0.051（弧长/弦长−1）。像素值未经毫米标定。' +
      '未测量：糖尿病视网膜病变分级、病灶、杯盘比、黄斑中心凹。请医生自行判断。' +
      '不能仅凭本产品结果进行临床决策。',
  )
})

test('a photograph too small for its lesions is told its probability and sent to a clinician', () => {
  const small: FundusFindings = { ...good, dr_referable_probability: 0.076 }
  expect(draftOpinion(small, 'zh-CN')).toContain(
    '需转诊的糖尿病视网膜病变的概率为8%。请眼科医生复核后再定随访间隔。',
  )
  expect(draftOpinion(small, 'en')).toContain('retinopathy is 8%.')
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

describe('all that was measured', () => {
  const draft = draftOpinion(sample, 'zh-CN')

  test('the stage is suspected, with its rule, its lesions and when to look again', () => {
    expect(draft).toContain(
      '疑似中度非增殖性糖尿病视网膜病变（ICDR 2级），依据：除微动脉瘤外另有病灶',
    )
    expect(draft).toContain('检出疑似微动脉瘤7处、出血2处、硬性渗出4处（最近处距中心凹0.8 PD）。')
    expect(draft).toContain('疑似黄斑水肿，建议1个月内行OCT检查并转眼底专科。')
    expect(draft).toContain('未评估：静脉串珠、视网膜内微血管异常、新生血管、玻璃体积血。')
    expect(draft).not.toContain('3–6个月')
  })

  test('without oedema the stage sets the interval', () => {
    const dr = sample.dr && { ...sample.dr, macular_oedema: false }
    expect(draftOpinion({ ...sample, dr }, 'zh-CN')).toContain('建议转眼底专科，3–6个月内复查。')
  })

  test('spots that the stage does not rest on are told apart from lesions', () => {
    const dr = sample.dr && { ...sample.dr, rule: 'weak_lesions' as const, macular_oedema: false }
    const text = draftOpinion({ ...sample, dr, dr_grade: 0 }, 'zh-CN')
    expect(text).toContain('可疑点（未计入分级）：微动脉瘤7处')
    expect(text).not.toContain('检出疑似')
  })

  test('the disc is told with its spread, and glaucoma no further than suspected', () => {
    expect(draft).toContain('视盘：垂直杯盘比0.62±0.03，DDLS 4级（视盘大小按中等假定）')
    expect(draft).toContain('青光眼：需随访观察（垂直杯盘比偏大、盘沿不符合ISNT规律）')
    expect(draft).toContain('动静脉管径比0.70')
  })

  test('where a scale is known, sizes come in millimetres too', () => {
    const scaled = { ...sample, scale: { mm_per_px: 0.014, source: 'stated' as const } }
    const text = draftOpinion(scaled, 'zh-CN')
    expect(text).toMatch(/视盘：垂直径\d+\spx \(\d\.\d\d\smm\)，垂直杯盘比/)
    expect(text).toMatch(/平均管径\d+\.\d\spx \(\d+\sµm\)/)
    expect(text).not.toContain('未经毫米标定')
  })

  test('both languages tell the same numbers', () => {
    const numbers = (text: string) => (text.match(/\d+(\.\d+)?/g) ?? []).sort()
    const other = draftOpinion(sample, 'en')
    expect(numbers(other)).toEqual(numbers(draft))
    expect(other).not.toMatch(/[\u4e00-\u9fff，。：]/)
    expect(draft).not.toMatch(/undefined|null|NaN/)
  })

  test('evidence that bears no grade asks for a clinician, not for a year', () => {
    const dr = sample.dr && {
      ...sample.dr,
      ...{ rule: 'no_lesion' as const, referable: false, agreed: false, macular_oedema: false },
    }
    const doubtful = draftOpinion({ ...sample, dr, dr_grade: 0 }, 'zh-CN')
    expect(doubtful).toContain('不足以得出一致分级，请医生复核')
    expect(doubtful).toContain('请眼科医生复核后再定随访间隔。')
    expect(doubtful).not.toContain('12个月')
  })

  test('a stage that abstained leaves its lesions told and asks for a clinician', () => {
    const dr = sample.dr && { ...sample.dr, agreed: false }
    const not_measured = { ...sample.not_measured, dr_grade: 'uncertain' as const }
    const text = draftOpinion({ ...sample, dr, dr_grade: null, not_measured }, 'zh-CN')
    expect(text).toContain('检出疑似微动脉瘤7处')
    expect(text).toContain('请眼科医生复核后再定随访间隔。')
    expect(text).toContain('未测量：糖尿病视网膜病变分级（结果不确定）')
    expect(text).not.toMatch(/ICDR|个月内复查/)
  })

  test('what abstained is named with its reason and has no number', () => {
    const not_measured = { ...sample.not_measured, vcdr: 'uncertain' as const }
    const unsure = { ...sample, vcdr: null, disc: null, glaucoma: null, not_measured }
    const text = draftOpinion(unsure, 'zh-CN')
    expect(text).toContain('未测量：杯盘比（结果不确定）。')
    expect(text).not.toMatch(/视盘：|青光眼/)
  })
})

describe('both eyes of a patient', () => {
  const other: FundusFindings = {
    ...sample,
    ...{ eye: 'OS', vcdr: 0.4, dr_grade: 3, glaucoma: { band: 'low', signs: [] } },
  }

  test('the worse eye gives the stage, and ratios far apart raise the suspicion', () => {
    const text = draftPatientOpinion({ OD: sample, OS: other }, 'zh-CN')
    expect(text).toContain('双眼综合（以较重眼计）：疑似重度非增殖性糖尿病视网膜病变（ICDR 3级）')
    expect(text).toContain('3个月内复查')
    expect(text).toContain('双眼垂直杯盘比相差0.22。')
    expect(text).toContain('青光眼：可疑')
    expect(text).toContain('双眼杯盘比不对称')
  })

  test('ratios alike raise nothing', () => {
    const text = draftPatientOpinion({ OD: sample, OS: { ...other, vcdr: 0.55 } }, 'en')
    expect(text).toContain('Glaucoma: to be watched')
    expect(text).not.toContain('ratios of both eyes differ')
  })

  test('an eye without a stage is said to be one', () => {
    const open = { ...other, dr_grade: null }
    expect(draftPatientOpinion({ OD: sample, OS: open }, 'zh-CN')).toContain(
      '仅一只眼可分级，患者分级可能更高。',
    )
  })

  test('an eye without a stage beside one that is well asks for a clinician, not for a year', () => {
    const well: FundusFindings = {
      ...sample,
      dr_grade: 0,
      dr: sample.dr && { ...sample.dr, rule: 'no_lesion', referable: false, macular_oedema: false },
    }
    const text = (OS: FundusFindings) => draftPatientOpinion({ OD: well, OS }, 'zh-CN')
    expect(text({ ...well, eye: 'OS' })).toContain('12个月')
    const blurred: FundusFindings = { ...well, eye: 'OS', dr_grade: null }
    expect(text(blurred)).toContain('请眼科医生复核后再定随访间隔。')
    expect(text(blurred)).not.toContain('12个月')
    const small: FundusFindings = { ...blurred, dr: null }
    expect(text(small)).toContain('请眼科医生复核后再定随访间隔。')
  })

  test('one eye alone, or one that is not gradable, has no joint opinion', () => {
    expect(draftPatientOpinion({ OD: sample, OS: null }, 'zh-CN')).toBeNull()
    const blurred = { ...other, gradable: false }
    expect(draftPatientOpinion({ OD: sample, OS: blurred }, 'en')).toBeNull()
  })
})
