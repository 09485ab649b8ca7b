import { GLAUCOMA_BANDS, type DiscMeasures, type GlaucomaFinding } from '@mingmou/contract'

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

/** Suspicion by one disc. `diameter` is its vertical one in mm, null where no scale is known. */
export function suspicionOf(
  vcdr: number,
  { rim, isnt }: Pick<DiscMeasures, 'rim' | 'isnt'>,
  diameter: number | null,
): GlaucomaFinding {
  let band = bandOf(vcdr)
  const signs: Sign[] = band === 'low' ? [] : ['vcdr']
  const step = diameter === null ? -1 : Math.round((diameter - 1.2) / 0.1)
  const usual = LARGEST_USUAL[Math.min(LARGEST_USUAL.length - 1, Math.max(0, step))] ?? 1
  if (diameter !== null && vcdr > usual) {
    band = atLeast(band, 'suspect')
    signs.push('disc_size')
  }
  // Hours 11, 12, 1 and 5, 6, 7; twelve o'clock comes first.
  if (rim && [11, 0, 1, 5, 6, 7].some((hour) => (rim[hour] ?? 1) <= THIN_RIM)) {
    band = atLeast(band, 'suspect')
    signs.push('thin_rim')
  }
  // A healthy disc may break the order: it supports a suspicion and makes none.
  if (isnt === false && band !== 'low') signs.push('isnt')
  return { band, signs }
}
