import type { AnalysedImage, AnalysisResult, Eye } from '@mingmou/contract'

export const EYES = ['OD', 'OS'] as const

/** A photograph of each eye for one report of both; the first of an eye is its best. */
export type BothEyes = Readonly<Record<Eye, readonly [AnalysedImage, ...AnalysedImage[]]>>

/** Null where an eye has no gradable photograph. */
export function bothEyesOf({ right, left }: AnalysisResult): BothEyes | null {
  const [OD, OS] = [gradableOf(right), gradableOf(left)]
  return OD && OS ? { OD, OS } : null
}

function gradableOf(images: readonly AnalysedImage[]): BothEyes[Eye] | null {
  const score = ({ quality }: AnalysedImage) => quality?.score ?? 0
  const [best, ...others] = images
    .filter(({ quality }) => quality?.gradable)
    .sort((a, b) => score(b) - score(a))
  return best ? [best, ...others] : null
}

/** What the clinician chose of an eye, else its best. */
export const chosenOf = (
  eyes: BothEyes,
  eye: Eye,
  picked: Readonly<Partial<Record<Eye, number>>>,
): AnalysedImage => eyes[eye].find(({ image_index }) => image_index === picked[eye]) ?? eyes[eye][0]
