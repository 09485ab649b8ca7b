import { GLAUCOMA_BANDS, type DiscMeasures, type GlaucomaFinding } from '@mingmou/contract'
import { chanceWithin } from './confidence.ts'

type Band = GlaucomaFinding['band']
type Sign = GlaucomaFinding['signs'][number]

/** Vertical cup-to-disc ratio from which on each band is reached. */
const FROM: readonly number[] = [0, 0.5, 0.65, 0.8]
/** Rim over disc diameter between 11 and 1 or 5 and 7 o'clock that is suspect in itself (Foster 2002, Br J Ophthalmol 86:238). */
const THIN_RIM = 0.1
/** Blue Mountains, no glaucoma: 97.5th percentile of the ratio for vertical disc diameters from 1.2 mm in steps of 0.1 (Br J Ophthalmol 2004;88:766). */
const LARGEST_USUAL = [0.6, 0.59, 0.67, 0.68, 0.7, 0.71, 0.74, 0.75]

const atLeast = (band: Band, other: Band) =>
  GLAUCOMA_BANDS[Math.max(GLAUCOMA_BANDS.indexOf(band), GLAUCOMA_BANDS.indexOf(other))] ?? band

export const raised = (band: Band): Band =>
  GLAUCOMA_BANDS[Math.min(GLAUCOMA_BANDS.length - 1, GLAUCOMA_BANDS.indexOf(band) + 1)] ?? band

export function bandOf(vcdr: number): Band {
  return GLAUCOMA_BANDS[FROM.findLastIndex((from) => vcdr >= from)] ?? 'low'
}

/** Bounds of a band: the ratio lies in [from, to). */
export function boundsOf(band: Band): readonly [number, number] {
  const at = GLAUCOMA_BANDS.indexOf(band)
  return [at === 0 ? -Infinity : (FROM[at] ?? 0), FROM[at + 1] ?? Infinity]
}

/** The chance from which on a ratio or a rim counts as beyond a bound, and the spreads it is told by. */
const SURE = 0.8
export interface Spreads {
  vcdr: number
  rim: number
}

/** The highest band that the ratio is sure to reach, from suspected on; below that as it stands. */
function sureBand(vcdr: number, spread: number): Band {
  const reached = (from: number) => chanceWithin(from - vcdr, Infinity, spread) >= SURE
  return bandOf(FROM.findLast((from) => (from < 0.65 ? vcdr >= from : reached(from))) ?? 0)
}

/**
 * Suspicion by one disc. `diameter` is its vertical one in mm, null where no scale is known. What is not sure to be
 * beyond a bound, as far as ratio and rim spread, makes nothing suspected.
 */
export function suspicionOf(
  vcdr: number,
  { rim, isnt }: Pick<DiscMeasures, 'rim' | 'isnt'>,
  diameter: number | null,
  spreads: Spreads,
): GlaucomaFinding {
  let band = sureBand(vcdr, spreads.vcdr)
  const signs: Sign[] = band === 'low' ? [] : ['vcdr']
  const step = diameter === null ? -1 : Math.round((diameter - 1.2) / 0.1)
  const usual = LARGEST_USUAL[Math.min(LARGEST_USUAL.length - 1, Math.max(0, step))] ?? 1
  if (diameter !== null && chanceWithin(usual - vcdr, Infinity, spreads.vcdr) >= SURE) {
    band = atLeast(band, 'suspect')
    signs.push('disc_size')
  }
  // Hours 11, 12, 1 and 5, 6, 7; twelve o'clock comes first.
  const thin = (width: number) => chanceWithin(-Infinity, THIN_RIM - width, spreads.rim) >= SURE
  if (rim && [11, 0, 1, 5, 6, 7].some((hour) => thin(rim[hour] ?? 1))) {
    band = atLeast(band, 'suspect')
    signs.push('thin_rim')
  }
  // A healthy disc may break the order: it supports a suspicion and makes none.
  if (isnt === false && band !== 'low') signs.push('isnt')
  return { band, signs }
}
