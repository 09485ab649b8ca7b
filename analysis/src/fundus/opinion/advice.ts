import { GLAUCOMA_BANDS, type ReviewReason } from '@mingmou/contract'
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
        : say('advice.retake_of', { eye: eyeName(eye, words) }),
    ),
    ...glaucomaAdvice(patient, words),
  ]
}

/** Reasons that leave open how soon the eye is to be seen. */
const OPEN: readonly ReviewReason['reason'][] = ['stage', 'oedema', 'field', 'other']

/** Contradicting photographs ask for an examination and have no interval. */
function followUp(patient: PatientFinding, words: Words): string[] {
  const { say } = words
  const { worst, eyes } = patient
  const all = eyes.flatMap(({ reasons }) => reasons)
  const asks = (referral: ReviewReason['referral'], names: readonly ReviewReason['reason'][]) =>
    all.some((asked) => asked.referral === referral && names.includes(asked.reason))
  const oedema = eyes.some((eye) => eye.oedema !== null)
  if (asks('review', ['contradiction']))
    return [say('advice.review'), oedema ? say('advice.oedema_promptly') : '']
  const stage = worst?.stage.value ?? 0
  if (oedema && stage < 3 && asks('referable', ['oedema'])) return [say('advice.oedema')]
  if (stage < 2 && asks('referable', ['other'])) return [say('advice.refer')]
  // An eye without a stage may be worse than a healthy one.
  if (!worst || (stage < 2 && asks('review', OPEN))) return [say('advice.review')]
  // A stage says nothing of the other disease.
  const other = byWords(eyes, (one) => (hasReason(one, 'other_disease') ? 'other' : null), words)
  if (stage < 2 && other.length > 0)
    return other.map(({ eye }) => say('advice.other_disease', { eye }))
  // An interval rests on what was treated and how, not on a photograph.
  if (stage < 2 && eyes.some(({ treated }) => treated !== null))
    return byWords(eyes, ({ treated }) => treated, words).map(({ eye }) =>
      say('advice.treated', { eye }),
    )
  // A clinician stated what is to follow: an examination, or no referral.
  if (stage >= 2 && !asks('referable', ['stage', 'other']))
    return [say(asks('review', ['other']) ? 'advice.review' : 'advice.no_referral')]
  const advice = say(`advice.stage.${stage}`, { eye: scopeOf(patient, words) })
  return [advice, oedema ? say('advice.oedema_scan') : '']
}

const hasReason = ({ reasons }: EyeFinding, name: ReviewReason['reason']): boolean =>
  reasons.some(({ reason, referral }) => reason === name && referral !== 'none')

/**
 * The only eye that an interval is for, where no photograph of the other could be read. One of an unknown eye says nothing of
 * the other.
 */
function scopeOf({ eyes }: PatientFinding, words: Words): string {
  const [only, ...others] = eyes.filter(({ eye, gradable }) => eye !== null && gradable > 0)
  if (!only || others.length > 0) return ''
  return words.say('advice.of_eye', { eye: eyeName(only, words) })
}

const bandOf = ({ glaucoma }: EyeFinding) => glaucoma?.value.band ?? 'low'

/** For the eyes of the highest suspicion. */
function glaucomaAdvice({ eyes }: PatientFinding, words: Words): string[] {
  const highest = GLAUCOMA_BANDS.findLast((band) => eyes.some((eye) => bandOf(eye) === band))
  if (!highest || highest === 'low') return []
  const of = byWords(eyes, (eye) => (bandOf(eye) === highest ? highest : null), words)
  return of.map(({ eye }) => words.say(`advice.glaucoma.${highest}`, { eye }))
}
