import {
  mergedReasons,
  statedOfEye,
  worstReferral,
  type CommonFindings,
  type Eye,
  type EyeSummary,
  type Referral,
  type ReportedEye,
  type ReviewReason,
} from '@mingmou/contract'
import type { Photograph } from './analyser.ts'
import { statedReferral, type Statement } from './corrected.ts'

/** The images of one eye of a sitting. */
export interface EyeImages<Found extends CommonFindings> {
  /** null: the images of unknown eyes. */
  eye: Eye | null
  photographs: number
  gradable: { index: number; findings: Found; stated?: readonly Statement[] }[]
  /** Those that were analysed and cannot be judged. */
  ungradable: Found[]
  /** What clinicians stated of any of them, as far as it holds. */
  stated: Statement[]
  /** What clinicians stated of images that cannot be judged. */
  referrals: Referral[]
}

function imagesOf<Found extends CommonFindings>(
  eye: Eye | null,
  images: readonly Photograph<Found>[],
): EyeImages<Found> {
  return {
    eye,
    photographs: images.length,
    gradable: images.flatMap(({ index, findings, stated = [] }) =>
      findings?.gradable ? [{ index, findings, stated }] : [],
    ),
    ungradable: images.flatMap(({ findings }) => (findings?.gradable === false ? [findings] : [])),
    stated: images.flatMap(({ findings, stated = [] }) =>
      stated.filter(({ name }) => findings?.gradable || OF_THE_EYE.has(name)),
    ),
    referrals: images.flatMap(({ findings, stated }) => {
      const referral = findings?.gradable ? null : statedReferral(stated)
      return referral === null ? [] : [referral]
    }),
  }
}

/** Holds of the eye, although the image that it was stated of cannot be judged. */
const OF_THE_EYE = new Set(['treated', 'referral'])

/** OD, OS, and last the images of unknown eyes, if any. */
export const byEye = <Found extends CommonFindings>(
  sitting: readonly Photograph<Found>[],
): EyeImages<Found>[] =>
  (['OD', 'OS', null] as const)
    .map((eye) =>
      imagesOf(
        eye,
        sitting.filter((photograph) => photograph.eye === eye),
      ),
    )
    .filter(({ eye, photographs }) => eye !== null || photographs > 0)

/** The images of an image's eye. For an unknown eye, the image alone. */
export const eyeOfImage = <Found extends CommonFindings>(
  sitting: readonly Photograph<Found>[],
  image: Photograph<Found>,
): EyeImages<Found> =>
  imagesOf(image.eye, image.eye === null ? [image] : sitting.filter(({ eye }) => eye === image.eye))

/** A consequence without a reason of its own: of a kind of image with a single one, or as a clinician stated it. */
export const otherReasons = (referral: Referral): ReviewReason[] =>
  referral === 'none' ? [] : [{ reason: 'other', referral }]

/** What a modality says of an eye. */
interface Judged {
  contradicts?: boolean
  reasons: readonly ReviewReason[]
  outcome?: Partial<Outcome>
}
type Outcome = Omit<ReportedEye, 'eye' | 'machine' | 'referral' | 'reasons' | 'stated'>

/** The outcome of an eye without a gradable image, and whatever a modality does not judge. */
const NOT_JUDGED: Outcome = {
  stage: null,
  stage_index: null,
  at_least: null,
  lesions: false,
  open_index: null,
  oedema: null,
  oedema_index: null,
  glaucoma: null,
  glaucoma_index: null,
  other_disease: null,
}

/**
 * What a list says of each eye, from what a modality says of an eye with a gradable image. `judge` gets the images of the
 * eye and the sitting that they are of. `known`: what is known of an eye although none of its images can be judged.
 */
export function listedBy<Found extends CommonFindings>(
  judge: (images: EyeImages<Found>, sitting: readonly Photograph<Found>[]) => Judged,
  known: (images: EyeImages<Found>) => Partial<Outcome> = () => ({}),
) {
  const judged = (images: EyeImages<Found>, sitting: readonly Photograph<Found>[]) => {
    const { gradable, photographs, referrals } = images
    const {
      contradicts = false,
      reasons,
      outcome,
    } = gradable.length > 0
      ? judge(images, sitting)
      : { reasons: photographs > 0 ? UNGRADABLE : [], outcome: known(images) }
    const stated = referrals.flatMap(otherReasons)
    // An eye that could not be judged has a consequence only where a clinician stated one.
    const asked = gradable.length > 0 ? [...reasons, ...stated] : stated
    const referral =
      worstReferral(asked.map((reason) => reason.referral)) ??
      (gradable.length > 0 || referrals.length > 0 ? 'none' : null)
    const told = { ...NOT_JUDGED, ...outcome, referral }
    return {
      contradicts,
      outcome: {
        ...told,
        reasons: mergedReasons([...reasons, ...stated]),
        stated: statedOfEye(told, images.stated),
      },
    }
  }
  return {
    eyesOf: (sitting: readonly Photograph<Found>[]): Omit<EyeSummary, 'machine'>[] =>
      byEye(sitting).map((images) => {
        const { contradicts, outcome } = judged(images, sitting)
        const { eye, photographs, gradable } = images
        const { stage, at_least, lesions, referral, reasons, treated, stated } = outcome
        return {
          eye,
          photographs,
          gradable: gradable.length,
          stage,
          at_least,
          lesions,
          referral,
          reasons,
          contradicts,
          stated,
          ...(treated && { treated }),
        }
      }),
    outcomesOf: (
      sitting: readonly Photograph<Found>[],
      shown: readonly Photograph<Found>[],
    ): Omit<ReportedEye, 'machine'>[] =>
      shown.map((image) => {
        const { outcome } = judged(eyeOfImage(sitting, image), sitting)
        return { eye: image.eye, ...outcome }
      }),
  }
}

const UNGRADABLE: readonly ReviewReason[] = [{ reason: 'ungradable', referral: 'review' }]

/** What the machine alone says of these fields, where it says another thing; null where it says the same. */
export function otherThan<Of extends object, Field extends keyof Of>(
  now: Of,
  machine: Pick<Of, Field> | undefined,
  fields: readonly Field[],
): Pick<Of, Field> | null {
  if (!machine || fields.every((field) => now[field] === machine[field])) return null
  return Object.fromEntries(fields.map((field) => [field, machine[field]])) as Pick<Of, Field>
}

/** What a report keeps of the machine alone beside the outcome of an eye. */
export const machineBeside = (
  outcome: Omit<ReportedEye, 'machine'>,
  machine: Omit<ReportedEye, 'machine'> | undefined,
): ReportedEye['machine'] => otherThan(outcome, machine, ['stage', 'referral', 'oedema'])
