import type { AnalysedImage, AnalysisCalls, AnalysisResult, DataOf, Eye } from '@mingmou/contract'

export type Sitting = DataOf<AnalysisCalls['list']>['rows'][number]

/** A picture of a sitting, as one side shows it. */
export interface Shown {
  sitting: Sitting
  image: AnalysedImage
}

/** The later sitting that was asked for or is the newest, and the one before it unless another was asked for. */
export function pairOf(
  rows: readonly Sitting[],
  asked: { before: string; after: string },
): { before: Sitting | undefined; after: Sitting | undefined } {
  const find = (rid: string) => rows.find(({ image_id }) => image_id === rid)
  const after = find(asked.after) ?? (asked.after === '' ? rows[0] : undefined)
  const older = after && rows[rows.indexOf(after) + 1]
  return { before: asked.before === '' ? older : find(asked.before), after }
}

export const imagesOf = (result: AnalysisResult | undefined, eye: Eye): readonly AnalysedImage[] =>
  (eye === 'OD' ? result?.right : result?.left) ?? []

/** The image that was asked for, otherwise the first that can be judged. */
export const imageOf = (images: readonly AnalysedImage[], index: number | null) =>
  images.find(({ image_index }) => image_index === index) ??
  images.find(({ data }) => data?.gradable) ??
  images[0]

/** An eye that both sittings show; the right one first. */
export function eyeOfBoth(before: AnalysisResult | undefined, after: AnalysisResult | undefined) {
  const both = (['OD', 'OS'] as const).find(
    (eye) => imagesOf(before, eye).length > 0 && imagesOf(after, eye).length > 0,
  )
  return both ?? 'OD'
}
