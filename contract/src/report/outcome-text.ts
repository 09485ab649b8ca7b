import type { CorrectedValue } from '../findings/corrections.ts'
import { correctedText } from '../findings/correction-texts.ts'
import { Eye } from '../findings/findings.ts'
import { treatedClause, type Treated } from '../findings/treatments.ts'
import type { Say } from '../wire/wording.ts'
import type { ReportedEye } from './data.ts'
import type { StatedOfEye } from './stated-of-eye.ts'

/** What is told of an eye outside its report: in letters, and to other systems. */
export type ToldEye = Pick<
  ReportedEye,
  | 'eye'
  | 'stage'
  | 'at_least'
  | 'lesions'
  | 'referral'
  | 'reasons'
  | 'oedema'
  | 'treated'
  | 'glaucoma'
  | 'other_disease'
  | 'stated'
>

export const isUngradable = ({ reasons }: Pick<ToldEye, 'reasons'>): boolean =>
  reasons.some(({ reason }) => reason === 'ungradable')

export const contradicts = ({ reasons }: Pick<ToldEye, 'reasons'>): boolean =>
  reasons.some(({ reason }) => reason === 'contradiction')

export const isStated = ({ stated }: Pick<ToldEye, 'stated'>, name: StatedOfEye): boolean =>
  stated.includes(name)

/** How no sign of retinopathy is worded: by whether the eye was treated, and whether other disease was looked for. */
export const noneOf = (treated: Treated | null, looked: boolean) =>
  treated ? 'treated_0' : looked ? 'looked_0' : '0'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** An eye of a report in one sentence, as clinicians read it. It says no less than the report does. */
export function outcomeText(told: ToldEye, say: Say): string {
  const findings = isUngradable(told)
    ? [treatmentClause(told, say), say('outcome.unjudged')]
    : judged(told, say)
  const clauses = [...findings, consequence(told, say)].filter((clause) => clause !== '')
  const eye = say(`opinion.eye.${told.eye ?? 'unknown'}`)
  const text = say('opinion.of_eye', { eye, findings: clauses.join(say('opinion.and')) })
  return capital(text)
}

/** What a clinician stated of an eye, with the words that it was stated in; null where the machine says it. */
export const statedText = (
  told: { stated: readonly StatedOfEye[] },
  name: StatedOfEye,
  value: CorrectedValue,
  say: Say,
): string | null =>
  told.stated.includes(name)
    ? say('correction.stated_of', {
        name: say(`correction.name.${name}`),
        value: correctedText(name, value, say),
      })
    : null

function judged(told: ToldEye, say: Say): string[] {
  const { oedema, glaucoma, other_disease: other } = told
  const stage = stageOf(told)
  // The words of stage 0 may say it already.
  const otherOpen = stage.name === 'opinion.stage.0' ? '' : say('outcome.other_open')
  return [
    treatmentClause(told, say),
    say(stage.name, stage.values),
    oedema === null ? say('outcome.oedema_open') : oedemaClause(told, say),
    other === null ? otherOpen : otherClause(told, say('other_disease.suspected'), say),
    glaucoma === null
      ? say('outcome.glaucoma_open')
      : glaucomaClause(told, say(`opinion.glaucoma.${glaucoma}`), say),
  ]
}

/** One of the values of an eye, with what a clinician stated. */
type Beside<Name extends keyof ToldEye> = Pick<ToldEye, Name> & { stated: readonly StatedOfEye[] }

/**
 * What is told of an eye beside its stage, each in a clause, in drafts as in letters; empty of what was not judged. What a
 * clinician stated is told as that.
 */
export const oedemaClause = (told: Beside<'oedema'>, say: Say): string =>
  told.oedema === null
    ? ''
    : (statedText(told, 'oedema', told.oedema, say) ??
      say(told.oedema ? 'dr.oedema_suspected' : 'outcome.oedema_none'))

/** `suspected`: the words where the machine suspects it. That it suspects none is not told: nothing is excluded. */
export const otherClause = (told: Beside<'other_disease'>, suspected: string, say: Say): string =>
  told.other_disease === null
    ? ''
    : (statedText(told, 'other_disease', told.other_disease, say) ??
      (told.other_disease ? suspected : ''))

/** `band`: the words of the machine's suspicion. */
export const glaucomaClause = (told: Beside<'glaucoma'>, band: string, say: Say): string =>
  told.glaucoma === null ? '' : (statedText(told, 'glaucoma', told.glaucoma, say) ?? band)

export const treatmentClause = (told: Beside<'treated'>, say: Say): string =>
  told.treated ? treatedClause(told.treated, say) : (statedText(told, 'treated', 'none', say) ?? '')

function stageOf(told: ToldEye): { name: string; values?: { stage: number } } {
  const { stage, at_least: least, lesions, treated = null, other_disease: other } = told
  if (stage === null)
    return least === null
      ? { name: lesions ? 'outcome.lesions' : 'outcome.not_graded' }
      : { name: 'outcome.not_graded_above', values: { stage: least } }
  if (contradicts(told)) return { name: 'outcome.contradiction', values: { stage } }
  if (isStated(told, 'stage')) return { name: 'opinion.stage_stated', values: { stage } }
  return { name: `opinion.stage.${stage === 0 ? noneOf(treated, other !== null) : stage}` }
}

/** A treated eye without lesions is not told to have no retinopathy, unless a clinician says so. */
export const isStageWithheld = (
  told: Pick<ToldEye, 'stage' | 'treated' | 'reasons' | 'stated'>,
): boolean =>
  told.stage === 0 && Boolean(told.treated) && !contradicts(told) && !isStated(told, 'stage')

/** The number that stands for an eye where no words stand beside it. */
export const toldStage = (told: Parameters<typeof isStageWithheld>[0]): number | null =>
  isStageWithheld(told) ? null : told.stage

/** What is told of the stage of an eye, or why there is none. */
export function toldStageText(told: ToldEye, say: Say): string {
  if (isUngradable(told)) return capital(say('outcome.unjudged'))
  const { name, values } = stageOf(told)
  return capital(say(name, values))
}

/** What follows. */
function consequence(told: ToldEye, say: Say): string {
  const { referral } = told
  if (referral === null) return say('report.referral.review')
  return statedText(told, 'referral', referral, say) ?? say(`report.referral.${referral}`)
}

/** Why nothing is told of an eye. */
export const UNTOLD = ['missing', 'none_known', 'unjudged', 'not_shown'] as const
export type Untold = (typeof UNTOLD)[number]

/** A report as far as it says which eyes it shows. */
interface Shown<Of = { eye: Eye | null }> {
  outcomes: readonly Of[]
  left_out: readonly { eye: Eye | null; gradable: boolean }[]
}

/**
 * The eyes of which a report tells nothing, and why: there is no photograph, none that could be judged, or one that the
 * report does not show. A photograph of an unknown eye stands by itself and says nothing of a known eye, not even that it
 * is missing.
 */
export function untoldEyes({ outcomes, left_out }: Shown): { eye: Eye | null; why: Untold }[] {
  const told = outcomes.map(({ eye }) => eye)
  const isUnknown = [...told, ...left_out.map(({ eye }) => eye)].includes(null)
  const whyOf = (eye: Eye | null): Untold => {
    const own = left_out.filter((photograph) => photograph.eye === eye)
    if (own.length === 0) return isUnknown ? 'none_known' : 'missing'
    return own.some(({ gradable }) => gradable) ? 'not_shown' : 'unjudged'
  }
  const known = Eye.options.filter((eye) => !told.includes(eye))
  const unknown = left_out.some(({ eye }) => eye === null) ? [null] : []
  return [...known, ...unknown].map((eye) => ({ eye, why: whyOf(eye) }))
}

/** An eye of which a report tells nothing, in a sentence. */
export const untoldText = ({ eye, why }: { eye: Eye | null; why: Untold }, say: Say): string =>
  capital(
    say('opinion.of_eye', {
      eye: say(`opinion.eye.${eye ?? 'unknown'}`),
      findings: say(`outcome.${why}`),
    }),
  )

/** Every eye of a sitting in a sentence each: first those of which the report tells nothing. */
export const outcomeLines = ({ outcomes, left_out }: Shown<ToldEye>, say: Say): string[] => [
  ...untoldEyes({ outcomes, left_out }).map((untold) => untoldText(untold, say)),
  ...outcomes.map((outcome) => outcomeText(outcome, say)),
]
