import {
  besideStage,
  DATASETS,
  facetsOf,
  gradedOf,
  sayIn,
  stageText,
  type Eye,
  type FundusFindings,
  type Facets,
} from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { correctedWith } from '../corrected.ts'
import { FUNDUS_CORRECTIONS } from './corrections.ts'
import { draftOpinion, draftPatientOpinion } from './opinion/index.ts'
import { eyesOf, outcomesOf, type Photograph } from './patient.ts'

/** An eye without retinopathy, in which other disease was looked for. */
const well: FundusFindings = {
  ...SAMPLE_FINDINGS,
  eye: 'OD',
  dr_grade: 0,
  dr_referable_probability: 0.02,
  dr: SAMPLE_FINDINGS.dr && {
    ...SAMPLE_FINDINGS.dr,
    rule: 'no_lesion',
    referable: false,
    macular_oedema: false,
  },
  glaucoma: { band: 'low', signs: [] },
}
const NONE = { suspected: false, kinds: [], scars: false }
const with_ = (found: Partial<NonNullable<FundusFindings['other_disease']>>): FundusFindings => ({
  ...well,
  other_disease: { ...NONE, ...found },
})
const ill = with_({ suspected: true })
const before: FundusFindings = { ...well, other_disease: undefined }

const sitting = (...eyes: [Eye, FundusFindings][]): Photograph[] =>
  eyes.map(([eye, findings], index) => ({ index, eye, findings: { ...findings, eye } }))
const reasonsOf = (...eyes: [Eye, FundusFindings][]) =>
  eyesOf(sitting(...eyes)).map(({ reasons, referral, treated }) => ({
    said: reasons.map(({ reason }) => reason),
    referral,
    treated,
  }))
const draft = (findings: FundusFindings, language: 'zh-CN' | 'en') =>
  draftOpinion(sitting(['OD', findings]), 0, language)

describe('an eye in which other disease is suspected', () => {
  test('is to be reviewed, and has no routine interval', () => {
    expect(reasonsOf(['OD', ill])[0]).toMatchObject({ said: ['other_disease'], referral: 'review' })
    const chinese = draft(ill, 'zh-CN')
    expect(chinese).toContain(
      '未见糖尿病视网膜病变征象（ICDR 0级），不能排除轻度，也不能排除其他眼病',
    )
    expect(chinese).toContain('疑似其他异常，须进一步检查')
    expect(chinese).toContain('右眼疑似其他异常：建议医生查看照片并散瞳检查')
    expect(chinese).not.toContain('个月')
    const english = draft(ill, 'en')
    expect(english).toContain('no sign of diabetic retinopathy (ICDR 0)')
    expect(english).toContain('suspected abnormality other than diabetic retinopathy')
    expect(english).not.toContain('months')
  })

  test('is named with the kinds of all its photographs, and says which photograph shows it', () => {
    const two = sitting(
      ['OD', well],
      ['OD', with_({ suspected: true, kinds: ['pathological_myopia'] })],
      ['OD', with_({ suspected: true, kinds: ['drusen_or_degeneration', 'macular_degeneration'] })],
    )
    expect(draftPatientOpinion(two, 'zh-CN')).toContain(
      '疑似其他异常（病理性近视、黄斑变性可能），须进一步检查',
    )
    expect(draftPatientOpinion(two, 'en')).toContain('other abnormality by image 2')
    expect(outcomesOf(two, two.slice(0, 1))[0]).toMatchObject({ other_index: 1 })
  })

  test('keeps the advice of a stage that is referred', () => {
    const staged: FundusFindings = {
      ...SAMPLE_FINDINGS,
      dr_grade: 3,
      other_disease: ill.other_disease,
    }
    expect(draft(staged, 'en')).toContain('Refer promptly to a retina clinic')
    expect(draft(staged, 'en')).toContain('other than diabetic retinopathy')
  })

  test('is believed well where a clinician says so, and ill where the machine saw nothing', () => {
    const stated = (findings: FundusFindings, value: boolean) =>
      correctedWith(FUNDUS_CORRECTIONS, findings, { other_disease: value })
    expect(reasonsOf(['OD', stated(ill, false)])[0]).toMatchObject({ said: [], referral: 'none' })
    expect(reasonsOf(['OD', stated(well, true)])[0]?.said).toEqual(['other_disease'])
    expect(reasonsOf(['OD', stated(before, true)])[0]?.said).toEqual(['other_disease'])
    expect(FUNDUS_CORRECTIONS.machine(ill)['other_disease']).toBe(true)
  })

  test('is found in a gallery, and stands beside the stage', () => {
    const said = { referral: null, eyeTreated: false }
    const facets = DATASETS.find(({ key }) => key === 'fundus')?.facets as Facets
    expect(facetsOf(facets, ill, said)).toEqual(expect.arrayContaining(['other_disease', 'review']))
    expect(besideStage(gradedOf(ill), sayIn('en'))).toEqual([
      'Suspected abnormality other than diabetic retinopathy',
    ])
  })
})

describe('an earlier analysis', () => {
  test('says nothing of other disease, and that nobody looked for it', () => {
    expect(reasonsOf(['OD', before])[0]).toMatchObject({ said: [], referral: 'none' })
    expect(draft(before, 'zh-CN')).toContain('未查其他眼病')
    expect(draft(before, 'zh-CN')).toContain('12个月后复查')
    expect(draft(before, 'en')).toContain('other fundus diseases')
    expect(stageText(0, gradedOf(before), sayIn('en'))).toContain('were not assessed')
    expect(stageText(0, gradedOf(well), sayIn('en'))).not.toContain('were not assessed')
  })
})

describe('an eye with suspected laser scars', () => {
  const scarred = with_({ scars: true })

  test('is told treated, never well, and has no routine interval', () => {
    expect(reasonsOf(['OD', scarred])[0]).toMatchObject({
      said: ['treated'],
      referral: 'review',
      treated: 'scars',
    })
    const chinese = draft(scarred, 'zh-CN')
    expect(chinese).toContain('右眼：疑似激光斑（治疗后），不能判断病变活动性')
    expect(chinese).toContain('不能判定为无糖网病变')
    expect(chinese).not.toMatch(/ICDR 0级|12个月/)
    expect(besideStage(gradedOf(scarred), sayIn('en'))).toEqual([
      'Suspected laser scars (treated), activity cannot be judged from scars',
    ])
  })

  test('keeps its severity, and is what a clinician says it is', () => {
    const severe: FundusFindings = { ...scarred, dr_grade: 3 }
    expect(draft(severe, 'en')).toContain('suspected severe NPDR (ICDR 3)')
    const as = (treated: string) => correctedWith(FUNDUS_CORRECTIONS, scarred, { treated })
    expect(reasonsOf(['OD', as('prp')])[0]?.treated).toBe('prp')
    expect(reasonsOf(['OD', as('none')])[0]).toMatchObject({ said: [], treated: undefined })
    // What is said of one photograph holds for its eye.
    expect(reasonsOf(['OD', as('none')], ['OD', scarred])[0]?.treated).toBeUndefined()
    expect(reasonsOf(['OD', as('none')], ['OS', scarred])[1]?.treated).toBe('scars')
  })
})
