/** What is usual of a figure, where a source says it; worded at `norms.<key>` of the clinical texts. */
interface Norm {
  /** Below or above these a figure is marked; null where that side has no bound. */
  low: number | null
  high: number | null
  source: string
}

/** By the figure's dotted name in the findings. */
export const NORMS: Partial<Record<string, Norm>> = {
  vcdr: {
    low: null,
    // The bound of the largest discs: a smaller disc's own bound is lower.
    high: 0.75,
    source: 'Blue Mountains Eye Study, Br J Ophthalmol 2004;88:766, table 4',
  },
  'vessel.calibre.avr': {
    // Mean 0.70 and two standard deviations, of CRAE 162.5 (SD 9.3) µm over CRVE 232.9 (SD 16.1) µm taken as independent.
    low: 0.58,
    high: 0.82,
    source: '793 healthy Japanese eyes, Knudtson formula, IOVS abstract 2333177',
  },
}

/** On which side of its norm a figure lies; null within it, or where there is no norm. */
export function outsideOf(key: string, value: number | null): 'below' | 'above' | null {
  const norm = NORMS[key]
  if (!norm || value === null) return null
  if (norm.low !== null && value < norm.low) return 'below'
  return norm.high !== null && value > norm.high ? 'above' : null
}
