/** Weeks begin on Mondays and are named by them. */

const DAY_MS = 86_400_000
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** 1970-01-01 was a Thursday. */
export function mondayOf(day: string): string {
  const days = Date.parse(day) / DAY_MS
  return dayAt((days - ((days + 3) % 7)) * DAY_MS)
}

export const weeksAfter = (monday: string, weeks: number): string =>
  dayAt(Date.parse(monday) + 7 * weeks * DAY_MS)
