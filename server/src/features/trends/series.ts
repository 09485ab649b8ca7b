import {
  changeOf,
  analysisEntry,
  type Figure,
  type Modality,
  type Reason,
  type Taken,
  type TrendChange,
  type TrendPoint,
  type TrendSource,
  type TrendVisit,
} from '@mingmou/contract'

/** What a visit says of a figure. */
export interface Seen {
  value: number | null
  spread: number | null
  word: string | null
  reason: Reason | null
  drawn: TrendPoint['drawn']
  image_index: number | null
  /** The picture; null for a record. */
  taken: Taken | null
}
export const NOTHING: Seen = {
  value: null,
  spread: null,
  word: null,
  reason: null,
  drawn: null,
  image_index: null,
  taken: null,
}

interface Placed extends Seen {
  visit: number
  day: string
  outdated: boolean
}

/** The points of a figure, the oldest first, each with the change since the one before. */
export function pointsOf(
  visits: readonly TrendVisit[],
  { source, figure }: { source: TrendSource; figure: Figure },
  seenAt: (visit: number) => Seen | undefined,
): TrendPoint[] {
  const placed = visits.flatMap(({ day, outdated }, visit): Placed[] => {
    const seen = visits[visit]?.source === source ? seenAt(visit) : undefined
    return seen ? [{ ...seen, visit, day, outdated }] : []
  })
  return placed.map((point, at) => {
    const { visit, value, spread, word, reason, drawn, image_index } = point
    const change = sinceBefore(figure, source, placed.slice(0, at), point)
    return { visit, value, spread, word, reason, drawn, image_index, change }
  })
}

/** Against the newest earlier day that can be compared. Where none can, the reason of the newest. */
function sinceBefore(
  figure: Figure,
  source: TrendSource,
  earlier: readonly Placed[],
  now: Placed,
): TrendChange | null {
  if (now.value === null) return null
  let newest: TrendChange | null = null
  for (const before of earlier.toReversed()) {
    if (before.value === null || before.day >= now.day) continue
    const change = between(figure, source, before, now)
    if (change.by !== null) return change
    newest ??= change
  }
  return newest
}

function between(figure: Figure, source: TrendSource, before: Placed, now: Placed): TrendChange {
  const from = before.visit
  const none = { from, by: null, unit: figure.unit, limit: null, changed: false }
  // A figure without a known error has a difference, and nobody says what it means.
  const plain = { ...none, by: (now.value ?? 0) - (before.value ?? 0), reason: 'no_error' as const }
  if (!before.taken || !now.taken) return plain
  if (before.outdated || now.outdated) return { ...none, reason: 'outdated' }
  // A picture is of a modality.
  const change = changeOf(analysisEntry(source as Modality), figure.key, before.taken, now.taken)
  if (change.kind === 'incomparable')
    return change.reason === 'no_error' ? plain : { ...none, reason: change.reason }
  const { kind, by, unit, limit } = change
  return { from, by, unit, limit, changed: kind === 'changed', reason: null }
}
