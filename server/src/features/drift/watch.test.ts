import { DRIFT } from '@mingmou/contract'
import { randomFrom } from '@mingmou/analysis/random'
import { expect, test } from 'vitest'
import type { DriftFacts } from '../../platform/database/tables/drift.ts'
import { joined, leftBand, lookAt, type Looked } from './watch.ts'

/** What a clinic and its camera are in a week. */
interface World {
  /** Sittings of a week. */
  sittings: number
  /** The middle quality of a photograph. */
  quality: number
  /** The share of eyes to refer. */
  referable: number
  /** How often a clinician signs the machine's stage. */
  agreement: number
}
const QUIET: World = { sittings: 35, quality: 0.74, referable: 0.16, agreement: 0.93 }

const bounded = (value: number) => Math.min(1, Math.max(0, value))

/**
 * A week of a device. Patients differ from each other more than their photographs do, weeks differ from each other (who
 * comes, who holds the camera), and what is blurred is not told.
 */
function weekOf(random: () => number, world: World): DriftFacts {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const ofWeek = { quality: 0.015 * normal(), referable: 0.02 * normal() }
  const sittings = Math.round(world.sittings * (0.7 + 0.6 * random()))
  return joined(
    Array.from({ length: sittings }, () => {
      const person = 0.08 * normal()
      const isIll = random() < bounded(world.referable + ofWeek.referable)
      const photographs = 2 + Math.floor(3 * random())
      const each = Array.from({ length: photographs }, () => {
        const quality = bounded(world.quality + ofWeek.quality + person + 0.08 * normal())
        const seen = isIll ? 0.85 + 0.1 * normal() : 0.1 + 0.08 * normal()
        // A hazy picture hides small lesions.
        const haze = Math.max(0, 0.6 - quality)
        const chance = bounded(seen - (isIll ? haze : 0))
        const told = quality >= 0.4 && random() > 0.04 + haze
        return { quality, told, chance, referable: told && chance >= 0.5 }
      })
      const told = each.filter((photograph) => photograph.told)
      const signed = random() < 0.6 ? told : []
      return {
        photographs,
        sittings: 1,
        quality: each.map(({ quality }) => quality),
        chance: each.flatMap(({ quality, chance }) => (quality >= 0.4 ? [chance] : [])),
        untold: photographs - told.length,
        referable: told.filter(({ referable }) => referable).length,
        reports: signed.length === 0 ? 0 : 1,
        pairs: signed.length,
        agreed: signed.filter(() => random() < world.agreement).length,
      }
    }),
  )
}

/** The weeks of a year in which a device left its band. What left it is told once, until it is within again. */
function alarmsOf(
  seed: number,
  at: (week: number) => World = () => QUIET,
): { week: number; measures: string[] }[] {
  const random = randomFrom(seed)
  let baseline = joined([])
  while (baseline.photographs < DRIFT.baseline) baseline = joined([baseline, weekOf(random, at(0))])
  const looked: Looked[] = []
  const alarms: { week: number; measures: string[] }[] = []
  let out = false
  for (let week = 1; week <= 52; week++) {
    const facts = weekOf(random, at(week))
    looked.push({ facts, looks: lookAt(baseline, looked.slice(-DRIFT.joined), facts) })
    const measures = leftBand(looked)
    if (measures.length > 0 && !out) alarms.push({ week, measures })
    out = measures.length > 0
  }
  return alarms
}

const seeds = (n: number, from = 1) => Array.from({ length: n }, (_, at) => from + at)
const firsts = (at: (week: number) => World, n = 10) =>
  seeds(n).map((seed) => alarmsOf(seed, at)[0]?.week ?? null)
/** Clean again from week 40 on. */
const dirty = (week: number): World =>
  week >= 30 && week < 40 ? { ...QUIET, quality: QUIET.quality - 0.17 } : QUIET

test('a lens that gets dirty in week 30 is noticed within two weeks, and nothing before', () => {
  for (const seed of seeds(20)) {
    const [first] = alarmsOf(seed, dirty)
    expect(first?.week, `year ${seed}`).toBe(31)
    expect(first?.measures).toContain('quality')
  }
})

test('of twenty quiet years none has more than one alarm', () => {
  const alarms = seeds(20).map((seed) => alarmsOf(seed).length)
  expect(Math.max(...alarms)).toBeLessThanOrEqual(1)
  // Of the measures of all weeks and years together.
  expect(alarms.reduce((sum, alarm) => sum + alarm, 0)).toBeLessThanOrEqual(1)
})

test('one odd week is no drift', () => {
  const odd = (week: number): World =>
    week === 25 ? { ...QUIET, referable: 0.6, quality: 0.66 } : QUIET
  expect(firsts(odd).filter((week) => week !== null)).toEqual([])
})

test('a lens that slowly turns dull is noticed before it has lost as much as a dirty one', () => {
  const dulls = (week: number) => ({ ...QUIET, quality: QUIET.quality - 0.004 * week })
  for (const week of firsts(dulls)) {
    expect(week).not.toBeNull()
    expect((week ?? 0) * 0.004).toBeLessThan(0.17)
  }
})

test('twice as many patients to refer from week 20 on are noticed in most years, and late', () => {
  const noticed = firsts((week) => (week < 20 ? QUIET : { ...QUIET, referable: 0.34 }))
  expect(noticed.filter((week) => week !== null).length).toBeGreaterThan(5)
  for (const week of noticed) expect(week ?? 21).toBeGreaterThan(20)
})

test('a device of five sittings a week is noticed once its weeks are enough together', () => {
  const noticed = firsts((week) => ({ ...dirty(week), sittings: 5 }))
  expect(noticed.filter((week) => week !== null).length).toBeGreaterThan(5)
  for (const week of noticed) expect(week ?? 35).toBeGreaterThanOrEqual(35)
})
