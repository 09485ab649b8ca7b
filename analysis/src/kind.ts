import type { ModalityKey as Modality, Reason } from '@mingmou/contract'
import { findField } from './field.ts'
import type { Picture } from './image.ts'
import { DECISIONS } from './octa/decisions.ts'
import { featuresOf, type Features } from './octa/features.ts'
import { DECISIONS as SURFACE } from './surface/decisions.ts'
import { coldOf, type Features as EyeFeatures } from './surface/features.ts'

/** By its texture alone: grey, about square, full of fine bright detail. A network looks at its vessels besides. */
export function hasTextureOfScan(f: Features): boolean {
  const limit = DECISIONS.picture
  return (
    f.aspect >= limit.least_aspect &&
    f.colour <= limit.most_colour &&
    f.contrast >= limit.least_contrast &&
    f.fine >= limit.least_fine &&
    f.fine <= limit.most_fine &&
    f.rows <= limit.most_rows
  )
}

/** Mean of red less blue from which a picture with a round field looks like a fundus. */
const RED = 0.05

function isRedAndRound(picture: Picture): boolean {
  let redder = 0
  for (let i = 0; i < picture.rgb.length; i += 3)
    redder += (picture.rgb[i] ?? 0) - (picture.rgb[i + 2] ?? 0)
  const isRed = redder / (picture.rgb.length / 3) / 255 > RED
  return isRed && findField(picture).outline > 0.5
}

/** In blue light hardly any red comes back. */
export const isInBlueLight = ({ cold }: Pick<EyeFeatures, 'cold'>): boolean =>
  cold >= SURFACE.picture.least_cold

/** What each kind of image looks like. */
const KINDS: readonly (readonly [Modality, (picture: Picture) => boolean])[] = [
  ['fundus', isRedAndRound],
  ['surface', (picture) => isInBlueLight({ cold: coldOf(picture) })],
  ['octa', (picture) => hasTextureOfScan(featuresOf(picture))],
]

/** Which kind of image a picture looks like; null where it looks like none. */
export const kindOf = (picture: Picture): Modality | null =>
  KINDS.find(([, is]) => is(picture))?.[0] ?? null

/** Which other kind of image a refused picture looks like, as the reason that names it; empty where it looks like none. */
export function seemsOf(picture: Picture, own: Modality): Reason[] {
  const other = KINDS.find(([kind, is]) => kind !== own && is(picture))
  return other ? [`seems_${other[0]}`] : []
}
