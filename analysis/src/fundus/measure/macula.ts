import type { MaculaMeasures } from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import { isPart, type Field } from '../../field.ts'
import type { Ledger } from '../../certainty/ledger.ts'

/**
 * The distance from a place to the nearest edge of the field, px of the image. Negative outside.
 */
export function toEdge({ centre, diameter, box, chords }: Field, [x, y]: Spot): number {
  return Math.min(
    diameter / 2 - Math.hypot(x - centre[0], y - centre[1]),
    x - box.x + 0.5,
    y - box.y + 0.5,
    box.x + box.width - 0.5 - x,
    box.y + box.height - 0.5 - y,
    ...chords.map(({ away, reach }) => reach - away[0] * x - away[1] * y),
  )
}

/**
 * `height` is the vertical diameter of the disc, px of the image. A `turned` photograph has no
 * level from which an angle could be told.
 */
export function measureMacula(
  fovea: Spot,
  disc: { centre: Spot; height: number | null } | null,
  { field, turned }: { field: Field; turned: boolean },
  ledger: Ledger,
): MaculaMeasures {
  const cut = isPart(field)
  const edge = cut ? ledger.missing('macula.edge_distance', 'field_cut') : toEdge(field, fovea)
  const height = disc?.height ?? null
  const none = (name: string) => ledger.missing(`macula.${name}`, 'no_disc')
  if (!disc)
    return {
      edge_distance: edge,
      edge_distance_dd: none('edge_distance_dd'),
      fd_dist: none('fd_dist'),
      fd_dist_dd: none('fd_dist_dd'),
      angle: none('angle'),
    }
  const [dx, dy] = [disc.centre[0] - fovea[0], disc.centre[1] - fovea[1]]
  const distance = Math.hypot(dx, dy)
  return {
    edge_distance: edge,
    edge_distance_dd:
      edge === null
        ? ledger.missing('macula.edge_distance_dd', 'field_cut')
        : height === null
          ? none('edge_distance_dd')
          : edge / height,
    fd_dist: distance,
    fd_dist_dd: height === null ? none('fd_dist_dd') : distance / height,
    angle: turned
      ? ledger.missing('macula.angle', 'turned')
      : (180 * Math.atan2(dy, Math.abs(dx))) / Math.PI,
  }
}
