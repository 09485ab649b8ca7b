import { inReport, isGroup, type FigureRow, type FigureRows } from './figure-rows.ts'
import type { Reason } from './findings.ts'

/** What is stored by an earlier version lacks the figures that came later, as `since` of their rows says. */

/** The version of a stored shape: that of the newest row, and not before `least`. */
export const versionOf = (kind: 'findings' | 'report', least: number, rows: FigureRows): number =>
  Math.max(least, ...Object.values(rows).map(({ since }) => since?.[kind] ?? 0))

type Stored = Readonly<Record<string, unknown>>

const laterIn = (kind: 'findings' | 'report', rows: FigureRows): (readonly [string, FigureRow])[] =>
  Object.entries(rows).filter(([, { since }]) => since?.[kind] !== undefined)

/** Earlier findings with the figures that came later: null, and not implemented. */
export const withLaterFigures = (stored: Stored, rows: FigureRows): Stored =>
  laterIn('findings', rows).reduce((findings, [place]) => {
    const filled = withNull(findings, place.split('.'))
    if (filled === findings) return findings
    const open: Record<string, Reason> = { [place]: 'not_implemented' }
    return { ...filled, not_measured: { ...open, ...(findings['not_measured'] as Stored) } }
  }, stored)

/** What an earlier report says of a picture, with the figures that came later as null. */
export const withLaterReported = (stored: Stored, rows: FigureRows): Stored =>
  laterIn('report', rows).reduce((reported, [key, row]) => {
    const place = inReport(key, row)
    return place === null ? reported : withNull(reported, place.split('.'))
  }, stored)

/** The same where the place is there, or its group is not. */
function withNull(stored: Stored, [first = '', ...rest]: readonly string[]): Stored {
  if (rest.length === 0) return first in stored ? stored : { ...stored, [first]: null }
  const group = stored[first]
  if (!isGroup(group)) return stored
  const filled = withNull(group, rest)
  return filled === group ? stored : { ...stored, [first]: filled }
}
