import type { ContentReason } from '@mingmou/contract'
import { hasTextureOfScan } from '../kind.ts'
import type { Picture } from '../image.ts'
import { negativeOf } from '../colour.ts'
import { hasGaps, lightAt, seamOf, smallPicture, type Small } from '../tiles.ts'
import { DECISIONS } from './decisions.ts'
import { featuresOf, type Features } from './features.ts'

/** Mean light of the pixels between two distances from a place, all as shares of the sides. */
function meanAround(small: Small, [x, y]: readonly [number, number], from: number, to: number) {
  const { width, height } = small
  const reach = Math.min(width, height)
  let [sum, count] = [0, 0]
  for (let at = 0; at < width * height; at++) {
    const [dx, dy] = [(at % width) - x * width, Math.floor(at / width) - y * height]
    const away = Math.hypot(dx, dy) / reach
    if (away < from || away > to) continue
    sum += lightAt(small, at)
    count++
  }
  return sum / Math.max(1, count)
}

const QUARTERS = [0.25, 0.75].flatMap((x) => [0.25, 0.75].map((y) => [x, y] as const))

/** How much darker than its surroundings the middle of a quarter is, in the least dark of the four: each layer has its zone. */
export function darkQuarters(small: Small): number {
  const shares = QUARTERS.map((place) => {
    const ring = meanAround(small, place, 0.1, 0.2)
    return (ring - meanAround(small, place, 0, 0.035)) / Math.max(1, ring)
  })
  return Math.min(...shares)
}

/** How much an edge stands out in the middle of a picture, the lesser of across and along. */
export const middleSeam = (small: Small): number =>
  Math.min(seamOf(small, 'rows', [0.47, 0.53]), seamOf(small, 'columns', [0.47, 0.53]))

/** What a picture is that shows no single scan with bright vessels; null where it may be one. */
export function contentsOf(picture: Picture, features: Features): ContentReason | null {
  const limit = DECISIONS.picture
  if (
    features.bright_lines <= limit.dark_vessels &&
    hasTextureOfScan(featuresOf(negativeOf(picture)))
  )
    return 'negative'
  if (!hasTextureOfScan(features)) return null
  const small = smallPicture(picture)
  // An eye that moves shifts whole rows, and one that blinks blackens them. Images side by side meet in both directions.
  const isSeveral =
    middleSeam(small) >= limit.least_middle_seam ||
    hasGaps(small) ||
    darkQuarters(small) >= limit.dark_quarters
  return isSeveral ? 'several_fields' : null
}
