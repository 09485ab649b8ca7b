import {
  REFERRALS,
  type CommonFindings,
  type Eye,
  type EyeSummary,
  type Referral,
  type ReportedEye,
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
        sitting.filter((one) => one.eye === eye),
      ),
    )
    .filter(({ eye, photographs }) => eye !== null || photographs > 0)

/** The images of an image's eye. For an unknown eye, the image alone. */
export const eyeOfImage = <Found extends CommonFindings>(
  sitting: readonly Photograph<Found>[],
  image: Photograph<Found>,
): EyeImages<Found> =>
  imagesOf(image.eye, image.eye === null ? [image] : sitting.filter(({ eye }) => eye === image.eye))

/** The worst of them; null of none. */
export const worstOf = (referrals: readonly Referral[]): Referral | null =>
  REFERRALS.findLast((one) => referrals.includes(one)) ?? null

/** What a modality says of an eye. */
interface Judged {
  contradicts?: boolean
  outcome: Partial<Outcome>
}
type Outcome = Omit<ReportedEye, 'eye' | 'machine'>

/** The outcome of an eye without a gradable image, and whatever a modality does not judge. */
const NOT_JUDGED: Outcome = {
  stage: null,
  stage_index: null,
  referral: null,
  oedema: null,
  oedema_index: null,
  glaucoma: null,
  glaucoma_index: null,
}

/** What a list says of each eye, from what a modality says of an eye with a gradable image. */
export function listedBy<Found extends CommonFindings>(
  judge: (images: EyeImages<Found>) => Judged,
) {
  const judged = (images: EyeImages<Found>) => {
    const { contradicts = false, outcome = {} } = images.gradable.length > 0 ? judge(images) : {}
    const { referral = null, ...others } = outcome
    const worst = worstOf([...(referral === null ? [] : [referral]), ...images.referrals])
    return { contradicts, outcome: { ...NOT_JUDGED, ...others, referral: worst } }
  }
  return {
    eyesOf: (sitting: readonly Photograph<Found>[]): Omit<EyeSummary, 'machine'>[] =>
      byEye(sitting).map((images) => {
        const { contradicts, outcome } = judged(images)
        const { eye, photographs, gradable } = images
        const { stage, referral } = outcome
        return { eye, photographs, gradable: gradable.length, stage, referral, contradicts }
      }),
    outcomesOf: (
      sitting: readonly Photograph<Found>[],
      shown: readonly Photograph<Found>[],
    ): Omit<ReportedEye, 'machine'>[] =>
      shown.map((image) => {
        const { outcome } = judged(eyeOfImage(sitting, image))
        return { eye: image.eye, ...outcome }
      }),
  }
}
