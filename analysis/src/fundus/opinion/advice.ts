import {
  GLAUCOMA_BANDS,
  isTimedByStage,
  REFERRED_STAGE,
  type ReviewReason,
} from '@mingmou/contract'
import type { EyeFinding, PatientFinding } from '../patient.ts'
import type { Words } from '../../sentences.ts'
import { byWords, eyeName } from './conclusion.ts'

/**
 * Intervals to the next examination, by stage. International Council of Ophthalmology 2017 (Wong
 * 2018, Ophthalmology 125:1608): none 1-2 years, mild 6-12 months, moderate 3-6, severe < 3,
 * proliferative < 1. Stage none takes the shorter end, as does the American Diabetes Association
 * (Solomon 2017, Diabetes Care 40:412). Macular oedema beside the centre has 3 months, in the
 * centre 1. A photograph cannot tell these two apart. Both are sooner than the intervals of stages
 * 0 to 2.
 */
export function adviceOf(patient: PatientFinding, words: Words): string[] {
  const { say } = words
  const unread = patient.eyes.filter(
    ({ eye, photographs, gradable }) => eye !== null && photographs > 0 && gradable === 0,
  )
  return [
    ...followUp(patient, words),
    ...unread.map((eye) =>
      eye.contents
        ? say(`advice.contents.${eye.contents}`)
        : say('advice.retake_of', { eye: eyeName(eye, words, 'in_eye') }),
    ),
    ...glaucomaAdvice(patient, words),
  ]
}

/** Reasons that leave open how soon the eye is to be seen. */
const OPEN: readonly ReviewReason['reason'][] = ['stage', 'oedema', 'field', 'other']

const asks = (
  eyes: readonly EyeFinding[],
  referral: ReviewReason['referral'],
  names: readonly ReviewReason['reason'][],
): boolean =>
  eyes.some(({ reasons }) =>
    reasons.some((asked) => asked.referral === referral && names.includes(asked.reason)),
  )

/** A referral of one eye stands whatever another one leaves open, and says nothing of how soon that one is to be seen. */
function followUp(patient: PatientFinding, words: Words): string[] {
  const settled = patient.eyes.filter(({ contradiction }) => contradiction === null)
  const open = openBeside(patient.eyes, words)
  const referral = referralOf(settled, open.length > 0, words)
  const contradicted = patient.eyes.filter(({ contradiction }) => contradiction !== null)
  const told = referral.length > 0 ? [...referral, ...open] : withoutReferral(patient, words)
  const refer =
    referral.length === 0 && asks(contradicted, 'referable', ['stage', 'oedema', 'other'])
  return [refer ? words.say('advice.refer') : '', ...told, ...scansOf(contradicted, words)]
}

/**
 * What one photograph of an eye shows of its macula is looked at soon, whatever another one of it shows and whatever other
 * eyes ask for.
 */
const scansOf = (contradicted: readonly EyeFinding[], words: Words): string[] =>
  byWords(contradicted, ({ oedema }) => (oedema ? 'scan' : null), words, 'in_eye').map(({ eye }) =>
    words.say('advice.oedema_promptly', { eye }),
  )

/** What is said of an eye whose stage has no interval: scars that the machine saw are a suspicion. */
const untimedOf = (eye: EyeFinding): 'treated' | 'scarred' | null =>
  isTimedByStage(eye) ? null : eye.treated === 'scars' ? 'scarred' : 'treated'

const stageOf = ({ stage }: EyeFinding): number => stage?.value ?? 0

/** What eyes without a contradiction are referred for; empty where they are not. `alone`: it is not for other eyes. */
function referralOf(eyes: readonly EyeFinding[], alone: boolean, words: Words): string[] {
  const { say } = words
  const timed = eyes.filter(isTimedByStage)
  const stage = Math.max(0, ...timed.map(stageOf))
  const oedema = eyes.some((eye) => eye.oedema !== null)
  if (oedema && stage < 3 && asks(eyes, 'referable', ['oedema'])) return [say('advice.oedema')]
  if (!asks(eyes, 'referable', ['stage', 'other'])) return []
  if (stage < 2) return [say('advice.refer')]
  const of = byWords(timed, (eye) => (stageOf(eye) === stage ? stage : null), words, 'in_eye')
  const eye = alone ? of.map(({ eye: name }) => say('advice.of_eye', { eye: name })).join('') : ''
  return [say(`advice.stage.${stage}`, { eye }), oedema ? say('advice.oedema_scan') : '']
}

/** Eyes beside a referred one that its interval is not for: they are to be looked at themselves, or were treated. */
function openBeside(eyes: readonly EyeFinding[], words: Words): string[] {
  const hasInterval = eyes.some((eye) => stageOf(eye) >= REFERRED_STAGE)
  const lines = byWords(
    eyes,
    (eye) => {
      if (eye.contradiction) return 'review_of'
      const isBeside = hasInterval && eye.gradable > 0
      const treated = isBeside ? untimedOf(eye) : null
      // Suspected without a stage, it may be worse than the one that has an interval.
      if (asks([eye], 'referable', ['stage', 'oedema', 'other']))
        return treated ?? (isBeside && eye.stage === null ? 'review_of' : null)
      if (asks([eye], 'review', OPEN)) return 'review_of'
      return hasReason(eye, 'other_disease') ? 'other_disease' : treated
    },
    words,
  )
  return lines.map(({ eye, said }) => words.say(`advice.${said}`, { eye }))
}

/** Contradicting photographs ask for an examination and have no interval. */
function withoutReferral(patient: PatientFinding, words: Words): string[] {
  const { say } = words
  const { worst, eyes } = patient
  if (asks(eyes, 'review', ['contradiction'])) return [say('advice.review')]
  const stage = worst?.stage.value ?? 0
  // An eye without a stage may be worse than a healthy one.
  if (!worst || (stage < 2 && asks(eyes, 'review', OPEN))) return [say('advice.review')]
  // A stage says nothing of the other disease.
  const other = byWords(eyes, (eye) => (hasReason(eye, 'other_disease') ? 'other' : null), words)
  if (stage < 2 && other.length > 0)
    return other.map(({ eye }) => say('advice.other_disease', { eye }))
  // An interval rests on what was treated and how, not on a photograph.
  if (stage < 2 && !eyes.every(isTimedByStage))
    return byWords(eyes, untimedOf, words).map(({ eye, said }) => say(`advice.${said}`, { eye }))
  // A clinician stated what is to follow: an examination, or no referral.
  if (stage >= 2)
    return [say(asks(eyes, 'review', ['other']) ? 'advice.review' : 'advice.no_referral')]
  return [say(`advice.stage.${stage}`, { eye: scopeOf(patient, words) })]
}

const hasReason = (eye: EyeFinding, name: ReviewReason['reason']): boolean =>
  asks([eye], 'review', [name]) || asks([eye], 'referable', [name])

/**
 * The only eye that an interval is for, where no photograph of the other could be read. One of an unknown eye says nothing of
 * the other.
 */
function scopeOf({ eyes }: PatientFinding, words: Words): string {
  const [only, ...others] = eyes.filter(({ eye, gradable }) => eye !== null && gradable > 0)
  if (!only || others.length > 0) return ''
  return words.say('advice.of_eye', { eye: eyeName(only, words, 'in_eye') })
}

const bandOf = ({ glaucoma }: EyeFinding) => glaucoma?.value.band ?? 'low'

/** For the eyes of the highest suspicion. */
function glaucomaAdvice({ eyes }: PatientFinding, words: Words): string[] {
  const highest = GLAUCOMA_BANDS.findLast((band) => eyes.some((eye) => bandOf(eye) === band))
  if (!highest || highest === 'low') return []
  const of = byWords(eyes, (eye) => (bandOf(eye) === highest ? highest : null), words, 'in_eye')
  return of.map(({ eye }) => words.say(`advice.glaucoma.${highest}`, { eye }))
}
