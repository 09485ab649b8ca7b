import { Eye } from '../findings/findings.ts'
import { treatedText } from '../findings/treatments.ts'
import type { Say } from '../wire/wording.ts'
import type { ReportedEye } from './data.ts'

/** What is told of an eye outside its report: in letters, and to other systems. */
export type ToldEye = Pick<
  ReportedEye,
  | 'eye'
  | 'stage'
  | 'referral'
  | 'reasons'
  | 'oedema'
  | 'treated'
  | 'glaucoma'
  | 'other_index'
  | 'machine'
>

export const isUngradable = ({ reasons }: Pick<ToldEye, 'reasons'>): boolean =>
  reasons.some(({ reason }) => reason === 'ungradable')

export const contradicts = ({ reasons }: Pick<ToldEye, 'reasons'>): boolean =>
  reasons.some(({ reason }) => reason === 'contradiction')

/** Something beside diabetic retinopathy is suspected, whatever a clinician made of it. */
export const hasOther = ({ reasons, other_index: index = null }: ToldEye): boolean =>
  index !== null || reasons.some(({ reason }) => reason === 'other_disease')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** An eye of a report in one sentence, as clinicians read it. It says no less than the report does. */
export function outcomeText(told: ToldEye, say: Say): string {
  const findings = isUngradable(told) ? [say('opinion.no_gradable')] : judged(told, say)
  const clauses = [...findings, consequence(told, say)].filter((clause) => clause !== '')
  const eye = say(`opinion.eye.${told.eye ?? 'unknown'}`)
  const text = say('opinion.of_eye', { eye, findings: clauses.join(say('opinion.and')) })
  return capital(text)
}

function judged(told: ToldEye, say: Say): string[] {
  const { oedema, treated, glaucoma } = told
  return [
    treated ? treatedText(treated, say) : '',
    stageOf(told, say),
    oedema === null ? say('outcome.oedema_open') : oedema ? say('dr.oedema_suspected') : '',
    hasOther(told) ? say('other_disease.suspected') : '',
    glaucoma === null ? say('outcome.glaucoma_open') : say(`opinion.glaucoma.${glaucoma}`),
  ]
}

function stageOf(told: ToldEye, say: Say): string {
  const { stage, treated, machine } = told
  if (stage === null) return say('outcome.not_graded')
  if (contradicts(told)) return say('outcome.contradiction', { stage })
  if (machine && machine.stage !== stage) return say('opinion.stage_stated', { stage })
  return say(`opinion.stage.${stage === 0 ? (treated ? 'treated_0' : 'looked_0') : stage}`)
}

/** What follows. Where the machine asks for more than nothing, a clinician said that nothing does. */
function consequence({ referral, machine }: ToldEye, say: Say): string {
  if (referral === null) return say('report.referral.review')
  const stated = referral === 'none' && machine !== null && machine.referral !== 'none'
  return say(stated ? 'opinion.advice.no_referral' : `report.referral.${referral}`)
}

/** A report as far as it says which eyes it shows. */
interface Shown {
  outcomes: readonly ToldEye[]
  left_out: readonly { eye: Eye | null }[]
}

/**
 * The eyes of which a report says nothing: without a photograph, or with one that it does not show. A photograph of an
 * unknown eye may be of either, and stands by itself.
 */
export function untoldEyes({ outcomes, left_out }: Shown): { eye: Eye | null; taken: boolean }[] {
  const told = outcomes.map(({ eye }) => eye)
  const isUnknown = left_out.some(({ eye }) => eye === null)
  const others = told.includes(null) ? [] : Eye.options.filter((eye) => !told.includes(eye))
  return [
    ...others.map((eye) => ({
      eye,
      taken: isUnknown || left_out.some((photograph) => photograph.eye === eye),
    })),
    ...(isUnknown ? [{ eye: null, taken: true }] : []),
  ]
}

/** Every eye of a sitting in a sentence each, those of which the report says nothing last. */
export const outcomeLines = ({ outcomes, left_out }: Shown, say: Say): string[] => [
  ...outcomes.map((outcome) => outcomeText(outcome, say)),
  ...untoldEyes({ outcomes, left_out }).map(({ eye, taken }) =>
    capital(
      say('opinion.of_eye', {
        eye: say(`opinion.eye.${eye ?? 'unknown'}`),
        findings: say(taken ? 'outcome.not_shown' : 'outcome.missing'),
      }),
    ),
  ),
]
