import { GLAUCOMA_BANDS, type DiscMeasures, type GlaucomaFinding } from '@mingmou/contract'
import type { Models } from './models.ts'
import { chanceWithin } from '../certainty/confidence.ts'

type Band = GlaucomaFinding['band']
type Sign = GlaucomaFinding['signs'][number]

type GlaucomaRules = Models['glaucoma']

const atLeast = (band: Band, other: Band) =>
  GLAUCOMA_BANDS[Math.max(GLAUCOMA_BANDS.indexOf(band), GLAUCOMA_BANDS.indexOf(other))] ?? band

export const raised = (band: Band): Band =>
  GLAUCOMA_BANDS[Math.min(GLAUCOMA_BANDS.length - 1, GLAUCOMA_BANDS.indexOf(band) + 1)] ?? band

interface Spreads {
  vcdr: number
  rim: number
}

/** The highest band that the ratio reaches. `suspect` and above only where it surely does. */
function bandOf(vcdr: number, spread: number, { from, sure }: GlaucomaRules): Band {
  const surely = (bound: number) => chanceWithin(bound - vcdr, Infinity, spread) >= sure
  if (surely(from.high)) return 'high'
  if (surely(from.suspect)) return 'suspect'
  return vcdr >= from.watch ? 'watch' : 'low'
}

/** The largest usual ratio in a disc of this vertical diameter, mm. */
function usualOf(diameter: number, { largest_usual }: GlaucomaRules): number {
  const { least_mm, step_mm, ratios } = largest_usual
  const step = Math.max(0, Math.round((diameter - least_mm) / step_mm))
  return ratios[Math.min(ratios.length - 1, step)] ?? 1
}

/**
 * The suspicion by one disc. `diameter` is its vertical one in mm, null where no scale is known. A
 * ratio or rim counts only where it is surely beyond its bound, given its spread.
 */
export function suspicionOf(
  vcdr: number,
  { rim, isnt }: Pick<DiscMeasures, 'rim' | 'isnt'>,
  diameter: number | null,
  spreads: Spreads,
  rules: GlaucomaRules,
): GlaucomaFinding {
  let band = bandOf(vcdr, spreads.vcdr, rules)
  const signs: Sign[] = band === 'low' ? [] : ['vcdr']
  const beyond = (bound: number) => chanceWithin(bound - vcdr, Infinity, spreads.vcdr) >= rules.sure
  if (diameter !== null && beyond(usualOf(diameter, rules))) {
    band = atLeast(band, 'suspect')
    signs.push('disc_size')
  }
  // Hours 11, 12, 1 and 5, 6, 7; twelve o'clock comes first.
  const thin = (width: number) =>
    chanceWithin(-Infinity, rules.thin_rim - width, spreads.rim) >= rules.sure
  if (rim && [11, 0, 1, 5, 6, 7].some((hour) => thin(rim[hour] ?? 1))) {
    band = atLeast(band, 'suspect')
    signs.push('thin_rim')
  }
  // A healthy disc may break the order. It only supports a suspicion.
  if (isnt === false && band !== 'low') signs.push('isnt')
  return { band, signs }
}
