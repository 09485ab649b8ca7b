import type { CommonFindings } from './common.ts'
import { UNIT_SYMBOLS, type Figure, type FigureTable, type Unit } from './figure-table.ts'
import { reasonOf, type Confidence, type Reason } from './findings.ts'

/** A figure as one photograph has it. */
export interface Measure extends Omit<Figure, 'rare'> {
  rare: boolean
  value: number | null
  /** Why there is no value, where that is known. */
  reason: Reason | null
  confidence: Confidence | null
  /** Where a scale is known. */
  mmPerPx: number | null
}

/** The number at a dotted name; null where it, or a group it is part of, is not there. */
export function valueAt(from: object, path: string): number | null {
  let value: unknown = from
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null
    value = (value as Record<string, unknown>)[name]
  }
  return typeof value === 'number' ? value : null
}

type Source = Pick<CommonFindings, 'not_measured' | 'confidence' | 'scale'>

function measure(figure: Figure, from: Source, path: string, unit = figure.unit): Measure {
  const value = valueAt(from, path)
  const mmPerPx = from.scale?.mm_per_px ?? null
  return {
    ...figure,
    rare: figure.rare === 'unscaled' ? mmPerPx === null : figure.rare,
    unit,
    value,
    reason: value === null ? reasonOf(from.not_measured, path) : null,
    confidence: from.confidence[path] ?? null,
    mmPerPx,
  }
}

export const findingMeasure = ({ at }: FigureTable, findings: Source, key: string): Measure =>
  measure(at(key), findings, key)

const inGroup = ({ all }: FigureTable, group: string) =>
  all.filter((figure) => figure.group === group)

export const findingMeasures = (table: FigureTable, findings: Source, group: string): Measure[] =>
  inGroup(table, group).map((figure) => measure(figure, findings, figure.key))

interface Reported extends Source {
  units: Readonly<Record<string, Unit>>
}

/** A figure of a report; its own unit wins, since it is read as it was made. */
function ofReport(figure: Figure, report: Reported): Measure {
  const path = figure.report ?? figure.key
  return measure(figure, report, path, report.units[path])
}

export const reportMeasure = ({ at }: FigureTable, report: Reported, key: string): Measure =>
  ofReport(at(key), report)

export const reportMeasures = (table: FigureTable, report: Reported, group: string): Measure[] =>
  inGroup(table, group).map((figure) => ofReport(figure, report))

type Written = Pick<Measure, 'value' | 'unit' | 'digits'> &
  Partial<Pick<Measure, 'confidence' | 'mmPerPx' | 'chance' | 'floor' | 'scale'>>

/**
 * A figure with its spread and unit, in millimetres too where a scale is known; null where there is none. A spread larger
 * than the value says no more than that it is between none and both together, and is written so; and one that goes beyond
 * the end of a scale, or beyond the whole, ends there. What is there is never written as none.
 */
export function figureText(figure: Written): string | null {
  const { value, unit, digits, confidence, mmPerPx, chance, floor, scale } = figure
  if (value === null) return null
  if (chance) return `${percentOf(value)}%`
  const spread = confidence?.spread ?? 0
  // A spread below the last digit written would read as certainty.
  const seen = Number(spread.toFixed(digits))
  // An angle has a side, and a difference a sign.
  const fromNone = value >= 0 && seen > Number(value.toFixed(digits)) && unit !== 'deg'
  const top = scale?.[1] ?? (unit === '%' ? 100 : Infinity)
  const toTop = value <= top && Number((value + seen).toFixed(digits)) > top
  const from = fromNone ? '0–' : toTop ? `${(value - spread).toFixed(digits)}–` : ''
  const most = from === '' ? value : Math.min(top, value + spread)
  const around = from === '' && seen > 0 ? ` ± ${spread.toFixed(digits)}` : ''
  const least = floor ?? (value > 0 && Number(value.toFixed(digits)) === 0 ? 10 ** -digits : 0)
  const isLess = from === '' && around === '' && value >= 0 && value < least
  const number = isLess ? `<${least.toFixed(digits)}` : from + most.toFixed(digits) + around
  const symbol = UNIT_SYMBOLS[unit]
  const written =
    unit === '%' || unit === 'deg' ? `${number}${symbol}` : `${number} ${symbol}`.trim()
  return unbroken(mmPerPx && !isLess ? written + scaled(most, unit, mmPerPx, from) : written)
}

/** In a narrow column a figure may break before its millimetres, and nowhere else. */
const unbroken = (figure: string) => figure.replace(/ (?!\()/g, '\u00a0')

function scaled(value: number, unit: Unit, mmPerPx: number, from: string): string {
  if (unit === '{px2}') return ` (${from}${(value * mmPerPx ** 2).toFixed(2)} mm²)`
  if (unit !== '{px}') return ''
  const mm = value * mmPerPx
  return mm < 1 ? ` (${from}${(mm * 1000).toFixed(0)} µm)` : ` (${from}${mm.toFixed(2)} mm)`
}

/** A probability in percent: nothing a machine says is certain. */
export function percentOf(probability: number): string {
  const percent = Math.round(100 * probability)
  if (percent >= 100) return '>99'
  return percent <= 0 ? '<1' : String(percent)
}

/** Own levels: probabilities that a class is right, or a number within its tolerance. */
export function sureWord({ level }: Confidence): 'high' | 'moderate' | 'low' {
  if (level >= 0.9) return 'high'
  return level >= 0.7 ? 'moderate' : 'low'
}
