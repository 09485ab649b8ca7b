import type { Reason } from '../../findings/findings.ts'
import { withLaterFigures } from '../../findings/later-figures.ts'
import { upgradeReport as upgradeShared } from '../../report/data.ts'
import { SURFACE_ROWS } from './figure-rows.ts'

type Old = Record<string, unknown>
const isGroup = (value: unknown): value is Old => typeof value === 'object' && value !== null

/** Nobody checked the outline of an earlier analysis: it is not called trusted. */
function withOutline(stored: Old): Old {
  const why: Reason = isGroup(stored['cornea']) ? 'outline_unchecked' : 'not_gradable'
  const not_measured = { outline: why, ...(stored['not_measured'] as Old) }
  return { outline: null, ...stored, not_measured }
}

/** Findings of an earlier version in the present shape. */
export const upgradeFindings = (stored: Old): Old =>
  withLaterFigures(withOutline(stored), SURFACE_ROWS)

/** A report of an earlier version in the present shape. Its content stays as it was made. */
export const upgradeReport = ({ fellow = null, ...stored }: Old): Old =>
  upgradeShared(
    { ...withOutline(stored), fellow: isGroup(fellow) ? withOutline(fellow) : null },
    SURFACE_ROWS,
  )
