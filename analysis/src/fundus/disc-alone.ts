import { squareCrop, type Source } from '../crop.ts'
import { isPart } from '../field.ts'
import type { Spot } from '../geometry/circle.ts'
import { areaOf, extentsOf } from '../geometry/outline.ts'
import { CUT } from '../geometry/part.ts'
import { inferMaps } from '../networks/inference.ts'
import type { View } from '../networks/view.ts'
import { DECISIONS } from './decisions.ts'
import { shapeOf } from './measure/disc.ts'
import type { Models } from './models.ts'

/** What one look found: px of the image, and the mean probability inside. */
interface Look {
  centre: Spot
  diameter: number
  flat: number
  mean: number
}

/** The disc that the network sees where it is shown all of a picture as if a disc took this share of the longer side. */
async function lookAs(
  { disc_alone: network }: Pick<Models, 'disc_alone'>,
  whole: Source,
  share: number,
  views: readonly View[],
): Promise<Look | null> {
  const { x, y, width, height } = whole.field.box
  const { crop_disc_diameters, size_px, multiple } = network.card.input
  const middle: Spot = [x + (width - 1) / 2, y + (height - 1) / 2]
  const side = crop_disc_diameters * share * Math.max(width, height)
  const crop = squareCrop(whole, middle, side, size_px)
  const { disc, cup } = (await inferMaps(network, crop, multiple, views)).mean
  const shape = disc && cup ? shapeOf({ disc, cup }) : null
  if (!disc || !shape) return null
  const extents = extentsOf(shape.disc)
  const [short = 1, long = 1] = [extents.width, extents.height].sort((a, b) => a - b)
  const inside = disc.data.filter((value) => value >= CUT)
  return {
    centre: shape.centre,
    diameter: 2 * Math.sqrt(areaOf(shape.disc) / Math.PI),
    flat: long / short,
    mean: inside.reduce((sum, value) => sum + value, 0) / Math.max(1, inside.length),
  }
}

/**
 * Where the disc lies in a photograph of the disc alone, which the network of the whole field does not know: px of the image.
 * The network looks several times as if the disc were smaller or larger, and only what stays as large and where it was is one.
 * null where an edge of the field is seen, or where there is none so large, so round and so surely.
 */
export async function discAlone(
  models: Pick<Models, 'disc_alone'>,
  whole: Source,
  views: readonly View[],
): Promise<{ centre: Spot; diameter: number } | null> {
  const { field } = whole
  if (!isPart(field)) return null
  const limits = DECISIONS.disc
  const looks: Look[] = []
  for (const share of limits.alone_shares) {
    const look = await lookAs(models, whole, share, views)
    if (!look || look.flat > limits.most_alone_flat || look.mean < limits.least_alone_mean)
      return null
    looks.push(look)
  }
  const [first, ...others] = looks
  if (!first) return null
  const { centre, diameter } = first
  const diameters = looks.map((look) => look.diameter)
  const stays = others.every(
    (look) =>
      Math.hypot(look.centre[0] - centre[0], look.centre[1] - centre[1]) <=
      limits.most_alone_shift * diameter,
  )
  const isLarge =
    diameter >= limits.least_alone * Math.min(field.box.width, field.box.height) &&
    Math.max(...diameters) <= limits.most_alone_change * Math.min(...diameters)
  return stays && isLarge ? { centre, diameter } : null
}
