import {
  isOfField,
  isSuspectedWhole,
  lackOfStage,
  opinionSections,
  type Eye,
  type FundusFindings,
  type Reason,
} from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { madeFindings, SHOWN } from '../testing/made-findings.ts'
import { draftOpinion, draftPatientOpinion } from './opinion/index.ts'
import { eyesOf, outcomesOf, type Photograph } from './patient.ts'
import type { Statement } from '../corrected.ts'

const sitting = (...all: [eye: Eye | null, findings: FundusFindings | null][]): Photograph[] =>
  all.map(([eye, findings], index) => ({ index, eye, findings }))

const stageOf = (photographs: Photograph[], eye: Eye | null = 'OD') =>
  eyesOf(photographs).find((outcome) => outcome.eye === eye)

const conclusion = (text: string | null) =>
  opinionSections(text ?? '').find(({ part }) => part === 'conclusion')?.lines ?? []
const advice = (text: string | null) =>
  opinionSections(text ?? '').find(({ part }) => part === 'advice')?.lines ?? []

test('an eye is treated as a clinician stated, also of a photograph that cannot be judged', () => {
  const stated: Statement[] = [{ name: 'treated', value: 'prp', machine: null, reason: '' }]
  const blind = { ...madeFindings({ grade: 0, gradable: false }), treated: 'prp' as const }
  const well = madeFindings({ grade: 0 })
  const both = sitting(['OD', well], ['OD', blind]).map((photograph, at) =>
    at === 1 ? { ...photograph, stated } : photograph,
  )
  expect(stageOf(both)).toMatchObject({ treated: 'prp', referral: 'review' })
  expect(conclusion(draftPatientOpinion(both, 'en')).join()).not.toContain('no sign')
  const alone = both.slice(1)
  expect(outcomesOf(alone, alone)[0]).toMatchObject({ treated: 'prp', stated: ['treated'] })
})

test('a well photograph of an unknown eye says nothing of another one, which may be of the other eye', () => {
  const well = madeFindings({ grade: 0 })
  const bare = madeFindings({
    grade: null,
    lack: 'disc_not_shown',
    chance: 0.02,
    oedema: null,
    band: null,
  })
  const text = draftPatientOpinion(sitting([null, well], [null, bare]), 'zh-CN')
  expect(text).toContain('未能分级，不能排除糖尿病视网膜病变（第2张')
  expect(conclusion(text)[0]).toMatch(/黄斑水肿（.*青光眼可疑度（/)
  expect(text).not.toMatch(/ICDR 0级|未见明确黄斑水肿征象|青光眼可疑度低|个月/)
})

test('a photograph of an unknown eye says nothing of a known one, in the conclusion and in the advice', () => {
  const unknown = sitting(['OD', madeFindings({ grade: 0 })], [null, madeFindings({ grade: 0 })])
  const text = draftPatientOpinion(unknown, 'en')
  expect(conclusion(text).join()).toContain('left eye (no image known to be of it)')
  expect(advice(text).join()).toContain('of the right eye')
})

test('what is stated of an eye is stated as it is told, whichever of its photographs was looked at', () => {
  const [worse, other] = [madeFindings({ grade: 2 }), madeFindings({ grade: 2 })]
  const name = (value: number): Statement[] => [{ name: 'stage', value, machine: 0, reason: '' }]
  const of = (value: number) =>
    sitting(['OD', worse], ['OD', other]).map((photograph, at) =>
      at === 1 ? { ...photograph, stated: name(value) } : photograph,
    )
  expect(outcomesOf(of(2), of(2).slice(0, 1))[0]?.stated).toEqual(['stage'])
  expect(outcomesOf(of(0), of(0).slice(0, 1))[0]?.stated).toEqual([])
})

describe('an eye is what its worst photograph cannot exclude', () => {
  const none = madeFindings({ grade: 0 })
  test.each<[string, FundusFindings]>([
    ['counted lesions without a stage', madeFindings({ grade: null, lesions: 'more' })],
    ['a microaneurysm without a stage', madeFindings({ grade: null, lesions: 'microaneurysms' })],
    ['evidence that conflicts', madeFindings({ grade: null, lack: 'evidence_conflicts' })],
    ['a chance too high to be told none', madeFindings({ grade: null, chance: 0.4 })],
    [
      'a small picture whose chance is high',
      { ...madeFindings({ grade: null, lack: 'too_small', chance: 0.7 }), dr: null, lesions: null },
    ],
  ])('no stage 0 beside %s', (_, doubtful) => {
    const photographs = sitting(['OD', none], ['OD', doubtful], ['OS', none])
    expect(stageOf(photographs)).toMatchObject({
      stage: null,
      referral: isSuspectedWhole(doubtful) ? 'referable' : 'review',
    })
    for (const text of [0, 1, 2].map((at) => draftOpinion(photographs, at, 'zh-CN'))) {
      const own = conclusion(text).find((line) => line.startsWith('右眼：'))
      expect(own).toMatch(/^右眼：未能分级，不能排除糖尿病视网膜病变（第2张：/)
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
      const shows = { ...SHOWN, macula: lack !== 'macula_not_shown' }
      const poor = madeFindings({ grade: null, lack, chance, shows })
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
      madeFindings({ grade: null, lack, chance: 0.02, shows })
    const nasal = part({ ...SHOWN, macula: false }, 'macula_not_shown')
    const macular = part({ ...SHOWN, disc: false }, 'disc_not_shown')
    const both = sitting(['OD', nasal], ['OD', macular])
    expect(stageOf(both)?.stage).toBe(0)
    expect(draftPatientOpinion(both, 'zh-CN')).toContain('第1张、第2张的视野合并判断')
    expect(stageOf(sitting(['OD', nasal], ['OS', macular]))?.stage).toBeNull()
    const small = part({ ...SHOWN, disc: false, microaneurysms: false }, 'too_few_pixels')
    expect(stageOf(sitting(['OD', nasal], ['OD', small]))?.stage).toBeNull()
    const bleeding = { ...macular, dr: madeFindings({ grade: 2 }).dr }
    expect(stageOf(sitting(['OD', nasal], ['OD', bleeding]))?.stage).toBeNull()
  })

  test('a macula whose fovea was not found completes no field', () => {
    const part = (shows: FundusFindings['shows'], lack: Reason) =>
      madeFindings({ grade: null, lack, chance: 0.02, shows })
    const nasal = part({ ...SHOWN, macula: false }, 'macula_not_shown')
    const macular = { ...part({ ...SHOWN, disc: false }, 'disc_not_shown'), fovea_centre: null }
    expect(stageOf(sitting(['OD', nasal], ['OD', macular]))?.stage).toBeNull()
    const unknown = part(SHOWN, 'field_unknown')
    expect(stageOf(sitting(['OD', unknown]))).toMatchObject({
      stage: null,
      reasons: [{ reason: 'field', referral: 'review' }],
    })
  })

  test('oedema in doubt on one photograph is not excluded by another one', () => {
    const doubtful = madeFindings({ grade: 0, oedema: null, oedemaLack: 'weak_evidence' })
    const photographs = sitting(['OD', madeFindings({ grade: 0 })], ['OD', doubtful])
    expect(stageOf(photographs)?.reasons).toEqual([{ reason: 'oedema', referral: 'review' }])
    expect(conclusion(draftOpinion(photographs, 0, 'zh-CN'))[0]).toContain('右眼黄斑水肿')
  })

  test('a stage beside a photograph that may be worse is told as the least', () => {
    const more = madeFindings({ grade: null, lesions: 'more' })
    const text = draftPatientOpinion(
      sitting(['OD', madeFindings({ grade: 1 })], ['OD', more]),
      'zh-CN',
    )
    expect(text).toContain('右眼：未能分级，至少ICDR 1级，不能排除更重（第2张：')
  })

  test('what a clinician states of the consequence takes the place of what the photograph asks', () => {
    const stated: Statement[] = [
      { name: 'referral', value: 'none', machine: 'referable', reason: '已随访' },
    ]
    const photograph = {
      index: 0,
      eye: 'OD' as const,
      findings: madeFindings({ grade: 2 }),
      stated,
    }
    expect(eyesOf([photograph])[0]).toMatchObject({ stage: 2, referral: 'none', reasons: [] })
    const text = draftOpinion([photograph], 0, 'zh-CN')
    expect(advice(text)).toEqual(['医生判定无需转诊。'])
    expect(conclusion(text).join('')).not.toMatch(/疑似需转诊|个月/)
  })
})
