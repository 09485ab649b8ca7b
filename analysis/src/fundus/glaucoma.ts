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

/** The band of the ratio as it is printed, so that number and word cannot differ. */
function bandOf(vcdr: number, { from }: GlaucomaRules): Band {
  const printed = Math.round(100 * vcdr) / 100
  if (printed >= from.high) return 'high'
  if (printed >= from.suspect) return 'suspect'
  return printed >= from.watch ? 'watch' : 'low'
}

/** The largest usual ratio in a disc of this vertical diameter, mm. */
function usualOf(diameter: number, { largest_usual }: GlaucomaRules): number {
  const { least_mm, step_mm, ratios } = largest_usual
  const step = Math.max(0, Math.round((diameter - least_mm) / step_mm))
  return ratios[Math.min(ratios.length - 1, step)] ?? 1
}

/**
 * The suspicion by one disc. `diameter` is its vertical one in mm, null where no scale is known. A
 * ratio beyond the usual one of its size of disc, or a thin rim, counts only where it is surely so, given
 * its spread.
 */
export function suspicionOf(
  vcdr: number,
  { rim, isnt }: Pick<DiscMeasures, 'rim' | 'isnt'>,
  diameter: number | null,
  spreads: Spreads,
  rules: GlaucomaRules,
): GlaucomaFinding {
  let band = bandOf(vcdr, rules)
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
