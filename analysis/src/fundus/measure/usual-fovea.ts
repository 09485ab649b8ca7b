import type { Eye } from '@mingmou/contract'
import type { Field } from '../../field.ts'
import type { Spot } from '../../geometry/circle.ts'
import { DECISIONS } from '../decisions.ts'
import { toEdge } from './macula.ts'

/**
 * Where foveas usually lie: on the side of the eye or, where that is not known, on either. `height`: the
 * vertical diameter of the disc, px of the image.
 */
export function usualFoveas([x, y]: Spot, height: number, eye: Eye | null): Spot[] {
  const sides = eye === null ? [-1, 1] : [eye === 'OD' ? -1 : 1]
  return sides.map((side) => [x + side * DECISIONS.fovea.usual_dd * height, y])
}

/** Whether the fovea's usual place lies inside the field. */
export function isFoveaInField(disc: Spot, height: number, eye: Eye | null, field: Field): boolean {
  const least = DECISIONS.fovea.least_edge_dd * height
  return usualFoveas(disc, height, eye).some((place) => toEdge(field, place) > least)
}
