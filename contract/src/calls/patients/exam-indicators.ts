import { message } from '../../wire/messages.ts'

/** Right eye and left eye, in the order of a form. */
export const EXAM_EYES = ['OD', 'OS'] as const
export type ExamEye = (typeof EXAM_EYES)[number]

type Kind = 'acuity' | 'pressure' | 'ratio' | 'text'

interface Indicator {
  kind: Kind
  /** A value outside is asked about before it is saved. A value that cannot be is refused. */
  usual?: readonly [number, number]
}

/** What an eye examination records of each eye, in the order of the form. */
export const INDICATORS = {
  naked_va: { kind: 'acuity', usual: [0.01, 1.5] },
  corrected_va: { kind: 'acuity', usual: [0.01, 1.5] },
  iop: { kind: 'pressure', usual: [5, 30] },
  conjunctiva: { kind: 'text' },
  cornea: { kind: 'text' },
  anterior_chamber: { kind: 'text' },
  iris: { kind: 'text' },
  pupil: { kind: 'text' },
  lens: { kind: 'text' },
  vitreous: { kind: 'text' },
  optic_disc: { kind: 'text' },
  cd_ratio: { kind: 'ratio', usual: [0, 0.9] },
  av_ratio: { kind: 'ratio', usual: [0.3, 1] },
  retina: { kind: 'text' },
} as const satisfies Record<string, Indicator>

export type IndicatorKey = keyof typeof INDICATORS
export const INDICATOR_KEYS = Object.keys(INDICATORS) as IndicatorKey[]
const TABLE: Record<IndicatorKey, Indicator> = INDICATORS

export const kindOf = (indicator: IndicatorKey): Kind => TABLE[indicator].kind

export const TEXT_CHARS = 200
const ACUITY = { least: 0.01, most: 2 }
/**
 * Five-mark records of the acuities above: `5 + log10(decimal)`, GB 11533. They are written with one decimal place; a
 * bare 3 or 4 is more likely a decimal acuity whose point was forgotten.
 */
const FIVE_MARK = { least: 3, most: 5.3 }
const PRESSURE = { least: 1, most: 80 }

/** Acuities below what a chart measures, as a clinic writes them. A distance may follow CF. */
const BELOW_CHART: readonly (readonly [RegExp, string])[] = [
  [/^(?:cf|fc|指数)(?:[ /@]*\d{1,3} ?cm)?$/i, 'CF'],
  [/^(?:hm|手动)(?:[ /@]*\d{1,3} ?cm)?$/i, 'HM'],
  [/^(?:nlp|无光感)$/i, 'NLP'],
  [/^(?:lp|光感)$/i, 'LP'],
]

/** What an entry says: a number, a code of acuity, or the text itself. null: it says nothing that can be. */
export type ReadEntry = number | string | null

/** Full-width digits and signs read as their plain ones. */
const plain = (entry: string) => entry.normalize('NFKC').trim()

const MARK = /^\d\.\d$/
const NUMBER = /^\d{1,4}(?:\.\d{1,4})?$/
const numberIn = (text: string): number | null => (NUMBER.test(text) ? Number(text) : null)

/** `a` over `b`, for the signs between them. */
function fraction(text: string, signs: RegExp): number | null {
  const [above = '', below = '', more] = text.split(signs).map((part) => part.trim())
  const [a, b] = [numberIn(above), numberIn(below)]
  return more === undefined && a !== null && b !== null && b > 0 ? a / b : null
}

const rounded = (value: number) => Number(value.toPrecision(3))
const within = (value: number | null, { least, most }: { least: number; most: number }) =>
  value !== null && value >= least && value <= most ? value : null

function readAcuity(text: string): ReadEntry {
  const below = BELOW_CHART.find(([pattern]) => pattern.test(text))
  if (below) return below[1]
  const typed = numberIn(text) ?? fraction(text, /\//)
  const isMark = MARK.test(text) && within(typed, FIVE_MARK) !== null
  const decimal = isMark && typed !== null ? 10 ** (typed - 5) : typed
  return within(decimal === null ? null : rounded(decimal), ACUITY)
}

const READ: Record<Kind, (text: string) => ReadEntry> = {
  acuity: readAcuity,
  pressure: (text) => within(numberIn(text), PRESSURE),
  ratio: (text) => {
    const value = numberIn(text) ?? fraction(text, /[:/]/)
    return within(value === null ? null : rounded(value), { least: 0, most: 1 })
  },
  text: (text) => (text === '' || text.length > TEXT_CHARS ? null : text),
}

/**
 * The value of an entry. Acuity is decimal, whether it was typed as decimal (0.5), Snellen (20/40, 6/12) or
 * five-mark record (4.7); below the chart it is CF, HM, LP or NLP. Pressure is in mmHg.
 */
export const readEntry = (indicator: IndicatorKey, entry: string): ReadEntry =>
  READ[kindOf(indicator)](kindOf(indicator) === 'text' ? entry.trim() : plain(entry))

const FAULTS: Record<Kind, string> = {
  acuity: 'acuity_format',
  pressure: 'iop_range',
  ratio: 'ratio_range',
  text: message('max_chars', TEXT_CHARS),
}
/** The encoded message of an entry that says nothing that can be. */
export const entryFault = (indicator: IndicatorKey) => FAULTS[kindOf(indicator)]

/** The entries of a form as they were typed. A missing one is empty. */
export type Entries = {
  [Indicator in IndicatorKey]?: { [Eye in ExamEye]?: string | null | undefined } | undefined
}

export const enteredOf = (entries: Entries, indicator: IndicatorKey, eye: ExamEye): string =>
  entries[indicator]?.[eye]?.trim() ?? ''

/** What is asked about: outside the usual range, or a corrected acuity below the naked one. */
export interface Unusual {
  indicator: IndicatorKey
  eye: ExamEye
  entry: string
  why: 'range' | 'corrected_below_naked'
}

export function unusualIn(entries: Entries): Unusual[] {
  return EXAM_EYES.flatMap((eye) => {
    const valueOf = (indicator: IndicatorKey) =>
      readEntry(indicator, enteredOf(entries, indicator, eye))
    const found = INDICATOR_KEYS.flatMap((indicator): Unusual[] => {
      const { usual } = TABLE[indicator]
      const value = valueOf(indicator)
      if (!usual || typeof value !== 'number') return []
      const [least, most] = usual
      const entry = enteredOf(entries, indicator, eye)
      return value < least || value > most ? [{ indicator, eye, entry, why: 'range' }] : []
    })
    const [naked, corrected] = [valueOf('naked_va'), valueOf('corrected_va')]
    if (typeof naked !== 'number' || typeof corrected !== 'number' || corrected >= naked)
      return found
    const entry = enteredOf(entries, 'corrected_va', eye)
    return [...found, { indicator: 'corrected_va', eye, entry, why: 'corrected_below_naked' }]
  })
}
