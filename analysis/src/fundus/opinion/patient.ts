import {
  figureText,
  findingMeasure,
  findingText,
  FUNDUS_FIGURES,
  NOT_ASSESSED,
  type Eye,
  type Language,
  type Measure,
} from '@mingmou/contract'
import {
  contentsOf,
  ofPatient,
  type EyeFinding,
  type PatientFinding,
  type Photograph,
} from '../patient.ts'
import { adviceOf } from './advice.ts'
import { conclusionOf, eyeName, named } from './conclusion.ts'
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
  const [contents] = contentsOf(sitting)
  const judged = shown.some(({ gradable }) => gradable > 0)
  const looked = sitting.some(({ findings }) => !!findings?.other_disease)
  return written(
    {
      conclusion: conclusionOf(sitting, patient, words),
      advice: judged
        ? adviceOf(patient, words)
        : [words.say(contents ? `advice.contents.${contents}` : 'advice.retake')],
      basis: [
        ...sittingBasis(sitting, words),
        ...shown.map((eye) => basisLine(eye, words)),
        ratiosLine(patient, sitting, words),
      ],
      limits: [
        judged ? notAssessed(NOT_ASSESSED, looked, words) : '',
        findingText(language, 'warning'),
      ],
    },
    words,
  )
}

/** The signs of retinopathy that were not assessed, and how far other diseases were `looked` for. */
export function notAssessed(
  signs: readonly string[],
  looked: boolean,
  { say, language, list, clauses }: Words,
): string {
  const named = signs.map((sign) => findingText(language, `sign.${sign}`))
  const all = looked ? named : [...named, say('limits.other_diseases')]
  return clauses([
    all.length === 0 ? '' : say('limits.not_assessed', { signs: list(all) }),
    looked ? say('limits.other_looked') : '',
  ])
}

/** The ratios of both eyes, each by the photograph that has the largest, and what they differ by; empty where one has none. */
function ratiosLine(
  { eyes }: PatientFinding,
  sitting: readonly Photograph[],
  words: Words,
): string {
  const ratioOf = (side: Eye) => {
    const found = eyes.find(({ eye }) => eye === side)?.vcdr
    const findings = sitting.find(({ index }) => index === found?.index)?.findings
    return found && findings
      ? { ...findingMeasure(FUNDUS_FIGURES, findings, 'vcdr'), ...found }
      : null
  }
  const [right, left] = [ratioOf('OD'), ratioOf('OS')]
  if (!right || !left) return ''
  const spreads = [right, left].map(({ confidence }) => confidence?.spread ?? 0)
  const difference = {
    ...right,
    value: Math.abs(right.value - left.value),
    confidence: { level: 0, spread: Math.hypot(...spreads) },
  }
  const text = (ratio: Measure) => figureText(ratio) ?? ''
  return words.say('basis.asymmetry', {
    right: text(right),
    left: text(left),
    right_photograph: words.photograph(right.index),
    left_photograph: words.photograph(left.index),
    difference: text(difference),
  })
}

/** The number of photographs behind an eye's findings, and the photograph that gave each. */
export function basisLine(eye: EyeFinding, words: Words): string {
  const { say } = words
  const from = eye.gradable < 2 ? [] : (['stage', 'oedema', 'glaucoma', 'other'] as const)
  const together = eye.together.length > 1
  const list = from.flatMap((name) => {
    const found = eye[name]
    if (!found || (name === 'stage' && together)) return []
    return [say(`basis.from_${name}`, { photograph: words.photograph(found.index) })]
  })
  const sum = together ? [say('basis.together', { photographs: named(eye.together, words) })] : []
  const all = [...sum, ...list]
  return say('basis.photographs', {
    eye: eyeName({ ...eye, indices: [] }, words),
    all: eye.photographs,
    gradable: eye.gradable,
    from: all.length === 0 ? '' : say('basis.from', { list: words.list(all) }),
  })
}
