import type { AnalysedImage, AnalysisResult, Eye, Findings } from '@mingmou/contract'

export const EYES = ['OD', 'OS'] as const

/**
 * A photograph of each eye for one report of both. The first of an eye is the basis of its finding.
 */
export type BothEyes = Readonly<Record<Eye, readonly [AnalysedImage, ...AnalysedImage[]]>>

type Severity = (findings: Findings) => number

/** null where an eye has no gradable photograph. */
export function bothEyesOf({ right, left }: AnalysisResult, severity: Severity): BothEyes | null {
  const [OD, OS] = [gradableOf(right, severity), gradableOf(left, severity)]
  return OD && OS ? { OD, OS } : null
}

/**
 * The worst photograph decides for an eye, so it comes first. Among equals the one of the best
 * quality does.
 */
function gradableOf(images: readonly AnalysedImage[], severity: Severity): BothEyes[Eye] | null {
  const bad = ({ data }: AnalysedImage) => (data ? severity(data) : 0)
  const score = ({ quality }: AnalysedImage) => quality?.score ?? 0
  const [first, ...others] = images
    .filter(({ quality }) => quality?.gradable)
    .sort((a, b) => bad(b) - bad(a) || score(b) - score(a))
  return first ? [first, ...others] : null
}

/** The clinician's choice for an eye, otherwise the first. */
export const chosenOf = (
  eyes: BothEyes,
  eye: Eye,
  picked: Readonly<Partial<Record<Eye, number>>>,
): AnalysedImage => eyes[eye].find(({ image_index }) => image_index === picked[eye]) ?? eyes[eye][0]
