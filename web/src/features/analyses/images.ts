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

/** OD on the left, OS on the right, as one faces the patient. */
export function asFaced(a: StripImage, b: StripImage): [StripImage, StripImage] {
  return a.eye === 'OS' || b.eye === 'OD' ? [b, a] : [a, b]
}

/** Something about the eyes of a sitting that a clinician should look at. */
export type EyeHint =
  | { kind: 'only'; eye: Eye; other: Eye }
  | { kind: 'name' | 'corrected'; number: number; label: Eye; eye: Eye }

const LABEL = /(?:^|[^A-Za-z])(OD|OS)(?![A-Za-z])/i

/** The eye that a file name names; null where it names none. */
function eyeOfName(name: string): Eye | null {
  const label = LABEL.exec(name)?.[1]?.toUpperCase()
  return label === 'OD' || label === 'OS' ? label : null
}

/** Finds photographs of one eye alone, and those whose label names another eye than the machine. */
export function eyeHints({ left, right, other }: AnalysisResult): EyeHint[] {
  const all = [...right, ...left, ...other].sort((a, b) => a.image_index - b.image_index)
  const labels = all.flatMap((image): EyeHint[] => {
    const eye = image.data?.eye ?? null
    const label = image.eye_corrected ? image.eye : eyeOfName(image.file_name)
    if (eye === null || label === null || label === eye) return []
    const kind = image.eye_corrected ? 'corrected' : 'name'
    return [{ kind, number: image.image_index + 1, label, eye }]
  })
  if (other.length > 0 || (left.length === 0) === (right.length === 0)) return labels
  const [eye, missing] = left.length === 0 ? (['OD', 'OS'] as const) : (['OS', 'OD'] as const)
  return [{ kind: 'only', eye, other: missing }, ...labels]
}
