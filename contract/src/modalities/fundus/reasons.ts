import {
  reasonOf,
  worstReferral,
  type Reason,
  type Referral,
  type ReviewReason,
} from '../../findings/findings.ts'
import type { Treated } from '../../findings/treatments.ts'
import type { FundusFindings } from './findings.ts'

/** Of findings what the reasons of a photograph rest on. */
export type Asking = Pick<
  FundusFindings,
  | 'gradable'
  | 'dr_grade'
  | 'dr'
  | 'dr_referable_probability'
  | 'glaucoma'
  | 'treated'
  | 'other_disease'
  | 'not_measured'
>

/** A patient is referred from this stage on. */
export const REFERRED_STAGE = 2

/**
 * The chance from which a photograph too small for single lesions is suspected to show referable disease: where the card of
 * `retinopathy` has found 80 of 100 of those that do, and a test holds both alike.
 */
export const SMALL_REFERABLE = 0.2324

/** What a photograph lacks for a stage besides evidence: another photograph may add it. */
const OF_FIELD: readonly Reason[] = [
  'disc_not_shown',
  'macula_not_shown',
  'field_unknown',
  'wide_field',
  'too_few_pixels',
  'too_small',
  'field_cut',
  'disc_alone',
]

/** Why a photograph has no stage; null where it has one. */
export const lackOfStage = ({
  dr_grade,
  not_measured,
}: Pick<FundusFindings, 'dr_grade' | 'not_measured'>): Reason | null =>
  dr_grade === null ? (reasonOf(not_measured, 'dr_grade') ?? 'weak_evidence') : null

export const isOfField = (lack: Reason | null): boolean => lack !== null && OF_FIELD.includes(lack)

export const isSuspected = (glaucoma: FundusFindings['glaucoma']): boolean =>
  glaucoma?.band === 'suspect' || glaucoma?.band === 'high'

/** Whether a photograph without a stage is suspected to show referable disease by the chance of it alone. */
export const isSuspectedWhole = (
  findings: Pick<FundusFindings, 'dr_grade' | 'not_measured' | 'dr_referable_probability'>,
): boolean =>
  lackOfStage(findings) === 'too_small' &&
  (findings.dr_referable_probability ?? 0) >= SMALL_REFERABLE

/** What a stage, or the lack of one, asks for. `suspected`: by the chance of a small photograph. */
export function reasonOfStage(
  stage: FundusFindings['dr_grade'],
  lack: Reason | null,
  suspected: boolean,
): ReviewReason[] {
  if (stage !== null)
    return stage >= REFERRED_STAGE ? [{ reason: 'stage', referral: 'referable' }] : []
  if (suspected) return [{ reason: 'stage', referral: 'referable' }]
  return [{ reason: isOfField(lack) ? 'field' : 'stage', referral: 'review' }]
}

/** `oedema`: null where it could not be judged. */
export const reasonOfOedema = (oedema: boolean | null): ReviewReason[] =>
  oedema === false ? [] : [{ reason: 'oedema', referral: oedema ? 'referable' : 'review' }]

/**
 * An unjudged disc asks for nothing by itself: no photograph excludes glaucoma, and the low suspicion
 * of a judged one does not either.
 */
export const reasonOfGlaucoma = (glaucoma: FundusFindings['glaucoma']): ReviewReason[] =>
  glaucoma === null
    ? [{ reason: 'glaucoma', referral: 'none' }]
    : isSuspected(glaucoma)
      ? [{ reason: 'glaucoma', referral: 'referable' }]
      : []

/** Whatever stage such a photograph has: it says nothing of the other disease. */
export const reasonOfOtherDisease = (suspected: boolean): ReviewReason[] =>
  suspected ? [{ reason: 'other_disease', referral: 'review' }] : []

/**
 * How an eye was treated, by its photographs; null of one that was not. What a clinician stated of one of them goes before
 * the scars that the machine suspects.
 */
export function treatedOf(
  photographs: readonly Pick<FundusFindings, 'treated' | 'other_disease'>[],
): Treated | null {
  const stated = photographs.flatMap(({ treated }) => (treated === undefined ? [] : [treated]))
  const scarred = photographs.some(({ other_disease: found }) => found?.scars === true)
  return (
    stated.find((treatment) => treatment !== null) ??
    (scarred && stated.length === 0 ? 'scars' : null)
  )
}

/** Of a treated eye neither a stage of 0 stands alone nor a chance, unless a clinician stated the stage. */
export function withheldOfTreated(
  key: string,
  { dr_grade, dr }: FundusFindings,
  eye: readonly FundusFindings[],
): Reason | null {
  if (treatedOf(eye) === null || dr?.rule === 'clinician') return null
  const isOpen = key === 'dr_referable_probability' || (key === 'dr_grade' && dr_grade === 0)
  return isOpen ? 'treated' : null
}

/** What the photograph of a treated eye shows does not tell how ill it is. */
export const reasonOfTreatment = (treated: Treated | null): ReviewReason[] =>
  treated ? [{ reason: 'treated', referral: 'review' }] : []

/** Why one photograph is to be looked at, whatever others of its eye show. */
export function reasonsOfPhotograph(findings: Asking): ReviewReason[] {
  if (!findings.gradable) return [{ reason: 'ungradable', referral: 'review' }]
  return [
    ...reasonOfStage(findings.dr_grade, lackOfStage(findings), isSuspectedWhole(findings)),
    ...reasonOfTreatment(treatedOf([findings])),
    ...reasonOfOedema(findings.dr?.macular_oedema ?? null),
    ...reasonOfGlaucoma(findings.glaucoma),
    ...reasonOfOtherDisease(findings.other_disease?.suspected === true),
  ]
}

/** The consequence of one gradable photograph. One that could not be judged is never said to need no referral. */
export const referralOfPhotograph = (findings: Asking): Referral =>
  worstReferral(reasonsOfPhotograph(findings).map(({ referral }) => referral)) ?? 'none'
