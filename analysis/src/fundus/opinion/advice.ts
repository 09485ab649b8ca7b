import type { EyeFinding, PatientFinding } from '../patient.ts'
import type { Words } from '../../sentences.ts'

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
  const { glaucoma } = patient
  const pressure =
    glaucoma && glaucoma.band !== 'low' ? say(`advice.glaucoma.${glaucoma.band}`) : ''
  return [...followUp(patient, words), pressure]
}

/** Contradicting photographs ask for review and name no interval. */
function followUp(patient: PatientFinding, words: Words): string[] {
  const { say } = words
  const { worst, settled, contradicts, oedema } = patient
  if (contradicts) return [say('advice.review'), oedema ? say('advice.oedema_promptly') : '']
  const stage = worst?.stage.value ?? 0
  if (oedema && stage < 3) return [say('advice.oedema')]
  // An eye without a stage may be worse than a healthy one.
  if (!worst || (stage < 2 && !settled)) return [say('advice.review')]
  const advice = say(`advice.stage.${stage}`, { eye: scopeOf(patient, words) })
  return [advice, oedema ? say('advice.oedema_scan') : '']
}

/** The only eye that an interval is for, where no photograph of the other could be read. */
function scopeOf({ eyes }: PatientFinding, { say }: Words): string {
  const [only, ...others] = eyes.filter(({ gradable }) => gradable > 0)
  if (!only || others.length > 0 || only.eye === null) return ''
  return say('advice.of_eye', { eye: eyeName(only, { say }) })
}

export const eyeName = ({ eye }: Pick<EyeFinding, 'eye'>, { say }: Pick<Words, 'say'>): string =>
  say(`eye.${eye ?? 'unknown'}`)

/** Eyes without a finding, and eyes that may be worse than their finding. */
export function limitsOf({ eyes, worst }: PatientFinding, words: Words): string[] {
  const { say } = words
  const known = eyes.some(({ eye, gradable }) => eye !== null && gradable > 0)
  const blind = known ? eyes.filter(({ eye, gradable }) => eye !== null && gradable === 0) : []
  const open = eyes.some((one) => one.open) && worst !== null
  const strange = eyes.some(({ eye, gradable }) => eye === null && gradable > 0)
  return [
    ...blind.map((one) => say('limits.no_gradable', { eye: eyeName(one, words) })),
    open ? say('limits.open') : '',
    strange ? say('limits.eye_unknown') : '',
  ]
}
