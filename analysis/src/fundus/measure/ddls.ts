import type { DiscMeasures } from '@mingmou/contract'
import { RAYS } from '../../geometry/outline.ts'

type Damage = NonNullable<DiscMeasures['ddls']>

/** Spaeth 2006, Br J Ophthalmol 90:437; table 1 in PMC1856990: least rim over disc for stages 1, 2 ..., by disc size. */
const LEAST_RIM: Record<Damage['size'], readonly number[]> = {
  small: [0.5, 0.4, 0.3, 0.2, 0.1],
  average: [0.4, 0.3, 0.2, 0.1],
  large: [0.3, 0.2, 0.1],
}
/** The most degrees without rim in each further stage. */
const BARE: Record<Damage['size'], readonly number[]> = {
  small: [45, 90, 180],
  average: [45, 90, 180, 270],
  large: [45, 90, 180, 270],
}
/** A rim thinner than this share of the disc cannot be distinguished from no rim. */
const NO_RIM = 0.015

/** By the vertical diameter, mm. */
function sizeOf(diameter: number): Damage['size'] {
  if (diameter < 1.5) return 'small'
  return diameter > 2 ? 'large' : 'average'
}

/**
 * Disc damage likelihood scale by the thinnest rim. `rim` is width over disc diameter, clockwise from the right.
 * `diameter` is that of the disc in mm. Without a scale it is null, and an average disc is assumed.
 */
export function damageOf(rim: readonly number[], diameter: number | null): Damage {
  const size = diameter === null ? 'average' : sizeOf(diameter)
  const thinnest = Math.min(...rim)
  const hour = (Math.round((12 * rim.indexOf(thinnest)) / RAYS) + 3) % 12
  const bare = (360 / RAYS) * rim.filter((width) => width < NO_RIM).length
  const least = LEAST_RIM[size]
  const kept = least.findIndex((limit) => thinnest >= limit)
  const gone = BARE[size].findIndex((limit) => bare <= limit)
  const stageOfBare = least.length + 2 + (gone < 0 ? BARE[size].length : gone)
  return {
    stage: bare > 0 ? stageOfBare : (kept < 0 ? least.length : kept) + 1,
    size,
    size_assumed: diameter === null,
    thinnest_rim: thinnest,
    clock_hour: hour === 0 ? 12 : hour,
  }
}
