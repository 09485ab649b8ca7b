import {
  LANGUAGES,
  MODALITY,
  withStatedEye,
  type Language,
  type SurfaceFindings,
} from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { SURFACE_SAMPLE_FINDINGS as SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { draftOpinion, draftPatientOpinion } from './opinion.ts'
import { eyesOf, outcomesOf, type Photograph } from './patient.ts'

const changed = (traits: Partial<SurfaceFindings>): SurfaceFindings => ({
  ...SAMPLE_FINDINGS,
  ...traits,
})

const PATCH = SAMPLE_FINDINGS
const DOTS = changed({
  lesion_type: 'micro_punctate',
  lesion_grade: 1,
  lesion_severity: 2,
  staining: SAMPLE_FINDINGS.staining && {
    ...SAMPLE_FINDINGS.staining,
    patches: 0,
    largest: 0,
    patch_percent: 0,
    central: false,
  },
})
const CLEAR = changed({
  lesion_bool: false,
  lesion_type: 'none',
  lesion_grade: 0,
  lesion_severity: 0,
  lesion_region: {
    central: 0,
    superior: 0,
    inferior: 0,
    left: 0,
    right: 0,
    total: 0,
    nasal: null,
    temporal: null,
  },
  staining: SAMPLE_FINDINGS.staining && {
    area: 0,
    area_mm2: 0,
    percent: 0,
    dots: 0,
    patches: 0,
    patch_percent: 0,
    largest: 0,
    central: false,
    spots: [],
  },
})
/** Nothing but the quality, as of a picture that cannot be judged. */
const refusedBy = (...reasons: SurfaceFindings['quality']['reasons']) =>
  changed({
    gradable: false,
    quality: { ...SAMPLE_FINDINGS.quality, gradable: false, reasons, score: null },
    lesion_bool: null,
    lesion_type: null,
    lesion_grade: null,
    lesion_severity: null,
    lesion_region: null,
    staining: null,
    cornea: null,
  })

/** A few dots: nothing is said. */
const OPEN = changed({
  lesion_bool: null,
  lesion_type: null,
  lesion_grade: null,
  lesion_severity: null,
  lesion_region: null,
  staining: null,
  not_measured: { lesion_bool: 'uncertain' },
})
/** A patch in the middle of an outline that is not trusted. */
const UNTRUSTED = changed({
  outline: { trust: 'untrusted', doubts: ['flat', 'crossed'] },
  lesion_grade: null,
  lesion_severity: null,
  lesion_region: null,
  staining: null,
  cornea: SAMPLE_FINDINGS.cornea && {
    ...SAMPLE_FINDINGS.cornea,
    area: null,
    percent: null,
    visible: null,
  },
  not_measured: { lesion_grade: 'outline_uncertain', lesion_region: 'outline_uncertain' },
})

const sitting = (...images: readonly [Photograph['eye'], SurfaceFindings][]): Photograph[] =>
  images.map(([eye, findings], index) => ({
    index,
    eye,
    findings: withStatedEye(findings, { eye }),
  }))
/** Figures are written with spaces that do not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const draft = (findings: SurfaceFindings, language: Language = 'zh-CN') =>
  plain(draftOpinion(sitting(['OD', findings]), 0, language))
const referralsOf = (photographs: Photograph[]) =>
  outcomesOf(photographs, photographs).map(({ referral }) => referral)

const PROMPT = '右眼：建议尽快行裂隙灯检查，排除感染性角膜炎/溃疡'

describe('the draft of a photograph', () => {
  test('with a patch or a stained central zone asks for a prompt examination', () => {
    const text = draft(PATCH)
    expect(text).toContain(
      '右眼：检出角膜染色，片状（≥1 mm），占角膜5.4 ± 0.6%，中央区受累，严重度4级，NEI 7/15',
    )
    expect(text).toContain(PROMPT)
    expect(text).toContain('最大一片长径约2.8 mm（估算）')
    expect(text).toContain('中央2分、上方0分、鼻侧3分、下方1分、颞侧1分')
    expect(referralsOf(sitting(['OD', PATCH]))).toEqual(['referable'])
  })

  test('with other staining asks for a review and no more', () => {
    const text = draft(DOTS)
    expect(text).toContain('右眼：染色待裂隙灯检查复核')
    expect(text).not.toContain(PROMPT)
    expect(referralsOf(sitting(['OD', DOTS]))).toEqual(['review'])
  })

  test('without staining says so, names symptoms that still ask for an examination, and calls nobody healthy', () => {
    for (const language of LANGUAGES)
      expect(draft(CLEAR, language)).not.toMatch(/正常|健康|normal|healthy/i)
    expect(draft(CLEAR)).toContain('未检出角膜染色')
    expect(draft(CLEAR)).toContain('如有眼痛、眼红、畏光或视力下降，应及时就诊')
    expect(draft(CLEAR)).not.toContain('严重度')
    expect(referralsOf(sitting(['OD', CLEAR]))).toEqual(['none'])
  })

  test('without fluorescein asks for one in blue light and gives no figure', () => {
    const text = draft(refusedBy('no_fluorescein'))
    expect(text).toContain('未见荧光素染色或非钴蓝光照明，未评估染色')
    expect(text).toContain('建议滴荧光素后在钴蓝光下重新拍摄')
    expect(text).not.toMatch(/\d/)
    expect(referralsOf(sitting(['OD', refusedBy('no_fluorescein')]))).toEqual([null])
  })

  test('of another kind of image says which', () => {
    expect(draft(refusedBy('not_surface', 'seems_fundus'))).toContain('看起来是眼底彩照')
  })

  test('names the parts under the lids, in which staining cannot be excluded', () => {
    const hidden = changed({
      lesion_region: SAMPLE_FINDINGS.lesion_region && {
        ...SAMPLE_FINDINGS.lesion_region,
        superior: null,
        left: null,
        total: null,
      },
    })
    const text = draft(hidden)
    expect(text).toContain('未见部分不能排除染色：上方、颞侧')
    expect(text).not.toContain('/15')
  })

  test('says apart which parts show faint dye alone', () => {
    const faint = changed({
      lesion_region: SAMPLE_FINDINGS.lesion_region && {
        ...SAMPLE_FINDINGS.lesion_region,
        superior: null,
        total: null,
      },
      not_measured: { ...SAMPLE_FINDINGS.not_measured, 'lesion_region.superior': 'uncertain' },
    })
    const text = draft(faint)
    expect(text).toContain('仅见淡染、不能判定有无染色的部分：上方')
    expect(text).not.toContain('未见部分')
  })

  test('that leaves staining open asks for a review', () => {
    expect(draft(OPEN)).toContain('未能判断有无染色（结果不确定）')
    expect(referralsOf(sitting(['OD', OPEN]))).toEqual(['review'])
  })

  test('gives no grade by an outline that is not trusted, says so first, and how much of the cornea shows is not told', () => {
    const text = draft(UNTRUSTED)
    expect(text).toMatch(
      /结论\n右眼：角膜轮廓不可信（形状过扁、染色跨越轮廓），未分级，可见染色，片状/,
    )
    expect(text).toContain('不给出分级、分区和占比')
    expect(text).not.toMatch(/严重度|NEI|角膜可见|牛津/)
    expect(text).toContain(PROMPT)
    expect(draft(UNTRUSTED, 'en')).toMatch(
      /corneal outline not reliable \(.*\); not graded; staining seen/,
    )
  })

  test('does not clear an eye without staining whose outline is trusted in part, or was never checked', () => {
    for (const outline of [{ trust: 'partly', doubts: ['flat'] }, null] as const) {
      const open = changed({ ...CLEAR, outline: outline && { ...outline, doubts: ['flat'] } })
      expect(referralsOf(sitting(['OD', open]))).toEqual(['review'])
      expect(draft(open)).toMatch(/右眼：角膜轮廓(部分可信（形状过扁）|未核对)，未检出角膜染色/)
    }
  })

  test('gives the clinician no instruction: it is worded as what the clinician says', () => {
    const texts = [PATCH, DOTS, CLEAR, OPEN, UNTRUSTED, refusedBy('no_fluorescein')].flatMap(
      (photographs) => LANGUAGES.map((language) => draft(photographs, language)),
    )
    const sittings = LANGUAGES.flatMap((language) => [
      draftPatientOpinion(sitting(['OD', PATCH], ['OD', CLEAR], [null, DOTS]), language) ?? '',
      draftPatientOpinion(sitting(['OD', refusedBy('not_surface')], [null, CLEAR]), language) ?? '',
    ])
    for (const text of [...texts, ...sittings])
      expect(text).not.toMatch(/请|须复核|please|required/i)
  })
})

test('an eye whose outline is not wholly trusted is always to be looked at, with a reason in every list', () => {
  const unseen = changed({ ...UNTRUSTED, lesion_bool: null, lesion_type: null })
  const partly = changed({ ...CLEAR, outline: { trust: 'partly', doubts: ['rim'] } })
  const reasonsOf = (findings: SurfaceFindings) => {
    const photographs = sitting(['OD', findings])
    const [listed] = eyesOf(photographs)
    expect(outcomesOf(photographs, photographs)[0]?.reasons).toEqual(listed?.reasons)
    return listed?.reasons
  }
  expect(reasonsOf(unseen)).toEqual([{ reason: 'other', referral: 'review' }])
  expect(reasonsOf(partly)).toEqual([{ reason: 'other', referral: 'review' }])
  expect(reasonsOf(UNTRUSTED)).toEqual([{ reason: 'other', referral: 'referable' }])
  expect(reasonsOf(CLEAR)).toEqual([])
})

describe('the draft of a sitting', () => {
  test('is as bad as the worst photograph of each eye, whichever is shown', () => {
    const both = sitting(['OD', DOTS], ['OD', PATCH], ['OS', CLEAR])
    expect(referralsOf(both)).toEqual(['referable', 'referable', 'none'])
    expect(draftOpinion(both, 0, 'zh-CN')).toContain(PROMPT)
    const text = draftPatientOpinion(both, 'zh-CN')
    expect(text).toMatch(/右眼：.*片状（≥1 mm）.*（按第2张）/)
    expect(text).toContain('左眼：未检出角膜染色，但不能排除（按第3张）')
    expect(text).toContain('右眼2张，可判读2张')
  })

  test('asks for both eyes at once where both ask for the same', () => {
    const both: Photograph[] = [
      { index: 0, eye: 'OD', findings: PATCH },
      { index: 1, eye: 'OS', findings: PATCH },
    ]
    expect(draftPatientOpinion(both, 'zh-CN')).toContain('双眼：建议尽快行裂隙灯检查')
    expect(draftPatientOpinion(both, 'en')).toContain('Both eyes: prompt slit-lamp examination')
  })

  test('names photographs of an eye that contradict each other', () => {
    const both = sitting(['OD', CLEAR], ['OD', DOTS])
    expect(eyesOf(both).map(({ eye, contradicts }) => [eye, contradicts])).toEqual([
      ['OD', true],
      ['OS', false],
    ])
    const named = '右眼照片相互矛盾（第2张严重度2级，第1张0级），分级待复核'
    expect(draftPatientOpinion(both, 'zh-CN')).toContain(named)
    expect(draftOpinion(both, 0, 'zh-CN')).toContain(named)
  })

  test('of unknown eyes gives each photograph its line and asks for the eye', () => {
    const both = sitting([null, CLEAR], [null, PATCH])
    const text = draftPatientOpinion(both, 'zh-CN')
    expect(text).toContain('未检出角膜染色，但不能排除（按第1张）')
    expect(text).toContain('眼别待确认')
    expect(text).not.toContain('矛盾')
    expect(referralsOf(both)).toEqual(['none', 'referable'])
  })

  test('with a photograph of which nothing is said is not cleared by one without staining', () => {
    const both = sitting(['OD', CLEAR], ['OD', OPEN], ['OS', CLEAR])
    expect(referralsOf(both)).toEqual(['review', 'review', 'none'])
    const text = draftPatientOpinion(both, 'zh-CN') ?? ''
    expect(text).toMatch(/结论\n右眼：未能判断有无染色（结果不确定）（按第2张）。\n左眼：未检出/)
    expect(text).toContain('右眼：染色待裂隙灯检查复核')
    expect(text).toContain('左眼：本图像未提示需进一步检查')
    expect(draftOpinion(both, 0, 'zh-CN')).toContain(
      '该眼另一张照片未能排除更重的染色：未能判断有无染色（结果不确定）（第2张）',
    )
    expect(MODALITY.surface.brief([CLEAR, OPEN])).toEqual({ word: 'unsure', n: null })
  })

  test('leaves the grade of an eye open where one of its photographs does', () => {
    const both = sitting(['OD', DOTS], ['OD', UNTRUSTED])
    expect(referralsOf(both)).toEqual(['referable', 'referable'])
    expect(MODALITY.surface.brief([DOTS, UNTRUSTED])).toEqual({ word: 'stained', n: null })
    expect(draftPatientOpinion(both, 'zh-CN')).toMatch(
      /结论\n右眼：角膜轮廓不可信（形状过扁、染色跨越轮廓），未分级，可见染色，片状（≥1 mm）（按第2张）/,
    )
  })

  test('names a patch that is surely seen and a photograph of the same eye without staining', () => {
    const both = sitting(['OS', CLEAR], ['OS', UNTRUSTED])
    expect(eyesOf(both).map(({ contradicts }) => contradicts)).toEqual([false, true])
    expect(draftPatientOpinion(both, 'zh-CN')).toContain(
      '左眼照片相互矛盾（第2张检出片状染色，第1张未检出染色），分级待复核',
    )
  })

  test('says first of each eye what could not be read, and names the eye of every conclusion and advice', () => {
    const all = sitting(['OD', CLEAR], ['OD', refusedBy('blurred')], [null, refusedBy('blurred')])
    const text = draftPatientOpinion(all, 'zh-CN') ?? ''
    const [, conclusion = '', advice = ''] = /结论\n([^]*)\n建议\n([^]*)\n依据/.exec(text) ?? []
    expect(conclusion.split('\n')).toEqual([
      '右眼：有1张照片不可判读。',
      '眼别未定：无可判读照片。',
      '右眼：未检出角膜染色，但不能排除（按第1张）。',
    ])
    expect(advice.split('\n')[0]).toMatch(/^右眼：/)
    expect(advice).toContain('眼别未定：建议重新拍摄')
  })

  test('counts the photographs of each eye that could not be read', () => {
    const two = sitting(['OD', refusedBy('blurred')], ['OS', CLEAR])
    expect(draftPatientOpinion(two, 'en')).toContain('Right eye: gradable images 0 of 1')
  })
})

test('a single photograph has no draft of a sitting', () => {
  expect(draftPatientOpinion(sitting(['OD', PATCH]), 'en')).toBeNull()
})
