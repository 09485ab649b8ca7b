import {
  worstFirst,
  type AnalysedImage,
  type AnalysisResult,
  type Eye,
  type Modality,
} from '@mingmou/contract'

export const EYES = ['OD', 'OS'] as const

/**
 * A photograph of each eye for one report of both. The first of an eye is the basis of its finding.
 */
export type BothEyes = Readonly<Record<Eye, readonly [AnalysedImage, ...AnalysedImage[]]>>

/** null where an eye has no gradable photograph. */
export function bothEyesOf({ right, left }: AnalysisResult, modality: Modality): BothEyes | null {
  const [OD, OS] = [judgedOf(right, modality), judgedOf(left, modality)]
  return OD && OS ? { OD, OS } : null
}

function judgedOf(images: readonly AnalysedImage[], modality: Modality): BothEyes[Eye] | null {
  const [first, ...others] = worstFirst(modality, images, ({ data }) => data)
  return first ? [first, ...others] : null
}

/** The clinician's choice for an eye, otherwise the first. */
export const chosenOf = (
  eyes: BothEyes,
  eye: Eye,
  picked: Readonly<Partial<Record<Eye, number>>>,
): AnalysedImage => eyes[eye].find(({ image_index }) => image_index === picked[eye]) ?? eyes[eye][0]
