import { changeOfCount, countSpread } from './counts.ts'
import type { CommonFindings } from './common.ts'
import type { Figure, FigureTable, Unit } from './figure-table.ts'
import { findingMeasure, valueAt, type Measure } from './figures.ts'
import type { Eye } from './findings.ts'
import type { Incomparable } from './incomparable.ts'

/** A picture as a comparison reads it. */
export interface Taken {
  findings: CommonFindings & { file: { width: number; height: number } }
  /** As it was stated, otherwise as the machine found it. */
  eye: Eye | null
  /** As a clinician stated of the archive. */
  device: string
  /** What the machine found, where the findings rest on what a clinician drew. */
  machine?: CommonFindings | null
}

/** The machine's value of a figure that is another one by what a clinician drew; null of any other. */
export function drawnFrom(
  { findings, machine }: Pick<Taken, 'findings' | 'machine'>,
  key: string,
): { machine: number | null } | null {
  const value = machine ? valueAt(machine, key) : null
  return machine && value !== valueAt(findings, key) ? { machine: value } : null
}

/** `by`: after less before. `limit`: the least that counts as a change. Both in `unit`. */
export type Change =
  | { kind: 'changed' | 'within'; by: number; limit: number; unit: Unit }
  | { kind: 'incomparable'; reason: Incomparable }

/** What a comparison asks of the table of a modality. */
interface Compared {
  figures: FigureTable
  incomparable?(figure: Figure, before: CommonFindings, after: CommonFindings): Incomparable | null
}

/** A value with one standard deviation of its error, both in one unit. */
export interface Erring {
  value: number
  spread: number
}

/**
 * 95 % of repeated measurements of an eye that stayed the same differ by less than this many standard deviations of
 * their difference (Bland and Altman 1999, Stat Methods Med Res 8:135).
 */
const DEVIATIONS = 1.96

/** The difference of two values, and whether it is larger than their errors explain. */
export function changeBetween(before: Erring, after: Erring) {
  const by = after.value - before.value
  const limit = DEVIATIONS * Math.hypot(before.spread, after.spread)
  return { kind: Math.abs(by) > limit ? ('changed' as const) : ('within' as const), by, limit }
}

/** Why no figure of two pictures is compared; null where nothing speaks against it. */
export function incomparable(before: Taken, after: Taken): Incomparable | null {
  const both = [before, after]
  if (before.eye === null || before.eye !== after.eye) return 'other_eye'
  if (both.some(({ findings }) => !findings.gradable)) return 'ungradable'
  // The machine saw the parts of the eye where they are not.
  if (both.some(({ findings, eye }) => findings.eye !== null && findings.eye !== eye))
    return 'eye_differs'
  if (named(before.device) !== named(after.device)) return 'device'
  const versions = both.map(({ findings }) => versionsOf(findings.model_versions))
  return versions[0] === versions[1] ? null : 'versions'
}

const named = (device: string) => device.trim().toLowerCase()
const versionsOf = (versions: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.entries(versions).toSorted(([a], [b]) => a.localeCompare(b)))

/** Whether a figure of one eye changed between two pictures by more than the errors of both explain. */
export function changeOf(entry: Compared, key: string, before: Taken, after: Taken): Change {
  const not = (reason: Incomparable): Change => ({ kind: 'incomparable', reason })
  const pictures = incomparable(before, after)
  if (pictures) return not(pictures)
  const of = ({ findings }: Taken) => findingMeasure(entry.figures, findings, key)
  const [first, second] = [of(before), of(after)]
  if (first.value === null || second.value === null) return not('not_measured')
  // A hand and a network outline an eye that stayed the same differently.
  if ((drawnFrom(before, key) === null) !== (drawnFrom(after, key) === null)) return not('drawn')
  const own = entry.incomparable?.(entry.figures.at(key), before.findings, after.findings)
  if (own) return not(own)
  if (first.repeats !== null)
    return { ...changeOfCount(first.value, second.value, first.repeats), unit: first.unit }
  const inMm = [first, second].every(({ mmPerPx }) => mmPerPx !== null)
  if (!inMm && IN_PX.has(first.unit) && !sameSize(before, after)) return not('picture_size')
  const [one, other] = [erringOf(first, inMm), erringOf(second, inMm)]
  if (!one || !other) return not('no_error')
  return { ...changeBetween(one, other), unit: (inMm && MM[first.unit]?.unit) || first.unit }
}

const IN_PX: ReadonlySet<Unit> = new Set(['{px}', '{px2}', '/{px}'])
const MM: Readonly<Partial<Record<Unit, { unit: Unit; power: number }>>> = {
  '{px}': { unit: 'mm', power: 1 },
  '{px2}': { unit: 'mm2', power: 2 },
}

/** Of one size, so that a px of one device is a px of the other picture too. */
const sameSize = ({ findings: { file: a } }: Taken, { findings: { file: b } }: Taken) =>
  a.width === b.width && a.height === b.height

/** One standard deviation of the error of a figure, in its unit; null where none is known. */
export function spreadOf({
  value,
  error,
  repeats,
  confidence,
}: Pick<Measure, 'value' | 'error' | 'repeats' | 'confidence'>): number | null {
  if (value !== null && repeats !== null) return countSpread(value, repeats)
  if (value === null || error === null) return null
  const usual = error.relative ? Math.abs(value) * error.usual : error.usual
  return confidence?.spread ?? usual
}

/** Null where no error of the figure is known. */
function erringOf(measure: Measure, inMm: boolean): Erring | null {
  const { value, mmPerPx, unit } = measure
  const spread = spreadOf(measure)
  if (value === null || spread === null) return null
  const power = inMm ? (MM[unit]?.power ?? 0) : 0
  const factor = (mmPerPx ?? 1) ** power
  return { value: value * factor, spread: spread * factor }
}
