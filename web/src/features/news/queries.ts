import { NEWS, newsList, type NewsEntry } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/calls/call-query.ts'

export const useNews = () => useQuery(callQuery(newsList, {}))

/** The years of the timeline, newest first: those of the specification, and later ones with news. */
export function yearsOf(entries: readonly NewsEntry[]): number[] {
  const last = entries.reduce<number>((most, entry) => Math.max(most, yearOf(entry)), NEWS.lastYear)
  return Array.from({ length: last - NEWS.firstYear + 1 }, (_, index) => last - index)
}

export const yearOf = ({ happened_on }: NewsEntry) => Number(happened_on.slice(0, 4))
export const ofYear = (entries: readonly NewsEntry[], year: number) =>
  entries.filter((entry) => yearOf(entry) === year)
