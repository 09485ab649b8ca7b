import type { AnalysedImage, AnalysisResult, Archive, Eye } from '@mingmou/contract'

/** An image of the archive as the strip and the viewer show it; `analysed` once there is a result. */
export interface StripImage {
  image_index: number
  file_name: string
  width: number
  height: number
  image_url: string
  thumb_url: string
  eye: Eye | null
  analysed: AnalysedImage | null
}

export type EyeGroup = 'OD' | 'OS' | 'other'
export const EYE_GROUPS: readonly EyeGroup[] = ['OD', 'OS', 'other']

export const groupOf = (image: { eye: Eye | null }): EyeGroup => image.eye ?? 'other'

/** OD, then OS, then what is of no known eye; in each in the order of the archive. */
export function stripImages(
  result: AnalysisResult | undefined,
  archive: Archive | undefined,
): StripImage[] {
  const analysed = [...(result?.right ?? []), ...(result?.left ?? []), ...(result?.other ?? [])]
  const known = new Map(analysed.map((image) => [image.image_index, image]))
  const plain = (archive?.images ?? []).filter(({ image_index }) => !known.has(image_index))
  const all: StripImage[] = [
    ...analysed.map((image) => ({ ...image, analysed: image })),
    ...plain.map((image) => ({ ...image, eye: null, analysed: null })),
  ]
  return EYE_GROUPS.flatMap((group) =>
    all.filter((image) => groupOf(image) === group).sort((a, b) => a.image_index - b.image_index),
  )
}

/** What stands beside an image: the first of the fellow eye, else the next one. */
export function besideOf(
  images: readonly StripImage[],
  chosen: StripImage,
): StripImage | undefined {
  const others = images.filter((image) => image !== chosen)
  return (
    others.find((image) => image.eye !== null && chosen.eye !== null && image.eye !== chosen.eye) ??
    others.find((image) => image.image_index > chosen.image_index) ??
    others[0]
  )
}

/** OD on the left, OS on the right, as one faces the patient. */
export function asFaced(a: StripImage, b: StripImage): [StripImage, StripImage] {
  return a.eye === 'OS' || b.eye === 'OD' ? [b, a] : [a, b]
}
