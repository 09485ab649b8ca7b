import {
  mergedReasons,
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
    referrals: images.flatMap(({ findings, stated }) => {
      const referral = findings?.gradable ? null : statedReferral(stated)
      return referral === null ? [] : [referral]
    }),
  }
}

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
type Outcome = Omit<ReportedEye, 'eye' | 'machine' | 'referral' | 'reasons'>

/** The outcome of an eye without a gradable image, and whatever a modality does not judge. */
const NOT_JUDGED: Outcome = {
  stage: null,
  stage_index: null,
  open_index: null,
  oedema: null,
  oedema_index: null,
  glaucoma: null,
  glaucoma_index: null,
}

/**
 * What a list says of each eye, from what a modality says of an eye with a gradable image. `judge` gets the images of the
 * eye and the sitting that they are of.
 */
export function listedBy<Found extends CommonFindings>(
  judge: (images: EyeImages<Found>, sitting: readonly Photograph<Found>[]) => Judged,
) {
  const judged = (images: EyeImages<Found>, sitting: readonly Photograph<Found>[]) => {
    const { gradable, photographs, referrals } = images
    const {
      contradicts = false,
      reasons,
      outcome,
    } = gradable.length > 0
      ? judge(images, sitting)
      : { reasons: photographs > 0 ? UNGRADABLE : [] }
    const stated = referrals.flatMap(otherReasons)
    // An eye that could not be judged has a consequence only where a clinician stated one.
    const asked = gradable.length > 0 ? [...reasons, ...stated] : stated
    const referral =
      worstReferral(asked.map((reason) => reason.referral)) ??
      (gradable.length > 0 || referrals.length > 0 ? 'none' : null)
    return {
      contradicts,
      outcome: {
        ...NOT_JUDGED,
        ...outcome,
        referral,
        reasons: mergedReasons([...reasons, ...stated]),
      },
    }
  }
  return {
    eyesOf: (sitting: readonly Photograph<Found>[]): Omit<EyeSummary, 'machine'>[] =>
      byEye(sitting).map((images) => {
        const { contradicts, outcome } = judged(images, sitting)
        const { eye, photographs, gradable } = images
        const { stage, referral, reasons, treated } = outcome
        return {
          eye,
          photographs,
          gradable: gradable.length,
          stage,
          referral,
          reasons,
          contradicts,
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
