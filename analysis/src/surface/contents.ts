import { CUT, type PartMap } from '../geometry/part.ts'
import { piecesOf } from '../tiles.ts'
import { DECISIONS } from './decisions.ts'

const { picture: LIMITS } = DECISIONS

/** The second largest part of the map of the cornea over the largest; 0 of one part. */
export function secondCornea(map: PartMap): number {
  const [first, second] = piecesOf(map, (at) => (map.data[at] ?? 0) >= CUT)
  return first && second ? second.size / first.size : 0
}

/** Whether a picture shows more than one cornea: both eyes, or photographs side by side. */
export const isSeveral = (map: PartMap): boolean => secondCornea(map) >= LIMITS.least_second
