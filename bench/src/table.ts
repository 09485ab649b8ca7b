/** The value below which a share of the sorted values lies. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(durations: readonly number[]): number {
  return percentile(
    durations.toSorted((a, b) => a - b),
    0.5,
  )
}

/** Median, and the time within which nine of ten are done. */
export function usual(durations: readonly number[]): string {
  const sorted = durations.toSorted((a, b) => a - b)
  return `${percentile(sorted, 0.5).toFixed(1)} ms, p90 ${percentile(sorted, 0.9).toFixed(1)} ms`
}

/** Median, 99th percentile and worst of durations in ms. */
export function spread(durations: readonly number[]): Record<'p50' | 'p99' | 'worst', string> {
  if (durations.length === 0) throw new Error('nothing was measured')
  const sorted = durations.toSorted((a, b) => a - b)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return {
    p50: ms(percentile(sorted, 0.5)),
    p99: ms(percentile(sorted, 0.99)),
    worst: ms(sorted.at(-1) ?? Number.NaN),
  }
}

/** Runs `work` this many times, one after the other. Returns each time in ms. */
export async function timed(times: number, work: (index: number) => Promise<unknown>) {
  const durations: number[] = []
  for (let index = 0; index < times; index++) {
    const start = performance.now()
    await work(index)
    durations.push(performance.now() - start)
  }
  return durations
}
