import { findingText } from '../../finding-texts.ts'
import type { Confidence, Reason } from '../findings.ts'
import type { FundusFindings } from './findings.ts'
import type { Language } from '../../messages.ts'
import { NORMS, outsideOf } from './norms.ts'
import type { FundusReportData } from './report-data.ts'

/** How a figure is written; `key` is its place in the findings and its message key below `findings:measure`. */
interface Figure {
  key: string
  /** Its place in a report. */
  report: string
  unit: string
  digits: number
  /** The layer that shows what was measured. */
  layer?: string
  /** Read less often: always, or where no scale in mm is known. */
  rare?: boolean | 'unscaled'
}

export interface Measure extends Figure {
  rare: boolean
  value: number | null
  /** Why there is no value, where that is known. */
  reason: Reason | null
  confidence: Confidence | null
  /** Where a scale is known. */
  mmPerPx: number | null
}

export type FigureGroup = 'disc' | 'vessel' | 'macula'

const figure = (
  key: string,
  unit: string,
  digits: number,
  more: Pick<Figure, 'layer' | 'rare'> & { report?: string } = {},
): Figure => ({ key, report: key, unit, digits, ...more })

const GROUPS: Readonly<Record<FigureGroup, readonly Figure[]>> = {
  disc: [
    figure('vcdr', '', 2, { report: 'segmentation.vcdr', layer: 'outlines' }),
    figure('disc.hcdr', '', 2, { report: 'segmentation.hcdr', layer: 'outlines' }),
    figure('disc.odr', '', 2, { report: 'segmentation.odr', layer: 'outlines' }),
    figure('disc.ddls.stage', '', 0, { report: 'segmentation.ddls.stage' }),
    figure('disc.ddls.thinnest_rim', '', 2, { report: 'segmentation.ddls.thinnest_rim' }),
    figure('disc.disc.area', 'px²', 0, {
      report: 'segmentation.disc_area',
      layer: 'disc',
      rare: 'unscaled',
    }),
    figure('disc.disc.percent', '%', 2, { report: 'segmentation.disc_percent', layer: 'disc' }),
    figure('disc.cup.area', 'px²', 0, {
      report: 'segmentation.cup_area',
      layer: 'cup',
      rare: 'unscaled',
    }),
    figure('disc.cup.percent', '%', 2, { report: 'segmentation.cup_percent', layer: 'cup' }),
  ],
  vessel: [
    figure('vessel.density', '%', 2, { layer: 'vessels' }),
    figure('vessel.arteries.density', '%', 2, { layer: 'arteries' }),
    figure('vessel.veins.density', '%', 2, { layer: 'veins' }),
    figure('vessel.calibre.crae', 'px', 2, { layer: 'zones', rare: 'unscaled' }),
    figure('vessel.calibre.crve', 'px', 2, { layer: 'zones', rare: 'unscaled' }),
    figure('vessel.calibre.avr', '', 2, { layer: 'zones' }),
    figure('vessel.fractal_dimension', '', 3, { layer: 'vessels' }),
    figure('vessel.tortuosity', '', 3, { layer: 'vessels' }),
    figure('vessel.diameter', 'px', 2, { layer: 'vessels', rare: true }),
    figure('vessel.arteries.diameter', 'px', 2, { layer: 'arteries', rare: true }),
    figure('vessel.veins.diameter', 'px', 2, { layer: 'veins', rare: true }),
    figure('vessel.zone_b.density', '%', 2, { layer: 'zones', rare: true }),
    figure('vessel.zone_b.artery_diameter', 'px', 2, { layer: 'zones', rare: true }),
    figure('vessel.zone_b.vein_diameter', 'px', 2, { layer: 'zones', rare: true }),
    figure('vessel.zone_c.density', '%', 2, { layer: 'zones', rare: true }),
    figure('vessel.zone_c.artery_diameter', 'px', 2, { layer: 'zones', rare: true }),
    figure('vessel.zone_c.vein_diameter', 'px', 2, { layer: 'zones', rare: true }),
    figure('vessel.length_density', '1/px', 4, { layer: 'vessels', rare: true }),
    figure('vessel.length', 'px', 0, { layer: 'vessels', rare: true }),
    figure('vessel.curvature', '1/px', 4, { layer: 'vessels', rare: true }),
  ],
  macula: [
    figure('macula.fd_dist', 'px', 0, {
      report: 'segmentation.fd_dist',
      layer: 'landmarks',
      rare: 'unscaled',
    }),
    figure('macula.fd_dist_dd', 'DD', 2, { report: 'segmentation.fd_dist_dd', layer: 'landmarks' }),
    figure('macula.angle', '°', 1, { report: 'iqa.angle', layer: 'landmarks' }),
    figure('macula.edge_distance', 'px', 0, {
      report: 'iqa.fovea_edge_distance',
      rare: 'unscaled',
    }),
    figure('macula.edge_distance_dd', 'DD', 2, { report: 'iqa.fovea_edge_distance_dd' }),
  ],
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

/** The reason of a field, or of the group that it is part of. */
export function reasonOf(
  notMeasured: Readonly<Record<string, Reason>>,
  key: string,
): Reason | null {
  for (let name = key; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const reason = notMeasured[name]
    if (reason) return reason
  }
  return null
}

type Source = Pick<FundusFindings, 'not_measured' | 'confidence' | 'scale'>

function measure(figure: Figure, from: Source, path: string, unit: string): Measure {
  const value = valueAt(from, path)
  const mmPerPx = from.scale?.mm_per_px ?? null
  return {
    ...figure,
    rare: figure.rare === 'unscaled' ? mmPerPx === null : figure.rare === true,
    unit,
    value,
    reason: value === null ? reasonOf(from.not_measured, path) : null,
    confidence: from.confidence[path] ?? null,
    mmPerPx,
  }
}

export function findingMeasures(findings: FundusFindings, group: FigureGroup): Measure[] {
  return GROUPS[group].map((one) => measure(one, findings, one.key, one.unit))
}

/** The figures of a report; its own units win, since it is read as it was made. */
export function reportMeasures(
  report: Source & Pick<FundusReportData, 'units'>,
): { group: FigureGroup; rows: Measure[] }[] {
  return (['disc', 'macula', 'vessel'] as const).map((group) => ({
    group,
    rows: GROUPS[group].map((one) =>
      measure(one, report, one.report, report.units[one.report] ?? one.unit),
    ),
  }))
}

type Written = Pick<Measure, 'value' | 'unit' | 'digits'> &
  Partial<Pick<Measure, 'confidence' | 'mmPerPx'>>

/** A figure with its spread and unit, in millimetres too where a scale is known; null where there is none. */
export function figureText({ value, unit, digits, confidence, mmPerPx }: Written): string | null {
  if (value === null) return null
  const spread = (confidence?.spread ?? 0).toFixed(digits)
  // A spread below the last digit written would read as certainty.
  const number = value.toFixed(digits) + (Number(spread) > 0 ? ` ± ${spread}` : '')
  // '1' is how a report names a figure without dimension.
  if (unit === '' || unit === '1') return unbroken(number)
  const written = unit === '%' || unit === '°' ? `${number}${unit}` : `${number} ${unit}`
  return unbroken(mmPerPx ? written + scaled(value, unit, mmPerPx) : written)
}

/** In a narrow column a figure may break before its millimetres, and nowhere else. */
const unbroken = (figure: string) => figure.replace(/ (?!\()/g, '\u00a0')

function scaled(value: number, unit: string, mmPerPx: number): string {
  if (unit === 'px²') return ` (${(value * mmPerPx ** 2).toFixed(2)} mm²)`
  if (unit !== 'px') return ''
  const mm = value * mmPerPx
  return mm < 1 ? ` (${(mm * 1000).toFixed(0)} µm)` : ` (${mm.toFixed(2)} mm)`
}

/** By which scale lengths were converted, and who said so. */
export function scaleText(
  { scale, not_measured }: Pick<FundusFindings, 'scale' | 'not_measured'>,
  language: Language,
): string {
  if (scale)
    return findingText(language, `scale.${scale.source}`, {
      mm: Number(scale.mm_per_px.toPrecision(4)),
    })
  const why = not_measured['scale'] === 'scale_doubtful' ? 'doubtful' : 'none'
  return findingText(language, `scale.${why}`)
}

/** The normal range of a figure, where a source gives one. */
export const normText = (key: string, language: Language): string | null =>
  NORMS[key] ? findingText(language, `norms.${key}.usual`) : null

/** That a figure lies outside its normal range, and what that may mean; null where it does not. */
export function outsideText(
  { key, value }: Pick<Measure, 'key' | 'value'>,
  language: Language,
): string | null {
  const side = outsideOf(key, value)
  return side && findingText(language, `norms.${key}.${side}`)
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
