import { z } from 'zod'

/** Units are UCUM codes; in braces stands what UCUM has no unit for. `DD`: vertical disc diameters. */
export const UNIT_SYMBOLS = {
  '1': '',
  '%': '%',
  deg: '°',
  a: 'a',
  mm: 'mm',
  mm2: 'mm²',
  um: 'µm',
  'mm/mm2': 'mm/mm²',
  '{px}': 'px',
  '{px2}': 'px²',
  '/{px}': '1/px',
  'mm/{px}': 'mm/px',
  'mm[Hg]': 'mmHg',
  'mmol/L': 'mmol/L',
  '{DD}': 'DD',
  '{clock_hour}': 'h',
} as const
export type Unit = keyof typeof UNIT_SYMBOLS
export const Unit = z.enum(Object.keys(UNIT_SYMBOLS) as [Unit, ...Unit[]])

/** How far a figure errs: in its unit, or as shares of it where `relative`. docs/measures.md says what both rest on. */
export interface FigureError {
  /** An error of no consequence. */
  tolerance: number
  /** One standard deviation. */
  usual: number
  relative: boolean
}

/**
 * How counts on photographs of one eye differ: the variance of a count n is `few`² (n + 1) + `many`² (n + 1)², so that few
 * differ by their number and many by a share of it.
 */
export interface CountSpread {
  few: number
  many: number
}

/** What is usual of a figure; what lies outside it is worded at `norms.<key>` of the clinical texts. */
export interface Norm {
  low: number
  high: number
  source: string
  /** How many healthy photographs were measured in the same way; null of a published norm, worded at `norms.<key>.usual`. */
  healthy: number | null
}

export interface Figure {
  /** Its dotted place in the findings, and its code in `FIGURE_SYSTEM`. */
  key: string
  /** Its place in a report; null where a report does not carry it. */
  report: string | null
  unit: Unit
  digits: number
  /** Keys of the texts that together name it. */
  labels: readonly string[]
  /** Null: in no table of figures. */
  group: string | null
  /** The layer that shows what was measured. */
  layer: string | null
  /** Read less often: always, or where no scale in mm is known. */
  rare: boolean | 'unscaled'
  error: FigureError | null
  /** Of a count whose repeatability is measured; null of any other figure. It is written as a range and compared by it. */
  repeats: CountSpread | null
  norm: Norm | null
  /** A probability: written in percent, and never as certain. */
  chance: boolean
  /** A value below it is written as that: what it is measured from is no surer. */
  floor: number | null
  /** The ends of a grade, a score or a probability: no axis goes beyond them. */
  scale: readonly [number, number] | null
  /** Shown over time. A place, a list and a figure that says the same as another one are not. */
  traced: boolean
}

/**
 * The system of the figures' codes for other programs. No LOINC code is used: those for the cup-to-disc ratio (71484-0 and
 * 71485-7) and for the severity of retinopathy name ophthalmoscopy as their method, and there are none for the others.
 */
export const FIGURE_SYSTEM = 'urn:uuid:cdf3dfe0-456f-467b-bc53-57f5a535a2f2'

type More = Partial<Omit<Figure, 'key' | 'unit' | 'digits'>>

export const figure = (key: string, unit: Unit, digits: number, more: More = {}): Figure => ({
  key,
  report: null,
  unit,
  digits,
  labels: [`measure.${key}`],
  group: null,
  layer: null,
  rare: false,
  error: null,
  repeats: null,
  norm: null,
  chance: false,
  floor: null,
  scale: null,
  traced: more.error !== undefined && more.error !== null,
  ...more,
})

/** An error as shares of the figure. */
export const share = (tolerance: number, usual: number): FigureError => ({
  tolerance,
  usual,
  relative: true,
})
/** An error in the figure's unit. */
export const within = (tolerance: number, usual: number): FigureError => ({
  tolerance,
  usual,
  relative: false,
})

/** Beyond this share of itself a figure's usual error leaves nothing to compare. */
const COARSE = 1 / 3

/** Whether a figure errs so much that neither a norm nor a change of it says anything. */
export const isCoarse = ({ error }: Pick<Figure, 'error'>): boolean =>
  error !== null && error.relative && error.usual > COARSE

/** A figure as a photograph has it, and one standard deviation of its error. */
type Spread = Pick<Figure, 'norm' | 'error'> & {
  value: number | null
  confidence: { spread: number | null } | null
}

/** One standard deviation: as stated of the photograph, else the usual error of the figure. */
function spreadOf({ error, value, confidence }: Spread): number {
  const usual = error ? error.usual * (error.relative ? Math.abs(value ?? 0) : 1) : 0
  return confidence?.spread ?? usual
}

/**
 * Where a figure lies to its norm; null without either. `near`: beyond a bound by no more than its
 * spread, so that it may as well lie inside. Nothing is told of its meaning then.
 */
export function placeInNorm(figure: Spread): 'inside' | 'near' | 'below' | 'above' | null {
  const { norm, value } = figure
  if (norm === null || value === null) return null
  const below = norm.low - value
  const beyond = Math.max(below, value - norm.high)
  if (beyond <= 0) return 'inside'
  if (beyond <= spreadOf(figure)) return 'near'
  return below > 0 ? 'below' : 'above'
}

/** On which side of its norm a figure lies beyond its spread; null where that cannot be told. */
export function outsideOf(figure: Spread): 'below' | 'above' | null {
  const place = placeInNorm(figure)
  return place === 'below' || place === 'above' ? place : null
}

/** What every modality tells of a picture. */
export const PICTURE_FIGURES: readonly Figure[] = [
  figure('file.width', '{px}', 0),
  figure('file.height', '{px}', 0),
  figure('scale.mm_per_px', 'mm/{px}', 6, { report: 'scale.mm_per_px' }),
  figure('quality_score', '1', 2, { report: 'iqa.image_score' }),
  figure('quality.score', '1', 2),
  figure('quality.sharpness', '1', 2),
  figure('quality.brightness', '1', 2),
  figure('quality.contrast', '1', 2),
  figure('quality.underexposed', '1', 2),
  figure('quality.overexposed', '1', 2),
  figure('quality.field.centre', '{px}', 0),
  figure('quality.field.diameter_px', '{px}', 0),
  figure('quality.field.inside_frame', '1', 2),
  figure('quality.field.area_px', '{px2}', 0),
  figure('eye_confidence', '1', 2, { report: 'eye_confidence' }),
]

/** Every number that the analysis of a modality finds, in the order it is read. */
export interface FigureTable {
  all: readonly Figure[]
  /** The figure at a place of the findings. A place that the table does not have is a fault of ours. */
  at: (key: string) => Figure
  /** The figure at a place of a report; undefined where the place holds none. */
  inReport: (place: string) => Figure | undefined
}

/** `derived`: numbers that a report says besides, by the figure that each comes from. */
export function figureTable(
  all: readonly Figure[],
  derived: readonly (Pick<Figure, 'key'> & Partial<Figure> & { report: string })[] = [],
): FigureTable {
  const byKey = new Map(all.map((row) => [row.key, row]))
  const at = (key: string) => {
    const found = byKey.get(key)
    if (!found) throw new Error(`the table of figures has no ${key}`)
    return found
  }
  const carried = [...all, ...derived.map((row) => ({ ...at(row.key), ...row }))]
  const byReport = new Map(
    carried.flatMap((row) => (row.report === null ? [] : [[row.report, row] as const])),
  )
  return { all, at, inReport: (place) => byReport.get(place) }
}
