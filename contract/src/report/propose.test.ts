import { describe, expect, test } from 'vitest'
import { reportSay } from './words.ts'
import { LANGUAGES } from '../wire/constants.ts'
import { dayAfter } from '../wire/days.ts'
import {
  dueOn,
  STEP_KINDS,
  stepLines,
  stepText,
  type StepRule,
  type StepRules,
} from './next-step.ts'
import { proposeStep, type ProposedEye } from './propose.ts'

const recall = (months: number): StepRule => ({ kind: 'routine', months, urgency: null })
const refer = (urgency: StepRule['urgency']): StepRule => ({ kind: 'refer', months: null, urgency })
const RULES: Pick<StepRules, 'rules'> = {
  rules: {
    stage_0: recall(12),
    stage_1: recall(6),
    stage_2: refer('routine'),
    stage_3: refer('soon'),
    stage_4: refer('urgent'),
    oedema: refer('soon'),
    glaucoma: refer('routine'),
    other: refer('soon'),
    unjudged: { kind: 'repeat', months: 1, urgency: null },
    missing: { kind: 'repeat', months: 1, urgency: null },
  },
}
/** An eye that nothing but its stage is found of; a clinician stated nothing. */
const eye = (stage: number | null, traits: Partial<ProposedEye> = {}): ProposedEye => ({
  eye: 'OD',
  stage,
  referral: stage === null ? null : stage < 2 ? 'none' : 'referable',
  reasons: [],
  oedema: false,
  treated: null,
  glaucoma: null,
  stated: [],
  ...traits,
})
const referred = { referral: 'referable' } as const
const healthy = (of: 'OD' | 'OS') => eye(0, { eye: of })
/** Of the right eye beside a healthy left one. */
const proposed = (one: ProposedEye, other = healthy('OS')) => proposeStep([one, other], RULES)

describe('the proposed next step', () => {
  test('is that of the graver eye, with the findings that ask for it', () => {
    expect(proposed(eye(0), eye(3, { eye: 'OS' }))).toEqual({
      step: refer('soon'),
      grounds: [{ eye: 'OS', ground: 'stage_3' }],
    })
    expect(proposed(eye(0), eye(1, { eye: 'OS' }))?.step).toEqual(recall(6))
    expect(proposed(eye(1, { oedema: true, ...referred }))?.step).toEqual(refer('soon'))
    expect(proposed(eye(0, { glaucoma: 'high', ...referred }))?.step).toEqual(refer('routine'))
  })

  test('names every finding that asks for as much', () => {
    expect(proposed(eye(3, { oedema: true }))?.grounds.map(({ ground }) => ground)).toEqual([
      ...['stage_3', 'oedema'],
    ])
  })

  test('of an eye that was not judged is another photograph, unless the other eye asks for more', () => {
    expect(proposed(eye(null))?.step.kind).toBe('repeat')
    expect(proposed(eye(2), eye(null, { eye: 'OS' }))?.step.kind).toBe('refer')
    // Judged, and without a stage: the eye may be worse than a healthy one.
    expect(proposed(eye(null, { referral: 'none' }))?.step.kind).toBe('repeat')
  })

  test('of an eye that is referred without a stage is a referral, or none', () => {
    const reasons: ProposedEye['reasons'] = [{ reason: 'stage', referral: 'referable' }]
    expect(proposed(eye(null, { reasons, ...referred }))).toBeNull()
    expect(proposed(eye(null, { reasons, ...referred }), eye(3, { eye: 'OS' }))?.step).toEqual(
      refer('soon'),
    )
  })

  test('of an eye with a stage, in which something was not judged, is no routine recall', () => {
    for (const reason of ['oedema', 'field', 'other', 'contradiction'] as const) {
      const reasons = [{ reason, referral: 'review' as const }]
      const step = proposed(eye(0, { reasons, referral: 'review', oedema: null }))
      expect(step).toEqual({
        step: RULES.rules.unjudged,
        grounds: [{ eye: 'OD', ground: 'unjudged' }],
      })
    }
  })

  test('is none where a clinician stated that what an eye shows is not referred', () => {
    const found = { referral: 'none', oedema: true, glaucoma: 'high' } as const
    const stated: Partial<ProposedEye> = { ...found, stated: ['referral'] }
    expect(proposed(eye(3, stated))).toBeNull()
    expect(proposed(eye(3, stated), eye(4, { eye: 'OS' }))).toEqual({
      step: refer('urgent'),
      grounds: [{ eye: 'OS', ground: 'stage_4' }],
    })
  })

  test('is a referral where the institution refers what the machine asks nothing for', () => {
    const rules = { rules: { ...RULES.rules, stage_1: refer('routine') } }
    const both = (traits: Partial<ProposedEye> = {}) =>
      proposeStep([eye(1, traits), healthy('OS')], rules)?.step
    expect(both()).toEqual(refer('routine'))
    // A clinician who stated another thing of the eye has not stated that.
    expect(both({ stated: ['stage', 'oedema'] })).toEqual(refer('routine'))
    expect(both({ stated: ['referral'] })).toBeUndefined()
  })

  test('of a sitting without a photograph of the other eye is another photograph, and says so', () => {
    expect(proposeStep([healthy('OD')], RULES)).toEqual({
      step: RULES.rules.missing,
      grounds: [{ eye: 'OS', ground: 'missing' }],
    })
    expect(proposeStep([eye(4)], RULES)?.step.kind).toBe('refer')
  })

  test('of a photograph whose eye nobody knows stands for neither eye', () => {
    const unknown = eye(0, { eye: null })
    const grounds = (of: ProposedEye[]) => proposeStep(of, RULES)?.grounds
    const open = (side: 'OD' | 'OS') => ({ eye: side, ground: 'unjudged' })
    expect(grounds([unknown])).toEqual([open('OD'), open('OS')])
    expect(grounds([unknown, unknown, healthy('OD')])).toEqual([open('OS')])
    expect(proposeStep([unknown], RULES)?.step).toEqual(RULES.rules.unjudged)
    expect(proposeStep([unknown, healthy('OD'), healthy('OS')], RULES)?.step).toEqual(recall(12))
  })

  test('is never that of the stage of a treated eye, and of no eye none', () => {
    for (const treated of ['scars', 'prp', 'injection'] as const)
      for (const stage of [0, 1, 2, 3, 4]) expect(proposed(eye(stage, { treated }))).toBeNull()
    // What else is found of it, or of the other eye, stands where it asks for no less.
    const scars = { treated: 'scars' } as const
    expect(proposed(eye(3, { ...scars, oedema: true }))).toEqual({
      step: refer('soon'),
      grounds: [{ eye: 'OD', ground: 'oedema' }],
    })
    expect(proposed(eye(2, scars), eye(4, { eye: 'OS' }))).toEqual({
      step: refer('urgent'),
      grounds: [{ eye: 'OS', ground: 'stage_4' }],
    })
    expect(proposed(eye(4, scars), eye(2, { eye: 'OS' }))).toBeNull()
    expect(proposeStep([], RULES)).toBeNull()
  })

  test('of an eye in which other disease is suspected is none that is routine, whatever its stage', () => {
    const reasons: ProposedEye['reasons'] = [{ reason: 'other_disease', referral: 'review' }]
    for (const stage of [0, 1]) expect(proposed(eye(stage, { reasons }))).toBeNull()
    expect(proposed(eye(0, { reasons }), eye(3, { eye: 'OS' }))?.step).toEqual(refer('soon'))
  })
})

test('a recall counts from the photographs and ends with a shorter month, a referral from the signature', () => {
  expect(dayAfter('2025-01-31', { months: 1 })).toBe('2025-02-28')
  expect(dayAfter('2024-12-31', { days: 1 })).toBe('2025-01-01')
  const days = { sat_on: '2024-11-30', signed_on: '2025-01-01' }
  const targets = { urgent: 4, soon: 12, routine: 26 }
  expect(dueOn(recall(12), days, targets)).toBe('2025-11-30')
  expect(dueOn(refer('urgent'), days, targets)).toBe('2025-01-29')
  expect(dueOn({ kind: 'discharge', months: null, urgency: null }, days, targets)).toBeNull()
})

test.each(LANGUAGES)('every step is told in words, in %s', (language) => {
  const say = reportSay(language)
  const rules = [
    ...Object.values(RULES.rules),
    ...STEP_KINDS.map((kind) => ({ ...refer('soon'), kind })),
  ]
  for (const rule of rules) expect(stepText(rule, say)).not.toMatch(/next_step|\{\{|undefined/)
  const step = { ...refer('urgent'), to: 'A', note: 'B', due_on: '2025-01-29' }
  const lines = stepLines({ ...step, proposed: { step: recall(12), grounds: [] } }, say)
  // The step and where, until when, the note, and what the rules said.
  expect(lines).toHaveLength(4)
  expect(stepText(recall(1), say)).not.toMatch(/months/)
})
