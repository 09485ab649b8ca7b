import { findingText, type Language } from '@mingmou/contract'
import { ofPatient, type EyeFinding, type PatientFinding, type Photograph } from '../patient.ts'
import { adviceOf, eyeName, limitsOf } from './advice.ts'
import { sittingBasis } from '../../corrected.ts'
import { wordsIn, written, type Words } from '../../sentences.ts'

/** The draft for a sitting of several photographs: each eye by its worst photograph. null for a single one. */
export function draftPatientOpinion(
  sitting: readonly Photograph[],
  language: Language,
): string | null {
  if (sitting.length < 2) return null
  const words = wordsIn(language)
  const patient = ofPatient(sitting)
  const shown = patient.eyes.filter(({ photographs }) => photographs > 0)
  // An ungradable photograph of an unknown eye says nothing about an eye.
  const named = shown.filter(({ eye, gradable }) => eye !== null || gradable > 0)
  return written(
    {
      conclusion:
        named.length === 0
          ? [words.say('no_gradable')]
          : [...named.map((eye) => eyeLine(eye, words)), glaucomaLine(patient, words)],
      advice: shown.some(({ gradable }) => gradable > 0)
        ? adviceOf(patient, words)
        : [words.say('advice.retake')],
      basis: [
        ...sittingBasis(sitting, words),
        ...shown.map((eye) => basisLine(eye, words)),
        patient.asymmetry === null
          ? ''
          : words.say('basis.asymmetry', { difference: patient.asymmetry.toFixed(2) }),
      ],
      limits: [...limitsOf(patient, words), findingText(language, 'warning')],
    },
    words,
  )
}

/** The sentences about one eye, its stage first. */
function eyeLine(eye: EyeFinding, words: Words): string {
  const { say } = words
  const { stage, contradiction, oedema, gradable } = eye
  const name = eyeName(eye, words)
  if (gradable === 0) return say('of_eye', { eye: name, findings: say('no_gradable') })
  const graded = contradiction
    ? contradictionOf(eye, contradiction, words)
    : stage
      ? stageOf(eye, stage.value, 'stage_short', words)
      : say('not_graded')
  const beside = oedema ? findingText(words.language, 'dr.oedema_suspected') : ''
  if (contradiction) {
    const referral = eye.referable ? findingText(words.language, 'dr.referable') : ''
    return words.clauses([graded, referral, beside])
  }
  return say('of_eye', { eye: name, findings: words.clauses([graded, beside]) })
}

/** A stage that a clinician stated is not called suspected. */
export const stageOf = (
  { stageStated }: Pick<EyeFinding, 'stageStated'>,
  stage: number,
  form: 'stage' | 'stage_short',
  { say }: Words,
): string => (stageStated ? say('stage_stated', { stage }) : say(`${form}.${stage}`))

export function contradictionOf(
  eye: Pick<EyeFinding, 'eye'>,
  [worse, better]: NonNullable<EyeFinding['contradiction']>,
  words: Words,
): string {
  return words.say('contradiction', {
    eye: eyeName(eye, words),
    worse: words.photograph(worse.index),
    high: worse.value,
    better: words.photograph(better.index),
    low: better.value,
  })
}

/** A suspicion that the two eyes together raise. */
export function asymmetryLine({ glaucoma }: PatientFinding, { say }: Words): string {
  if (!glaucoma?.signs.includes('asymmetry')) return ''
  return say('glaucoma.asymmetry', { band: say(`glaucoma.${glaucoma.band}`) })
}

/** The suspicion of the worse eye. */
function glaucomaLine(patient: PatientFinding, words: Words): string {
  const { glaucoma } = patient
  if (!glaucoma) return ''
  return asymmetryLine(patient, words) || words.say(`glaucoma.${glaucoma.band}`)
}

/** The number of photographs behind an eye's findings, and the photograph that gave each. */
function basisLine(eye: EyeFinding, words: Words): string {
  const { say } = words
  const from = eye.gradable < 2 ? [] : (['stage', 'oedema', 'glaucoma'] as const)
  const list = from.flatMap((name) => {
    const found = eye[name]
    return found ? [say(`basis.from_${name}`, { photograph: words.photograph(found.index) })] : []
  })
  return say('basis.photographs', {
    eye: eyeName(eye, words),
    all: eye.photographs,
    gradable: eye.gradable,
    from: list.length === 0 ? '' : say('basis.from', { list: words.list(list) }),
  })
}
