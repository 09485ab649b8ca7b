import {
  borderBeside,
  evidenceClause,
  glaucomaClause,
  findingText,
  gradedOf,
  lackOfStage,
  noneOf,
  oedemaClause,
  otherClause,
  otherDiseaseText,
  reasonText,
  sayIn,
  stagedOf,
  treatmentClause,
  type Reason,
} from '@mingmou/contract'
import { outcomeOf, type EyeFinding, type PatientFinding, type Photograph } from '../patient.ts'
import type { Words } from '../../sentences.ts'

/** As a heading or in a list, or within a sentence, where English has its article. */
type Form = 'eye' | 'in_eye'

/** The name of an eye, and the photographs where it is not known. */
export function eyeName(
  { eye, indices }: Pick<EyeFinding, 'eye' | 'indices'>,
  words: Words,
  form: Form = 'eye',
) {
  if (eye !== null) return words.say(`${form}.${eye}`)
  if (indices.length === 0) return words.say('eye.unknown')
  return words.say(`${form}.unknown_in`, { photographs: named(indices, words) })
}

export const named = (indices: readonly number[], words: Words): string =>
  words.list(indices.map((index) => words.photograph(index)))

/** Eyes of which the same is said, with the words for both at once. */
export function byWords<T>(
  eyes: readonly EyeFinding[],
  of: (eye: EyeFinding) => T | null,
  words: Words,
  form: Form = 'eye',
): { eye: string; said: T }[] {
  const said = eyes.flatMap((eye) => {
    const told = of(eye)
    return told === null ? [] : [{ eye, said: told }]
  })
  const [right, left] = (['OD', 'OS'] as const).map((side) =>
    said.find(({ eye }) => eye.eye === side),
  )
  const alike = right && left && right.said === left.said
  return said.flatMap(({ eye, said: told }) => {
    if (alike && eye.eye === 'OS') return []
    const both = alike && eye.eye === 'OD'
    return [{ eye: both ? words.say(`${form}.both`) : eyeName(eye, words, form), said: told }]
  })
}

/**
 * The conclusion about a patient, the same wherever it is said: what could not be judged, then each
 * eye as its worst photograph leaves it.
 */
export function conclusionOf(
  sitting: readonly Photograph[],
  { eyes }: PatientFinding,
  words: Words,
): string[] {
  const several = sitting.length > 1
  const lines = byWords(
    eyes.filter(({ gradable }) => gradable > 0),
    (eye) => eyeWords(sitting, eye, several, words),
    words,
  )
  return [
    unjudged(sitting, eyes, words),
    ...lines.map(({ eye, said }) => words.say('of_eye', { eye, findings: said })),
    lines.length === 0 ? words.say('no_gradable') : '',
  ]
}

/** One line of everything that could not be judged, each with its eye and the reason. */
export function unjudged(
  sitting: readonly Photograph[],
  eyes: readonly EyeFinding[],
  words: Words,
): string {
  const { say, language } = words
  const judged = eyes.filter(({ gradable }) => gradable > 0)
  const known = sitting.some(({ eye }) => eye !== null)
  // An ungradable photograph of an unknown eye says nothing about an eye, and is named by itself.
  const unread = sitting.flatMap(({ eye, index, findings }) =>
    eye === null && findings?.gradable === false ? [index] : [],
  )
  const blind = eyes.filter(({ eye, gradable }) => eye !== null && gradable === 0)
  // A photograph of an unknown eye may be of the one that has none.
  const mayBeOf = eyes.some(({ eye }) => eye === null)
  const open = (name: 'oedema' | 'glaucoma', of: (eye: EyeFinding) => Reason | null) =>
    byWords(judged, of, words).map(({ eye, said }) =>
      say(`unjudged.${name}`, { eye, reason: reasonText(said, language) }),
    )
  const items = [
    ...blind.flatMap((eye) => {
      const form = eye.contents ? 'no_gradable_why' : 'no_gradable'
      const none = eye.elsewhere ? 'elsewhere' : mayBeOf ? 'none_known' : 'no_photograph'
      const reason = eye.contents ? reasonText(eye.contents, language) : ''
      // Without a known eye, nobody says that the other one is missing.
      return eye.photographs > 0 || eye.elsewhere || known
        ? [
            say(`unjudged.${eye.photographs > 0 ? form : none}`, {
              eye: eyeName(eye, words),
              reason,
            }),
          ]
        : []
    }),
    ...judged.flatMap(({ eye, indices }) =>
      eye === null ? [say('unjudged.eye', { photographs: named(indices, words) })] : [],
    ),
    judged.length > 0 && unread.length > 0
      ? say('unjudged.unread', { photographs: named(unread, words) })
      : '',
    ...open('oedema', ({ oedemaOpen }) => oedemaOpen),
    ...open('glaucoma', ({ glaucomaOpen }) => glaucomaOpen),
  ].filter((item) => item !== '')
  return items.length === 0 ? '' : say('unjudged.all', { items: items.join(say('unjudged.join')) })
}

const isOfOther = ({ reason }: EyeFinding['reasons'][number]) => reason === 'other_disease'

function eyeWords(
  sitting: readonly Photograph[],
  eye: EyeFinding,
  several: boolean,
  words: Words,
): string {
  const { say } = words
  const told = { ...outcomeOf(eye), stated: eye.stated }
  const all = sayIn(words.language)
  const band = eye.glaucoma ? say(`glaucoma.${eye.glaucoma.value.band}`) : ''
  const apart = eye.glaucoma?.value.signs.includes('asymmetry')
  // Contradicting photographs say it already, and a clinician may state that nothing follows.
  const asks = eye.contradiction === null && eye.reasons.some(isOfOther)
  return words.clauses([
    treatmentClause(told, all),
    stageWords(sitting, eye, several, words),
    oedemaClause(told, all),
    otherClause(told, otherDiseaseText(eye.other?.value, all), all),
    asks ? all('dr.review') : '',
    glaucomaClause(told, apart ? say('glaucoma.asymmetry', { band }) : band, all),
  ])
}

function stageWords(
  sitting: readonly Photograph[],
  eye: EyeFinding,
  several: boolean,
  words: Words,
): string {
  const { say } = words
  const { stage, contradiction, atLeast, openBy, stageStated, treated, looked } = eye
  const refers = eye.reasons.some(
    ({ reason, referral }) => reason === 'stage' && referral === 'referable',
  )
  const referral = refers ? findingText(words.language, 'dr.referable') : ''
  if (contradiction) {
    const [worse, better] = contradiction
    const values = {
      worse: words.photograph(worse.index),
      high: worse.value,
      better: words.photograph(better.index),
      low: better.value,
    }
    return words.clauses([say('contradiction', values), referral])
  }
  if (stage) {
    const eyeStage = { stage: stage.value, treated }
    const by = sitting.find(({ index }) => index === stage.index)?.findings
    const none = noneOf(treated, looked || eye.other !== null)
    const staged = stageStated
      ? say('stage_stated', { stage: stage.value })
      : say(stage.value === 0 ? `stage.${none}` : `stage.${stage.value}`)
    const near = by && !stageStated && borderBeside(eyeStage, stagedOf(by), words.language)
    return words.clauses([staged, near || '', referral])
  }
  const open = sitting.find(({ index }) => index === openBy)
  const why = open ? evidenceOf(open, words) : say('not_graded')
  const evidence =
    open && several ? say('in', { photograph: words.photograph(open.index), finding: why }) : why
  const not = atLeast
    ? say('not_graded_above', { stage: atLeast.value, evidence })
    : say('not_graded_why', { evidence })
  return words.clauses([not, referral])
}

/** Why a photograph has no stage. */
export function evidenceOf({ findings }: Photograph, { language }: Words): string {
  if (!findings) return ''
  return (
    evidenceClause(gradedOf(findings), language) ??
    reasonText(lackOfStage(findings) ?? 'not_implemented', language)
  )
}
