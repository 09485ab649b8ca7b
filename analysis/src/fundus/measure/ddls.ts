import type { DiscMeasures } from '@mingmou/contract'
import { RAYS } from '../../geometry/outline.ts'
import { DECISIONS } from '../decisions.ts'

type Damage = NonNullable<DiscMeasures['ddls']>

/** Spaeth 2006, Br J Ophthalmol 90:437: rim over disc and degrees without rim, by stage and size of the disc. */
const { least_rim, most_bare_deg, small_below_mm, large_above_mm, no_rim } = DECISIONS.ddls

/** Size by the vertical diameter, mm. */
function sizeOf(diameter: number): Damage['size'] {
  if (diameter < small_below_mm) return 'small'
  return diameter > large_above_mm ? 'large' : 'average'
}

/**
 * Disc damage likelihood scale by the thinnest rim. `rim` is width over disc diameter, clockwise from the right.
 * `diameter` is that of the disc in mm. Without a scale it is null, and an average disc is assumed.
 */
export function damageOf(rim: readonly number[], diameter: number | null): Damage {
  const size = diameter === null ? 'average' : sizeOf(diameter)
  const thinnest = Math.min(...rim)
  const hour = (Math.round((12 * rim.indexOf(thinnest)) / RAYS) + 3) % 12
  const bare = (360 / RAYS) * rim.filter((width) => width < no_rim).length
  const least = least_rim[size]
  const kept = least.findIndex((limit) => thinnest >= limit)
  const gone = most_bare_deg[size].findIndex((limit) => bare <= limit)
  const stageOfBare = least.length + 2 + (gone < 0 ? most_bare_deg[size].length : gone)
  return {
    stage: bare > 0 ? stageOfBare : (kept < 0 ? least.length : kept) + 1,
    size,
    size_assumed: diameter === null,
    thinnest_rim: thinnest,
    clock_hour: hour === 0 ? 12 : hour,
  }
}
