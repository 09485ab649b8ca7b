import type { Eye, ShownRetina } from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import { isPart, type Field } from '../../field.ts'
import { DECISIONS } from '../decisions.ts'
import type { Places } from './places.ts'
import { toEdge } from './macula.ts'

/**
 * Whether the fovea's usual place lies inside the field, on the side of the eye or, where that is not
 * known, on either side. `height`: the vertical diameter of the disc, px of the image.
 */
export function isFoveaInField(disc: Spot, height: number, eye: Eye | null, field: Field): boolean {
  const sides = eye === null ? [-1, 1] : [eye === 'OD' ? -1 : 1]
  const { usual_dd, least_edge_dd } = DECISIONS.fovea
  return sides.some(
    (side) => toEdge(field, [disc[0] + side * usual_dd * height, disc[1]]) > least_edge_dd * height,
  )
}

type Found = Pick<Places, 'disc' | 'discHeight' | 'fovea' | 'eye' | 'lacking'>

/**
 * What of the retina the photograph shows; null where no edge of its field is seen. The macula is
 * shown by its usual place too: one full of exudates has no fovea to be found.
 */
export function shownIn(
  { disc, discHeight, fovea, eye, lacking }: Found,
  field: Field,
  isSmall: boolean,
): ShownRetina | null {
  if (isPart(field)) return null
  const usual = disc !== null && discHeight !== null && isFoveaInField(disc, discHeight, eye, field)
  return {
    disc: disc !== null && lacking.disc !== 'out_of_frame',
    macula: fovea !== null || usual,
    microaneurysms: !isSmall,
  }
}
