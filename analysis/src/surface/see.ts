import { wholeCrop, type Crop } from '../crop.ts'
import type { PartMap } from '../geometry/part.ts'
import type { Picture } from '../image.ts'
import { inferMaps } from '../networks/inference.ts'
import { PLAIN, type View } from '../networks/view.ts'
import { resample } from '../resample.ts'
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

/**
 * Labels that are seen from afar too: where the lids cover the cornea, its middle and the other rim say where it lies, and a
 * large ulcer is seen whole.
 */
const FAR = ['cornea', 'opening', 'patch'] as const

/** Shows the whole photograph to the network at two scales, plain and mirrored: dots at the finer, all else at both. */
export async function seeEye({ surface }: Models, picture: Picture): Promise<Seen> {
  const { longest_px, far_px, multiple } = surface.card.input
  const crop = wholeCrop(picture, longest_px)
  const near = await inferMaps(surface, crop, multiple, VIEWS)
  const far = await inferMaps(surface, wholeCrop(picture, far_px), multiple, VIEWS)
  const joined = (one: Record<string, PartMap>, other: Record<string, PartMap> = {}) =>
    mapsIn({
      ...one,
      ...Object.fromEntries(FAR.map((label) => [label, mean(one[label], other[label])])),
    })
  return {
    ...joined(near.mean, far.mean),
    views: near.views.map((view, at) => joined(view, far.views[at])),
    crop,
  }
}

/** The mean of two maps of one box, at the size of the first. */
function mean(near: PartMap | undefined, far: PartMap | undefined): PartMap | undefined {
  if (!near || !far) return near
  const whole = { x: 0, y: 0, width: far.width, height: far.height }
  const large = resample(far.data, far.width, 1, whole, near)
  return { ...near, data: near.data.map((value, at) => (value + (large[at] ?? 0)) / 2) }
}

function mapsIn(maps: Record<string, PartMap | undefined>): SeenMaps {
  const map = (label: (typeof LABELS)[number]) => {
    const found = maps[label]
    if (!found) throw new Error(`no output ${label}`)
    return found
  }
  return { cornea: map('cornea'), opening: map('opening'), patch: map('patch'), dots: map('dots') }
}
