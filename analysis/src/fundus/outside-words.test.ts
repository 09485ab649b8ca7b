import {
  LANGUAGES,
  letterDocument,
  opinionSections,
  proposeStep,
  type LetterTo,
  type ReportedEye,
  type SignedStep,
  type Told,
} from '@mingmou/contract'
import { expect, test } from 'vitest'
import { STEP_TABLES } from '../next-steps.ts'
import { randomPatients, shownOf } from '../testing/random-patients.ts'
import { draftOpinion } from './opinion/index.ts'
import { outcomesOf, type Photograph } from './patient.ts'

const RULES = { rules: STEP_TABLES.ico_2017.rules }
const STEP: SignedStep = {
  ...{ kind: 'routine', months: 12, urgency: null, to: '', note: '', due_on: '2027-01-01' },
  proposed: null,
}
const STANDING: Told['standing'] = {
  state: 'signed',
  ...{ sha256: '0', altered: false, outdated: false, kept_until: null },
  ...{ superseded_by: null, supersedes: null, voided: null, origin: null },
}

/** The outcomes of the eyes that a report of the sitting shows, as it is signed. */
const told = (photographs: readonly Photograph[]): ReportedEye[] =>
  outcomesOf(photographs, shownOf(photographs)).map((outcome) => ({ ...outcome, machine: null }))

function reportOf(photographs: readonly Photograph[]): Told {
  const shown = shownOf(photographs)
  return {
    ...{ report_no: 'R', organization: { name: 'O' }, name: 'N', gender: 1, age: 60, phone: null },
    ...{ id: 'C', record_date: '2026-01-01', collect_device: 'D', clinician: 'A' },
    ...{ report_time: '2026-01-01T00:00:00.000Z', opinion: '-', opinion_share: null },
    ...{ opinion_origin: 'own', standing: STANDING, outcomes: told(photographs) },
    left_out: photographs.filter((one) => !shown.includes(one)).map(({ eye }) => ({ eye })),
  }
}

const linesOf = (report: Told, to: LetterTo, language: (typeof LANGUAGES)[number]) =>
  letterDocument(report, { step: STEP, birthday: '1960-01-01', call: '1' }, to, language)
    .sections.flatMap((section) => ('parts' in section ? section.parts : []))
    .flatMap(({ lines }) => lines)

const WORDS = {
  patient: {
    'zh-CN': {
      names: { OD: '右眼', OS: '左眼', null: '眼睛' },
      well: '没有看到糖尿病对眼底的损害',
      ...{ oedema: '水肿', glaucoma: '神经', other: '糖尿病以外的改变' },
    },
    en: {
      names: { OD: 'Right eye', OS: 'Left eye', null: 'Eye' },
      well: 'No damage by diabetes',
      ...{ oedema: 'sees most sharply', glaucoma: 'the nerve', other: 'not caused by diabetes' },
    },
  },
  clinic: {
    'zh-CN': {
      names: { OD: '右眼', OS: '左眼', null: '眼别未定' },
      well: '未见糖尿病视网膜病变征象',
      ...{ oedema: '黄斑水肿', glaucoma: '青光眼', other: '疑似其他异常' },
    },
    en: {
      names: { OD: 'Right eye', OS: 'Left eye', null: 'Eye not known' },
      well: 'no sign of diabetic retinopathy',
      ...{ oedema: 'macular oedema', glaucoma: 'glaucoma', other: 'other than diabetic' },
    },
  },
} as const

/** A photograph that the letter does not tell of, whichever eye it is of. */
const NOT_TOLD = /^(眼睛|眼别未定|Eye|Eye not known)(：|: ).*(也拍了|不在本报告|photographed)/

/** What a letter has to say of an eye, and what it may not. */
function expectTold(
  { eye, stage, oedema, glaucoma, treated, reasons, other_index: other }: ReportedEye,
  lines: readonly string[],
  words: (typeof WORDS)[LetterTo]['en' | 'zh-CN'],
) {
  const own = lines.filter((line) => line.startsWith(words.names[eye ?? 'null'])).join('\n')
  expect(own, lines.join('\n')).not.toBe('')
  const contradicts = reasons.some(({ reason }) => reason === 'contradiction')
  expect(own.includes(words.well), own).toBe(stage === 0 && !treated && !contradicts)
  if (reasons.some(({ reason }) => reason === 'ungradable')) return
  if (oedema !== false) expect(own).toContain(words.oedema)
  if (glaucoma !== 'low') expect(own.toLowerCase()).toContain(words.glaucoma)
  if (typeof other === 'number') expect(own).toContain(words.other)
}

test.each(LANGUAGES)(
  'the letters of 500 random patients say no less of an eye than its report, in %s',
  (language) => {
    let treated = 0
    for (const photographs of randomPatients()) {
      const report = reportOf(photographs)
      treated += report.outcomes.filter((eye) => eye.treated && eye.stage === 0).length
      for (const to of ['patient', 'clinic'] as const) {
        const lines = linesOf(report, to, language)
        expect(lines.join()).not.toMatch(/undefined|null|NaN|\{\{|letter\.|outcome\.|opinion\./)
        const words = WORDS[to][language]
        for (const eye of report.outcomes) expectTold(eye, lines, words)
        const untold = report.left_out.some(({ eye }) => eye === null)
        const isSaid = lines.some((line) => NOT_TOLD.test(line))
        if (untold) expect(isSaid, lines.join('\n')).toBe(true)
        const isKnown = photographs.every(({ eye }) => eye !== null)
        for (const side of ['OD', 'OS'] as const)
          if (isKnown && !photographs.some(({ eye }) => eye === side))
            expect(lines.join('\n')).toMatch(
              new RegExp(
                `${words.names[side]}.*(没有拍摄照片|未拍摄|No photograph|not photographed)`,
              ),
            )
      }
    }
    expect(treated).toBeGreaterThan(5)
  },
)

test('of 500 random patients a routine recall is proposed only where the draft names an interval', () => {
  let routine = 0
  for (const photographs of randomPatients()) {
    const eyes = outcomesOf(photographs, photographs)
    const proposed = proposeStep(eyes, RULES)
    const isSoon = proposed !== null && !['routine', 'early'].includes(proposed.step.kind)
    if (proposed === null || isSoon) continue
    const draft = draftOpinion(photographs, photographs[0]?.index ?? 0, 'zh-CN')
    const advice =
      opinionSections(draft)
        .find(({ part }) => part === 'advice')
        ?.lines.join('') ?? ''
    expect(advice, draft).toContain('复查糖尿病视网膜病变')
    routine++
  }
  expect(routine).toBeGreaterThan(5)
})
