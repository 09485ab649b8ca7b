import { FUNDUS_FIGURES, type FundusFindings } from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS as sample } from '@mingmou/contract/testing'
import { alone, conflict, dr, partOf, sitting, well } from '../../testing/drafts.ts'
import { draftOpinion, draftPatientOpinion } from './index.ts'

const good: FundusFindings = {
  modality: 'fundus',
  file: { sha256: 'a'.repeat(64), width: 1000, height: 800 },
  gradable: true,
  quality_score: 0.9,
  quality: {
    gradable: true,
    reasons: [],
    score: 0.9,
    sharpness: 0.8,
    brightness: 0.4,
    contrast: 0.2,
    underexposed: 0,
    overexposed: 0,
    standard: true,
    field: { centre: [500, 400], diameter_px: 780, inside_frame: 1, area_px: 477_836 },
  },
  eye: null,
  eye_confidence: null,
  disc_centre: null,
  fovea_centre: null,
  shows: null,
  vcdr: null,
  dr_grade: null,
  dr_referable_probability: null,
  lesion_bool: null,
  vessel: sample.vessel && {
    ...sample.vessel,
    density: 11.24,
    length_density: 0.02,
    diameter: 6.31,
    length: 9_000,
    segments: 120,
    fractal_dimension: 1.41,
    tortuosity: 0.0512,
    curvature: 0.01,
    arteries: null,
    veins: null,
    zone_b: null,
    zone_c: null,
    calibre: null,
    quadrants: null,
  },
  scale: null,
  disc: null,
  macula: null,
  lesions: null,
  dr: null,
  glaucoma: null,
  confidence: {},
  not_measured: {
    dr_grade: 'not_implemented',
    lesion_bool: 'not_implemented',
    vcdr: 'not_implemented',
    fovea_centre: 'not_implemented',
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

test('the Chinese draft leads with the conclusion, a sentence a line, and ends with the caution', () => {
  expect(alone(sample, 'zh-CN').split('\n')).toEqual([
    '结论',
    '未能判断：左眼（无照片）。',
    '右眼：疑似中度非增殖期糖网（ICDR 2级），疑似需转诊，疑似黄斑水肿，青光眼可疑度临界，需观察。',
    '建议',
    '1个月内行黄斑OCT并转眼底专科。',
    '右眼随访，包括眼压。',
    '依据',
    '图像质量符合拍摄标准。',
    '检出疑似微动脉瘤约4–15处、出血约5处以内、硬性渗出约2–8处（最近处距中心凹0.8\u00a0DD）。',
    '病灶与网络合并判断：2级或更重 87%。',
    expect.stringMatching(/^垂直杯盘比0\.62\s±\s0\.03，DDLS 4级（视盘大小按中等假定）/),
    '局限',
    '未评估：静脉串珠、视网膜内微血管异常、新生血管、玻璃体或视网膜前出血，其他异常由网络整体判读，多种疾病未必能发现。',
    '激光斑、玻璃膜疣和反光可被误认为渗出。',
    '不能仅凭本产品结果进行临床决策。',
  ])
})

test('both languages tell the same numbers, and neither leaks into the other', () => {
  const numbers = (text: string) => (text.match(/\d+(\.\d+)?/g) ?? []).sort()
  for (const findings of [sample, well, conflict, good, blurredOne]) {
    const [zh, en] = [alone(findings, 'zh-CN'), alone(findings, 'en')]
    expect(numbers(en)).toEqual(numbers(zh))
    expect(en).not.toMatch(/[\u4e00-\u9fff，。：]/)
    expect(zh + en).not.toMatch(/undefined|null|NaN|opinion\.|dr\./)
  }
})

test('what no clinician reads stays out of the draft: areas and calibres in pixels', () => {
  expect(alone(sample, 'zh-CN')).not.toMatch(/px|迂曲|分形|密度/)
})

test('a figure outside its reference is told with what that may mean, one inside is not', () => {
  expect(alone(sample, 'zh-CN')).not.toContain('动静脉比')
  const calibre = sample.vessel?.calibre && { ...sample.vessel.calibre, avr: 0.42 }
  const narrow = {
    ...sample,
    vessel: sample.vessel && { ...sample.vessel, calibre: calibre ?? null },
  }
  const low = FUNDUS_FIGURES.at('vessel.calibre.avr').norm?.low ?? 0
  const near = {
    ...sample,
    vessel: sample.vessel && {
      ...sample.vessel,
      calibre: calibre ? { ...calibre, avr: low - 0.03 } : null,
    },
  }
  expect(alone(near, 'zh-CN')).not.toMatch(/动静脉比|动脉变窄|低于参考/)
  expect(alone(narrow, 'zh-CN')).toMatch(/动静脉比 AVR 0\.42.*，低于参考，见于动脉变窄或静脉扩张/)
  expect(alone(narrow, 'en')).toMatch(/0\.42.*below reference; seen with narrowed arterioles/)
})

test('where a scale is known, the disc is told in millimetres', () => {
  const scaled = { ...sample, scale: { mm_per_px: 0.014, source: 'stated' as const } }
  expect(alone(scaled, 'zh-CN')).toMatch(/视盘垂直径\d+\spx \(\d\.\d\d\smm\)/)
})

describe('a stage that is not told', () => {
  test('says in one sentence what the evidence is and what to do, and names no interval', () => {
    const text = alone(conflict, 'zh-CN')
    expect(partOf(text, 'conclusion')[1]).toMatch(
      /^右眼：未能分级，不能排除糖尿病视网膜病变（除微动脉瘤外，另有疑似出血、硬性渗出，但合并判断的需转诊概率为2%，两者不一致）/,
    )
    expect(text).not.toMatch(/疑似需转诊|个月|ICDR/)
    expect(partOf(alone(conflict, 'en'), 'conclusion')[1]).toMatch(
      /not graded, diabetic retinopathy cannot be excluded/,
    )
  })

  test('names microaneurysms only where some were found', () => {
    const lesions = sample.lesions && {
      ...sample.lesions,
      microaneurysms: { ...sample.lesions.microaneurysms, count: 0 },
    }
    expect(alone({ ...conflict, lesions }, 'zh-CN')).toMatch(
      /右眼：未能分级，不能排除糖尿病视网膜病变（疑似出血、硬性渗出，但/,
    )
    expect(alone({ ...sample, lesions }, 'zh-CN')).not.toContain('微动脉瘤')
  })

  test('of a photograph too small for lesions tells the probability and asks for a clinician', () => {
    const small: FundusFindings = { ...good, dr_referable_probability: 0.076 }
    expect(alone(small, 'zh-CN')).toMatch(/未能分级.*照片过小.*需转诊概率8%/)
    expect(partOf(alone(small, 'zh-CN'), 'advice')).toEqual([
      '建议散瞳眼底检查或重新拍摄，随访间隔据其结果确定。',
    ])
  })

  test('of a blurred photograph clears nobody', () => {
    const blurred: FundusFindings = {
      ...well,
      dr_grade: null,
      dr_referable_probability: null,
      not_measured: { ...well.not_measured, dr_grade: 'blurred' },
    }
    expect(alone(blurred, 'zh-CN')).toMatch(/未能分级，不能排除糖尿病视网膜病变（图像模糊/)
    expect(alone(blurred, 'zh-CN')).not.toContain('12个月')
  })
})

test('exudates left out on suspected scars are said among the limits', () => {
  const scarred = { ...sample, dr: dr({ exudates_on_scars: true }) }
  const limits = partOf(alone(scarred, 'zh-CN'), 'limits').join()
  expect(limits).toContain('疑似激光斑处的亮斑未计入渗出，该处的渗出可能漏计')
  expect(partOf(alone(sample, 'zh-CN'), 'limits').join()).not.toContain('未计入渗出')
})

test('a part of a field clears nobody, and the limits say that only a part was seen', () => {
  const part: FundusFindings = {
    ...well,
    dr: null,
    dr_grade: null,
    dr_referable_probability: null,
    lesions: null,
    quality: { ...well.quality, field: null, reasons: ['field_cut'], standard: false },
    not_measured: { ...well.not_measured, dr_grade: 'field_cut', lesions: 'field_cut' },
  }
  const chinese = alone(part, 'zh-CN')
  expect(chinese).toContain('未能分级，不能排除糖尿病视网膜病变（视野不完整）')
  expect(chinese).toContain('照片以外的病变不能排除')
  expect(chinese).not.toMatch(/12个月|未检出糖网/)
  expect(alone(part, 'en')).toContain('only part of the retina is shown')
  expect(alone(well, 'zh-CN')).not.toContain('照片以外')
})

test('what could not be determined is named with its reason and has no number', () => {
  const not_measured = { ...sample.not_measured, glaucoma: 'cup_unsupported' as const }
  const text = alone({ ...sample, vcdr: null, disc: null, glaucoma: null, not_measured }, 'zh-CN')
  expect(text).toMatch(/^结论\n未能判断：左眼（无照片）、右眼青光眼可疑度（视杯边界依据不足）。/)
  expect(text).not.toMatch(/杯盘比|DDLS/)
})

test('a low suspicion of glaucoma says that it excludes none', () => {
  expect(alone(well, 'zh-CN')).toContain('青光眼可疑度低（不能排除）。')
  expect(alone(well, 'en')).toContain('does not exclude glaucoma')
})

test('spots that the stage does not rest on are told apart from lesions', () => {
  const weak = {
    ...well,
    dr: dr({ rule: 'weak_lesions', referable: false, macular_oedema: false }),
    lesions: sample.lesions && {
      ...sample.lesions,
      microaneurysms: { ...sample.lesions.microaneurysms, count: 0, uncounted: 7 },
    },
  }
  expect(alone(weak, 'zh-CN')).toContain('可疑点（未计入分级）：微动脉瘤约3–15处')
  expect(alone(weak, 'zh-CN')).not.toContain('检出疑似')
})

test('without oedema the stage sets the interval', () => {
  expect(alone({ ...sample, dr: dr({ macular_oedema: false }) }, 'zh-CN')).toContain(
    '转眼底专科，3–6个月内复查。',
  )
})

describe('several photographs of a patient', () => {
  const both = sitting(['OD', well], ['OD', sample], ['OS', well])

  test('an eye is as bad as the worst of its photographs, however good the other ones are', () => {
    const text = draftPatientOpinion(both, 'zh-CN')
    expect(text).toMatch(
      /右眼：照片分级矛盾（第2张2级，第1张0级），须进一步检查，疑似需转诊，疑似黄斑水肿/,
    )
    expect(text).not.toMatch(/12个月|3–6个月/)
    expect(partOf(text, 'advice').slice(0, 2)).toEqual([
      '转眼科专科检查。',
      '建议散瞳眼底检查或重新拍摄，随访间隔据其结果确定。',
    ])
  })

  test('the draft of the well photograph tells the contradiction too, and no interval', () => {
    const text = draftOpinion(both, 0, 'zh-CN')
    expect(partOf(text, 'conclusion')).toEqual(
      partOf(draftPatientOpinion(both, 'zh-CN'), 'conclusion'),
    )
    expect(partOf(text, 'basis')[0]).toBe('第1张：ICDR 0级。')
    expect(text).not.toMatch(/\d+个月/)
    expect(draftOpinion(both, 0, 'en')).toMatch(
      /image 2: ICDR 2, image 1: ICDR 0.*further examination needed/,
    )
  })

  test('it says on how many photographs each eye rests and which one gave each finding', () => {
    const mild = { ...well, dr_grade: 1 as const }
    const text = draftPatientOpinion(
      sitting(['OD', well], ['OD', mild], ['OD', blurredOne], ['OS', well]),
      'zh-CN',
    )
    expect(text).toContain('右眼3张，可判读2张（分级按第2张、青光眼按第1张）。')
    expect(text).toContain('左眼1张，可判读1张。')
    expect(text).toContain('右眼：疑似轻度非增殖期糖网（ICDR 1级）')
    expect(text).toContain('6–12个月后复查糖尿病视网膜病变。')
  })

  test('the draft of one photograph has the stage of its eye, and says its own as the basis', () => {
    const mild = { ...well, dr_grade: 1 as const }
    const text = draftOpinion(sitting(['OD', well], ['OD', mild]), 0, 'zh-CN')
    expect(partOf(text, 'conclusion')[1]).toContain('右眼：疑似轻度非增殖期糖网（ICDR 1级）')
    expect(partOf(text, 'basis')[0]).toBe('第1张：ICDR 0级。')
  })

  test('the worse eye sets the advice for both', () => {
    const moderate = { ...sample, dr: dr({ macular_oedema: false }) }
    const pair = sitting(['OD', well], ['OS', moderate])
    for (const text of [draftOpinion(pair, 0, 'zh-CN'), draftPatientOpinion(pair, 'zh-CN')])
      expect(partOf(text, 'advice')[0]).toBe('转眼底专科，3–6个月内复查。')
    expect(partOf(draftOpinion(pair, 0, 'zh-CN'), 'conclusion')[1]).toMatch(/^左眼：疑似中度/)
  })

  test('oedema seen on one photograph is the eye’s, whatever the sharper one shows', () => {
    const text = draftPatientOpinion(
      sitting(['OD', { ...sample, dr_grade: 1 }], ['OD', { ...well, quality_score: 1 }]),
      'zh-CN',
    )
    expect(text).toContain('疑似黄斑水肿')
    expect(partOf(text, 'advice')[0]).toBe('1个月内行黄斑OCT并转眼底专科。')
  })

  test('a treated eye beside one that is well has no interval, and is not told to be without retinopathy', () => {
    const both = sitting(['OD', { ...well, treated: 'vitrectomy' }], ['OS', well])
    const chinese = draftPatientOpinion(both, 'zh-CN') ?? ''
    expect(chinese).toContain(
      '右眼：已治疗（玻璃体切除），未见达到分级标准的病灶，不能判定为无糖网病变',
    )
    expect(chinese).toContain(
      '右眼为治疗后的眼，照片不能判断病变是否活动，随访间隔按治疗情况和检查结果决定。',
    )
    expect(chinese).toContain('左眼：未见糖尿病视网膜病变征象')
    expect(chinese).not.toMatch(/个月/)
    const english = draftPatientOpinion(both, 'en') ?? ''
    expect(english).toMatch(/right eye: treated \(vitrectomy\); no lesion reaches a grade/i)
    expect(english).not.toMatch(/months/)
  })

  test('no photograph of a treated eye is told to be stage 0, whichever one was stated', () => {
    const two = sitting(['OD', { ...well, treated: 'prp' }], ['OD', well])
    for (const index of [0, 1]) {
      const text = draftOpinion(two, index, 'zh-CN')
      expect(text).toContain(`第${index + 1}张：未见达到分级标准的病灶，不能判定为无糖网病变`)
      expect(text).not.toContain('ICDR 0级')
    }
  })

  test('an eye without a stage beside one that is well asks for a clinician, not for a year', () => {
    const text = (OS: FundusFindings) =>
      draftPatientOpinion(sitting(['OD', well], ['OS', OS]), 'zh-CN')
    expect(text(well)).toContain('如有糖尿病，12个月后复查糖尿病视网膜病变。')
    expect(text(conflict)).toContain('左眼：未能分级，不能排除糖尿病视网膜病变（第2张：')
    expect(text(conflict)).toContain('建议散瞳眼底检查或重新拍摄')
    expect(text(conflict)).not.toContain('12个月')
  })

  test('an interval is for the one eye that could be read, and the other is named', () => {
    for (const [other, said] of [
      [sitting(['OD', well]), '左眼（无照片）'],
      [sitting(['OD', well], ['OS', blurredOne]), '左眼（照片均不可判读）'],
      [sitting(['OD', well], ['OS', null]), '左眼（照片均不可判读）'],
    ] as const) {
      const text = draftOpinion(other, 0, 'zh-CN')
      expect(text).toContain('如有糖尿病，右眼12个月后复查糖尿病视网膜病变。')
      expect(partOf(text, 'conclusion')[0]).toBe(`未能判断：${said}。`)
    }
  })

  test('a photograph whose eye is not known counts, and its eye is asked for', () => {
    const text = draftPatientOpinion(sitting(['OD', well], [null, sample]), 'zh-CN')
    expect(text).toContain('眼别未定（第2张）：疑似中度非增殖期糖网（ICDR 2级）')
    expect(text).toContain('未能判断：左眼（没有确定为该眼的照片）、第2张的眼别。')
    expect(text).not.toContain('12个月')
  })

  test('a picture that is no fundus says nothing of an eye, and is counted', () => {
    const text = draftPatientOpinion(sitting(['OD', well], [null, blurredOne]), 'zh-CN')
    expect(text).toContain('眼别未定1张，可判读0张。')
    expect(text).not.toMatch(/眼别未定：|的眼别/)
  })

  test('ratios far apart raise the suspicion by a band', () => {
    const apart = sitting(['OD', well], ['OS', { ...well, vcdr: 0.35 }])
    const lines = partOf(draftPatientOpinion(apart, 'zh-CN'), 'conclusion')
    expect(lines[0]).toMatch(/^右眼：.*杯盘比明显大于对侧眼，青光眼可疑度临界/)
    expect(lines[1]).toMatch(/^左眼：.*青光眼可疑度低/)
    expect(draftOpinion(apart, 1, 'en')).toContain(
      'Right eye: no sign of diabetic retinopathy (ICDR 0); neither mild disease nor other eye disease is excluded; no definite sign of macular oedema found, which does not exclude it; cup-to-disc ratio well above',
    )
    expect(draftPatientOpinion(sitting(['OD', well], ['OS', well]), 'zh-CN')).not.toContain(
      '对侧眼',
    )
  })

  test('ratios of both eyes name the photographs that they come from, and their difference has its spread', () => {
    const confidence = { ...sample.confidence, vcdr: { level: 0.8, spread: 0.09 } }
    const of = (vcdr: number): FundusFindings => ({ ...well, confidence, vcdr })
    const three = sitting(['OD', of(0.28)], ['OD', of(0.45)], ['OS', of(0.56)])
    const basis = partOf(draftPatientOpinion(three, 'zh-CN'), 'basis').join('\n')
    expect(basis.replaceAll('\u00a0', ' ')).toContain(
      '垂直杯盘比右眼0.45 ± 0.09（第2张）、左眼0.56 ± 0.09（第3张），相差0–0.24。',
    )
    const far = draftPatientOpinion(sitting(['OD', of(0.3)], ['OS', of(0.75)]), 'en') ?? ''
    expect(far.replaceAll('\u00a0', ' ')).toContain('difference 0.45 ± 0.13')
  })

  test('a single photograph has no opinion of a sitting', () => {
    expect(draftPatientOpinion(sitting(['OD', sample]), 'zh-CN')).toBeNull()
  })
})

describe('of an eye in which macular oedema was looked for and none was found', () => {
  const none = { ...well, eye: 'OD' as const }
  const open = {
    ...none,
    dr: dr({ rule: 'no_lesion', referable: false, macular_oedema: null }),
    not_measured: { ...none.not_measured, 'dr.macular_oedema': 'no_fovea' as const },
  }

  test.each([
    ['zh-CN', /未见明确黄斑水肿征象（不能排除）/, /右眼黄斑水肿（/],
    [
      'en',
      /no definite sign of macular oedema found, which does not exclude it/,
      /macular oedema, right eye/,
    ],
  ] as const)(
    'the draft says so, apart from one that was not judged (%s)',
    (language, found, not) => {
      const said = (findings: FundusFindings) =>
        partOf(alone(findings, language), 'conclusion').join('\n')
      expect(said(none)).toMatch(found)
      expect(said(none)).not.toMatch(not)
      expect(said(open)).toMatch(not)
      expect(said(open)).not.toMatch(found)
    },
  )

  test('the draft says each value as the letter does where a clinician stated it', () => {
    const stated = [
      { name: 'oedema', value: false, machine: null, reason: '' },
      { name: 'glaucoma', value: 'low', machine: null, reason: '' },
      { name: 'other_disease', value: false, machine: null, reason: '' },
    ]
    const text = draftOpinion([{ index: 0, eye: 'OD', findings: none, stated }], 0, 'zh-CN')
    for (const clause of ['黄斑水肿：无', '青光眼：可疑度低', '其他异常：无'])
      expect(partOf(text, 'conclusion').join('')).toContain(`${clause}（医生判定）`)
  })
})
