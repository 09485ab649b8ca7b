import {
  nameFacts,
  type AnalysedImage,
  type AnalysisResult,
  type Archive,
  type Eye,
  type StatedBy,
} from '@mingmou/contract'

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

/** OD, then OS, then images of no known eye. Each group keeps the order of the archive. */
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

/** The first image of the fellow eye. */
export function fellowOf(
  images: readonly StripImage[],
  chosen: StripImage,
): StripImage | undefined {
  return images.find(
    (image) => image.eye !== null && chosen.eye !== null && image.eye !== chosen.eye,
  )
}

/** The image to stand beside another: the first of the fellow eye, otherwise the next one. */
export function besideOf(
  images: readonly StripImage[],
  chosen: StripImage,
): StripImage | undefined {
  const others = images.filter((image) => image !== chosen)
  return (
    fellowOf(others, chosen) ??
    others.find((image) => image.image_index > chosen.image_index) ??
    others[0]
  )
}

/** Something about the eyes of a sitting that a clinician should look at. */
export type EyeHint =
  | { kind: 'only'; eye: Eye; other: Eye }
  | { kind: 'differs'; number: number; source: StatedBy | 'name'; label: Eye; eye: Eye }

/** The eye that a file name names; null where it names none, or both. */
function eyeOfName(name: string): Eye | null {
  const [eye = null, other] = nameFacts(name).eyes
  return other === undefined ? eye : null
}

/** Who says of the eye of an image what the machine may contradict: who stated it, or the name of the file. */
function labelOf({ eye, eye_source, file_name }: AnalysedImage) {
  return eye_source === null || eye_source === 'machine'
    ? { source: 'name' as const, label: eyeOfName(file_name) }
    : { source: eye_source, label: eye }
}

/** Finds photographs of one eye alone, and those whose label names another eye than the machine. */
export function eyeHints({ left, right, other }: AnalysisResult): EyeHint[] {
  const all = [...right, ...left, ...other].sort((a, b) => a.image_index - b.image_index)
  const labels = all.flatMap((image): EyeHint[] => {
    const { machine_eye: eye } = image
    const { source, label } = labelOf(image)
    if (eye === null || label === null || label === eye) return []
    return [{ kind: 'differs', number: image.image_index + 1, source, label, eye }]
  })
  if (other.length > 0 || (left.length === 0) === (right.length === 0)) return labels
  const [eye, missing] = left.length === 0 ? (['OD', 'OS'] as const) : (['OS', 'OD'] as const)
  return [{ kind: 'only', eye, other: missing }, ...labels]
}
