import {
  isOfField,
  lackOfStage,
  NOT_ASSESSED,
  opinionSections,
  REFERRALS,
  worstFirst,
  type Eye,
  type FundusFindings,
  type GlaucomaFinding,
  type Language,
  type Reason,
} from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS as sample } from '@mingmou/contract/testing'
import { randomFrom } from '../random.ts'
import { STAGE_OF } from './grade.ts'
import { draftOpinion, draftPatientOpinion } from './opinion/index.ts'
import { eyesOf, ofPatient, outcomesOf, type Photograph } from './patient.ts'
import { FUNDUS_CORRECTIONS } from './corrections.ts'
import { correctedWith, valuesOf, type Statement } from '../corrected.ts'

type Grade = FundusFindings['dr_grade']

/** One lesion of each kind that the rule needs, none of the others. */
function lesionsOf(some: boolean, red: boolean): FundusFindings['lesions'] {
  const { lesions } = sample
  if (!lesions) return null
  const none = { count: 0, uncounted: 0, area: 0, percent: 0, quadrants: null, spots: [] }
  const empty = { ...none, fovea_distance_dd: null }
  return {
    microaneurysms: some ? lesions.microaneurysms : empty,
    haemorrhages: red ? lesions.haemorrhages : empty,
    hard_exudates: empty,
    soft_exudates: empty,
  }
}

interface Traits {
  grade: Grade
  lack?: Reason
  chance?: number | null
  oedema?: boolean | null
  oedemaLack?: Reason
  band?: GlaucomaFinding['band'] | null
  vcdr?: number
  gradable?: boolean
  shows?: FundusFindings['shows']
  /** Lesions count although there is no stage. */
  lesions?: 'none' | 'microaneurysms' | 'more'
}

const ALL = { disc: true, macula: true, microaneurysms: true }

const RULES = {
  none: 'no_lesion',
  microaneurysms: 'microaneurysms_only',
  more: 'more_than_microaneurysms',
} as const

/** Findings as the analysis makes them: a lesion for every stage, a reason for every null. */
function photograph({
  grade,
  lack = 'weak_evidence',
  chance = grade === null ? 0.3 : grade >= 2 ? 0.9 : 0.02,
  oedema = false,
  oedemaLack = 'no_fovea',
  band = 'low',
  vcdr = 0.5,
  gradable = true,
  shows = ALL,
  lesions = grade === null || grade === 0 ? 'none' : grade === 1 ? 'microaneurysms' : 'more',
}: Traits): FundusFindings {
  const rule = RULES[lesions]
  const { not_measured: before, ...common } = sample
  const missing: Record<string, Reason> = {
    ...(grade === null && { dr_grade: lack }),
    ...(chance === null && { dr_referable_probability: lack }),
    ...(oedema === null && { 'dr.macular_oedema': oedemaLack }),
    ...(band === null && { glaucoma: 'cup_unsupported', vcdr: 'cup_unsupported' }),
  }
  const none = { dr_grade: null, dr_referable_probability: null, dr: null, glaucoma: null }
  const found: FundusFindings = {
    ...common,
    dr_grade: grade,
    dr_referable_probability: chance,
    shows,
    vcdr: band === null ? null : vcdr,
    lesions: lesionsOf(lesions !== 'none', lesions === 'more'),
    dr: {
      rule,
      referable: STAGE_OF[rule] >= 2 || oedema === true,
      agreed: grade !== null,
      macular_oedema: oedema,
      not_assessed: [...NOT_ASSESSED],
      stages: null,
    },
    glaucoma: band === null ? null : { band, signs: [] },
    not_measured: { ...before, ...missing },
    quality: { ...common.quality, gradable },
    gradable,
  }
  return gradable ? found : { ...found, ...none, vcdr: null, lesions: null }
}

const sitting = (...all: [eye: Eye | null, findings: FundusFindings | null][]): Photograph[] =>
  all.map(([eye, findings], index) => ({ index, eye, findings }))

const stageOf = (photographs: Photograph[], eye: Eye | null = 'OD') =>
  eyesOf(photographs).find((outcome) => outcome.eye === eye)

const conclusion = (text: string | null) =>
  opinionSections(text ?? '').find(({ part }) => part === 'conclusion')?.lines ?? []
const advice = (text: string | null) =>
  opinionSections(text ?? '').find(({ part }) => part === 'advice')?.lines ?? []

describe('an eye is what its worst photograph cannot exclude', () => {
  const none = photograph({ grade: 0 })
  test.each<[string, FundusFindings]>([
    ['counted lesions without a stage', photograph({ grade: null, lesions: 'more' })],
    ['a microaneurysm without a stage', photograph({ grade: null, lesions: 'microaneurysms' })],
    ['evidence that conflicts', photograph({ grade: null, lack: 'evidence_conflicts' })],
    ['a chance too high to be told none', photograph({ grade: null, chance: 0.4 })],
    [
      'a small picture whose chance is high',
      { ...photograph({ grade: null, lack: 'too_small', chance: 0.7 }), dr: null, lesions: null },
    ],
  ])('no stage 0 beside %s', (_, doubtful) => {
    const photographs = sitting(['OD', none], ['OD', doubtful], ['OS', none])
    expect(stageOf(photographs)).toMatchObject({ stage: null, referral: 'review' })
    for (const text of [0, 1, 2].map((at) => draftOpinion(photographs, at, 'zh-CN'))) {
      expect(conclusion(text)[0]).toMatch(/^右眼：未能分级，不能排除糖尿病视网膜病变（第2张：/)
      expect(text).not.toMatch(/个月/)
    }
    expect(outcomesOf(photographs, photographs.slice(0, 1))).toMatchObject([
      { stage: null, open_index: 1 },
    ])
  })

  test.each<Reason>([
    'blurred',
    'macula_not_shown',
    'field_unknown',
    'too_few_pixels',
    'field_cut',
  ])(
    'a photograph that only lacks sharpness or field (%s) takes no stage from another one',
    (lack) => {
      const chance = lack === 'blurred' || lack === 'field_cut' ? null : 0.02
      const shows = { ...ALL, macula: lack !== 'macula_not_shown' }
      const poor = photograph({ grade: null, lack, chance, shows })
      expect(stageOf(sitting(['OD', none], ['OD', poor]))?.stage).toBe(0)
      const alone = sitting(['OD', poor])
      expect(stageOf(alone)).toMatchObject({
        stage: null,
        reasons: [{ reason: isOfField(lackOfStage(poor)) ? 'field' : 'stage', referral: 'review' }],
      })
      expect(draftOpinion(alone, 0, 'zh-CN')).toContain('不能排除糖尿病视网膜病变')
    },
  )

  test('fields of two photographs add up, and both are named', () => {
    const part = (shows: FundusFindings['shows'], lack: Reason) =>
      photograph({ grade: null, lack, chance: 0.02, shows })
    const nasal = part({ ...ALL, macula: false }, 'macula_not_shown')
    const macular = part({ ...ALL, disc: false }, 'disc_not_shown')
    const both = sitting(['OD', nasal], ['OD', macular])
    expect(stageOf(both)?.stage).toBe(0)
    expect(draftPatientOpinion(both, 'zh-CN')).toContain('第1张、第2张的视野合并判断')
    expect(stageOf(sitting(['OD', nasal], ['OS', macular]))?.stage).toBeNull()
    const small = part({ ...ALL, disc: false, microaneurysms: false }, 'too_few_pixels')
    expect(stageOf(sitting(['OD', nasal], ['OD', small]))?.stage).toBeNull()
    const bleeding = { ...macular, dr: photograph({ grade: 2 }).dr }
    expect(stageOf(sitting(['OD', nasal], ['OD', bleeding]))?.stage).toBeNull()
  })

  test('a macula whose fovea was not found completes no field', () => {
    const part = (shows: FundusFindings['shows'], lack: Reason) =>
      photograph({ grade: null, lack, chance: 0.02, shows })
    const nasal = part({ ...ALL, macula: false }, 'macula_not_shown')
    const macular = { ...part({ ...ALL, disc: false }, 'disc_not_shown'), fovea_centre: null }
    expect(stageOf(sitting(['OD', nasal], ['OD', macular]))?.stage).toBeNull()
    const unknown = part(ALL, 'field_unknown')
    expect(stageOf(sitting(['OD', unknown]))).toMatchObject({
      stage: null,
      reasons: [{ reason: 'field', referral: 'review' }],
    })
  })

  test('oedema in doubt on one photograph is not excluded by another one', () => {
    const doubtful = photograph({ grade: 0, oedema: null, oedemaLack: 'weak_evidence' })
    const photographs = sitting(['OD', photograph({ grade: 0 })], ['OD', doubtful])
    expect(stageOf(photographs)?.reasons).toEqual([{ reason: 'oedema', referral: 'review' }])
    expect(conclusion(draftOpinion(photographs, 0, 'zh-CN'))[0]).toContain('右眼黄斑水肿')
  })

  test('a stage beside a photograph that may be worse is told as the least', () => {
    const more = photograph({ grade: null, lesions: 'more' })
    const text = draftPatientOpinion(
      sitting(['OD', photograph({ grade: 1 })], ['OD', more]),
      'zh-CN',
    )
    expect(text).toContain('右眼：未能分级，至少ICDR 1级，不能排除更重（第2张：')
  })

  test('what a clinician states of the consequence takes the place of what the photograph asks', () => {
    const stated: Statement[] = [
      { name: 'referral', value: 'none', machine: 'referable', reason: '已随访' },
    ]
    const one = { index: 0, eye: 'OD' as const, findings: photograph({ grade: 2 }), stated }
    expect(eyesOf([one])[0]).toMatchObject({ stage: 2, referral: 'none', reasons: [] })
    const text = draftOpinion([one], 0, 'zh-CN')
    expect(advice(text)).toEqual(['医生判定无需转诊。'])
    expect(conclusion(text).join('')).not.toMatch(/疑似需转诊|个月/)
  })
})

/** 500 patients with up to five photographs, as bad luck has them. */
function patients(): Photograph[][] {
  const random = randomFrom(20_261_125)
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new Error('an empty list')
    return found
  }
  const lacks = [
    ...(['weak_evidence', 'evidence_conflicts', 'blurred', 'field_cut'] as const),
    ...(['macula_not_shown', 'disc_not_shown', 'too_few_pixels', 'too_small'] as const),
  ]
  const one = (index: number): Photograph => {
    const grade = pick([0, 0, 0, 1, 2, 3, null, null, null] as const)
    const lack = pick(lacks)
    const evidence = lack === 'weak_evidence' || lack === 'evidence_conflicts'
    const bare = lack === 'field_cut' || lack === 'too_small'
    const found = photograph({
      grade,
      lack,
      vcdr: pick([0.3, 0.5, 0.7, 0.85]),
      gradable: random() > 0.15,
      band: pick(['low', 'low', 'watch', 'suspect', 'high', null] as const),
      oedema: pick([true, false, false, null] as const),
      oedemaLack: pick(['no_fovea', 'weak_evidence', 'blurred'] as const),
      shows: pick([ALL, { ...ALL, disc: false }, { ...ALL, macula: false }]),
      ...(grade === null && {
        lesions: evidence ? pick(['none', 'microaneurysms', 'more'] as const) : 'none',
        chance: lack === 'blurred' || lack === 'field_cut' ? null : evidence ? 0.3 : 0.02,
      }),
    })
    const findings =
      grade === null && bare && found.gradable ? { ...found, dr: null, lesions: null } : found
    const stated: Statement[] =
      findings.gradable && random() < 0.1
        ? [{ name: 'stage', value: pick([0, 1, 2, 3, 4]), machine: findings.dr_grade, reason: '' }]
        : []
    return {
      index,
      eye: pick(['OD', 'OD', 'OS', 'OS', null] as const),
      stated,
      findings:
        random() < 0.03 ? null : correctedWith(FUNDUS_CORRECTIONS, findings, valuesOf(stated)),
    }
  }
  return Array.from({ length: 500 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, (_, index) => one(index)),
  )
}

/** The least stage that a photograph bears, told or not. */
function borne({ findings }: Photograph): number {
  if (!findings?.gradable) return 0
  const { dr, dr_grade } = findings
  if (dr_grade !== null) return dr_grade
  return dr === null || dr.rule === 'clinician' ? 0 : STAGE_OF[dr.rule]
}

const NAMES = {
  'zh-CN': { OD: /^(右眼|双眼)/, OS: /^(左眼|双眼)/, all: /^(右眼|左眼|双眼|眼别未定|未能判断)/ },
  en: {
    OD: /^(Right eye|Both eyes)/,
    OS: /^(Left eye|Both eyes)/,
    all: /^(Right eye|Left eye|Both eyes|Eye of image|Not judged)/,
  },
} as const

describe('of 500 random patients', () => {
  const all = patients()
  const judged = (photographs: readonly Photograph[], eye: Eye | null) =>
    photographs.filter((photograph) => photograph.eye === eye && photograph.findings?.gradable)

  test('no eye is told less than its worst photograph bears', () => {
    let held = 0
    for (const photographs of all)
      for (const { eye, stage, gradable, referral } of eyesOf(photographs)) {
        if (stage === null) {
          if (gradable > 0 && eye !== null) expect(referral).not.toBe('none')
          continue
        }
        const worst = Math.max(...judged(photographs, eye).map(borne))
        expect(stage).toBeGreaterThanOrEqual(worst)
        if (stage >= 2) held++
      }
    expect(held).toBeGreaterThan(50)
  })

  test('no interval stands where an eye is to be looked at', () => {
    let routine = 0
    for (const photographs of all) {
      const eyes = eyesOf(photographs)
      const asked = eyes.some(({ referral, gradable }) => gradable > 0 && referral !== 'none')
      const text = draftOpinion(photographs, photographs[0]?.index ?? 0, 'zh-CN')
      const interval = advice(text).some((line) => line.includes('复查糖尿病视网膜病变'))
      const alone = eyes.every(({ reasons }) =>
        reasons.every(({ reason }) => reason === 'glaucoma' || reason === 'ungradable'),
      )
      if (interval) {
        expect(alone, text).toBe(true)
        routine++
      } else if (!asked && eyes.some(({ gradable }) => gradable > 0) && text !== '')
        expect(advice(text).join(''), text).toMatch(/个月|医生判定|建议/)
    }
    expect(routine).toBeGreaterThan(10)
  })

  test.each<Language>(['zh-CN', 'en'])(
    'every draft of a sitting says the same of the patient (%s)',
    (language) => {
      for (const photographs of all) {
        const whole = draftPatientOpinion(photographs, language)
        const texts = photographs.flatMap(({ index }) => {
          const text = draftOpinion(photographs, index, language)
          return text === '' ? [] : [text]
        })
        const some = photographs.some(({ findings }) => findings?.gradable)
        for (const text of some ? texts : []) {
          expect(conclusion(text)).toEqual(conclusion(whole ?? text))
          expect(advice(text)).toEqual(advice(whole ?? text))
          for (const line of conclusion(text)) expect(line).toMatch(NAMES[language].all)
          expect(text).not.toMatch(/undefined|null|NaN|\{\{|opinion\.|dr\.|unjudged\./)
        }
      }
    },
  )

  test('what was not judged stands in the conclusion, with its eye', () => {
    let open = 0
    for (const photographs of all) {
      const text =
        draftPatientOpinion(photographs, 'zh-CN') ?? draftOpinion(photographs, 0, 'zh-CN')
      const lines = conclusion(text)
      const patient = ofPatient(photographs)
      if (!patient.eyes.some(({ gradable }) => gradable > 0)) continue
      for (const eye of patient.eyes) {
        if (eye.eye === null) continue
        const name = NAMES['zh-CN'][eye.eye].source.slice(1)
        const said = (what: string) => lines.some((line) => new RegExp(`${name}${what}`).test(line))
        if (eye.gradable === 0 && eye.photographs > 0) expect(said('（照片均不可判读')).toBe(true)
        if (eye.oedemaOpen !== null) expect(said('黄斑水肿（'), text).toBe(true)
        if (eye.glaucomaOpen !== null) expect(said('青光眼可疑度（'), text).toBe(true)
        if (eye.gradable > 0 && eye.stage === null && !eye.contradiction) {
          expect(said('：未能分级'), text).toBe(true)
          open++
        }
      }
    }
    expect(open).toBeGreaterThan(50)
  })

  test('the photograph that a report shows first is the one that the eye rests on', () => {
    for (const photographs of all)
      for (const side of ['OD', 'OS'] as const) {
        const some = judged(photographs, side)
        const [first] = worstFirst('fundus', some, ({ findings }) => findings)
        const eye = ofPatient(photographs).eyes.find((outcome) => outcome.eye === side)
        if (!first || !eye || eye.together.length > 0) continue
        expect(eye.stage?.index ?? eye.openBy).toBe(first.index)
      }
  })

  test('list and report say the same of an eye, and the referral is the worst of its reasons', () => {
    for (const photographs of all)
      for (const eye of eyesOf(photographs)) {
        if (eye.eye === null || eye.photographs === 0) continue
        const shown = photographs.filter((photograph) => photograph.eye === eye.eye).slice(0, 1)
        const [outcome] = outcomesOf(photographs, shown)
        expect(outcome).toMatchObject({
          stage: eye.stage,
          referral: eye.referral,
          reasons: eye.reasons,
        })
        if (eye.gradable === 0) continue
        const worst = Math.max(0, ...eye.reasons.map(({ referral }) => REFERRALS.indexOf(referral)))
        expect(eye.referral).toBe(REFERRALS[worst])
      }
  })
})
