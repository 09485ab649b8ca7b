import { parseArgs } from 'node:util'

/**
 * `npm run sizes`: how many workers and how much disk 10, 100 and 1,000 clinicians need, by a simulation of one
 * day. What is assumed stands first in what it prints, and every value can be given anew.
 */

const { values } = parseArgs({
  options: {
    /** Photographs that one clinician's patients bring a day. */
    photographs: { type: 'string', default: '40' },
    /** Seconds of a worker for one photograph: `npm run bench stages` on the machine that is meant. */
    seconds: { type: 'string', default: '3.4' },
    /** Disk for one photograph with its maps, in MB. */
    mb: { type: 'string', default: '4' },
    /** Days of work in a year. */
    days: { type: 'string', default: '250' },
    /** Share of the day's photographs in each hour from 8 o'clock. */
    curve: { type: 'string', default: '10,20,20,12,2,8,14,10,4' },
    /** The wait that 99 of 100 photographs must stay below, in seconds. */
    wait: { type: 'string', default: '60' },
  },
})

const photographs = Number(values.photographs)
const seconds = Number(values.seconds)
const shares = values.curve.split(',').map(Number)

/** The same numbers at every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Seconds after 8 o'clock at which the photographs of a day arrive, in order. */
function arrivals(clinicians: number): number[] {
  const next = random(clinicians)
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return shares
    .flatMap((share, hour) => {
      const count = Math.round((clinicians * photographs * share) / whole)
      return Array.from({ length: count }, () => (hour + next()) * 3600)
    })
    .sort((a, b) => a - b)
}

/** How long each photograph waits before a worker takes it. */
function waits(times: readonly number[], workers: number): number[] {
  const free = new Array<number>(workers).fill(0)
  return times.map((time) => {
    const soonest = free.indexOf(Math.min(...free))
    const begins = Math.max(time, free[soonest] ?? 0)
    free[soonest] = begins + seconds
    return begins - time
  })
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

console.log(
  `Assumed: ${photographs} photographs of each clinician a day, ${seconds} s of a worker and ${values.mb} MB of disk for each,`,
)
console.log(`${values.days} days a year, by hour from 8 o'clock ${values.curve} %.`)
const rows: Record<string, object> = {}
for (const clinicians of [10, 100, 1000]) {
  const times = arrivals(clinicians)
  for (let workers = 1; ; workers++) {
    const sorted = waits(times, workers).sort((a, b) => a - b)
    if (at(sorted, 0.99) > Number(values.wait)) continue
    rows[`${clinicians} clinicians`] = {
      'photographs a day': times.length,
      workers,
      'wait p50': `${at(sorted, 0.5).toFixed(1)} s`,
      'wait p99': `${at(sorted, 0.99).toFixed(1)} s`,
      'longest wait': `${at(sorted, 1).toFixed(1)} s`,
      'disk a year': `${((times.length * Number(values.days) * Number(values.mb)) / 1e6).toFixed(2)} TB`,
    }
    break
  }
}
console.table(rows)
