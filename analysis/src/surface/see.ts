import { wholeCrop, type Crop } from '../crop.ts'
import type { PartMap } from '../geometry/part.ts'
import type { Picture } from '../image.ts'
import { inferMaps, PLAIN, type View } from '../inference.ts'
import { LABELS } from './cards.ts'
import type { Models } from './models.ts'

/** The answers of the network for a photograph: probabilities 0..1, cut at 0.5. */
export type SeenMaps = Record<(typeof LABELS)[number], PartMap>

/** The mean over the views, and the single views. */
export interface Seen extends SeenMaps {
  views: readonly SeenMaps[]
  /** The photograph at the scale of the network. */
  crop: Crop
}

const VIEWS: readonly View[] = [PLAIN, { ...PLAIN, mirrored: true }]

/** Shows the whole photograph to the network, plain and mirrored. */
export async function seeEye({ surface }: Models, picture: Picture): Promise<Seen> {
  const { longest_px, multiple } = surface.card.input
  const crop = wholeCrop(picture, longest_px)
  const { mean, views } = await inferMaps(surface, crop, multiple, VIEWS)
  return { ...mapsIn(mean), views: views.map(mapsIn), crop }
}

function mapsIn(maps: Record<string, PartMap>): SeenMaps {
  const map = (label: (typeof LABELS)[number]) => {
    const one = maps[label]
    if (!one) throw new Error(`no output ${label}`)
    return one
  }
  return { cornea: map('cornea'), opening: map('opening'), patch: map('patch'), dots: map('dots') }
}
