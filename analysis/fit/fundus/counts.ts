/**
 * Measures how counts of lesions and the stage differ between photographs of one eye: `npx tsx
 * analysis/fit/fundus/counts.ts [--write]`. The second photographs are made of the first
 * (`testing/repeats.ts`), for want of real ones. Prints the spreads that fit, and how often a repeat
 * lies within what the contract states and is told another stage. With --write these shares go into
 * the cards of the lesions and of the grading. Do it again when one of their networks is replaced.
 */
import { parseArgs } from 'node:util'
import {
  borderOf,
  countRange,
  countScale,
  LESIONS,
  REPEATS,
  type CountSpread,
  type Lesion,
} from '@mingmou/contract'
import type { Figure } from '../../src/cards.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { repeatRows, type View } from '../../src/testing/repeat-rows.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/counts.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const say = (line: string) => process.stdout.write(`${line}\n`)

type Pair<T> = readonly [one: T, other: T]
const pairsOf = <T>(all: readonly T[]): Pair<T>[] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other): Pair<T> => [one, other]))
const bothWays = <T>([one, other]: Pair<T>): Pair<T>[] => [
  [one, other],
  [other, one],
]
/** The value that a share of all does not exceed. */
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0

const rows = await repeatRows()
const pairs = rows.flatMap(({ views }) => pairsOf(views))
const SET = `IDRiD grading and DIARETDB1, pairs of ${rows.length} photographs and three made repeats of each`
say(SET)

/** Pairs of counts of which one at least is not 0. */
const countsBy = (of: (view: View) => number | null | undefined): Pair<number>[] =>
  pairs.flatMap(([one, other]) => {
    const [a, b] = [of(one) ?? null, of(other) ?? null]
    return a === null || b === null || a + b === 0 ? [] : [[a, b] as const]
  })

const variance = (count: number, { few, many }: CountSpread) =>
  few ** 2 * (count + 1) + many ** 2 * (count + 1) ** 2
const grid = (from: number, to: number) =>
  Array.from({ length: Math.round((to - from) / 0.02) + 1 }, (_, i) => from + 0.02 * i)

/** The likeliest spread of normal errors, made so wide that 95 of 100 pairs lie within it. */
function fitted(some: readonly Pair<number>[]): CountSpread {
  let [best, least]: [CountSpread, number] = [{ few: 1, many: 0.1 }, Infinity]
  for (const few of grid(0.3, 2))
    for (const many of grid(0.02, 0.8)) {
      const misfit = some.reduce((sum, [a, b]) => {
        const both = 2 * variance((a + b) / 2, { few, many })
        return sum + Math.log(both) + (a - b) ** 2 / both
      }, 0)
      if (misfit < least) [best, least] = [{ few, many }, misfit]
    }
  const off = some.map(([a, b]) => Math.abs(countScale(a, best) - countScale(b, best)))
  const wider = Math.max(1, quantile(off, 0.95) / (1.96 * Math.SQRT2))
  const up = (value: number) => Math.ceil(100 * wider * value) / 100
  return { few: up(best.few), many: up(best.many) }
}

const figures: Record<'lesions' | 'grading', Omit<Figure, 'command'>[]> = {
  lesions: [],
  grading: [],
}
function share(card: keyof typeof figures, name: string, hits: number, n: number) {
  const value = Math.round((1000 * hits) / Math.max(1, n)) / 1000
  if (n > 0) figures[card].push({ name, set: SET, value, n })
}

const CLASSES = [
  [1, 3],
  [4, 10],
  [11, 30],
  [31, 1000],
] as const
/** The factor that 90 of 100 pairs do not exceed, by the larger count. */
const factors = (some: readonly Pair<number>[]) =>
  CLASSES.flatMap(([from, to]) => {
    const within = some.filter((pair) => Math.max(...pair) >= from && Math.max(...pair) <= to)
    if (within.length === 0) return []
    const logs = within.map(([a, b]) => Math.abs(Math.log((a + 1) / (b + 1))))
    return [`${from}-${to}: ${Math.exp(quantile(logs, 0.9)).toFixed(2)} (n ${within.length})`]
  }).join(', ')

function judge(name: string, some: readonly Pair<number>[], stated: CountSpread) {
  const { few, many } = fitted(some)
  say(`${name}: few ${few}, many ${many}; factor of 90 %: ${factors(some)}`)
  const told = some.flatMap(bothWays).filter(([count]) => count > 0)
  const inside = told.filter(([count, other]) => {
    const [low, high] = countRange(count, stated)
    return other >= low && other <= high
  })
  share('lesions', `${name}: a repeat lies in the stated range`, inside.length, told.length)
}

for (const kind of LESIONS) {
  judge(
    `${kind}, counted`,
    countsBy(({ lesions }) => lesions?.[kind].count),
    REPEATS.counts[kind],
  )
  judge(
    `${kind}, not counted`,
    countsBy(({ lesions }) => lesions?.[kind].uncounted),
    REPEATS.uncounted[kind],
  )
}
const SIDES = [
  'superior_temporal',
  'superior_nasal',
  'inferior_temporal',
  'inferior_nasal',
] as const
const inQuadrants = (kind: Lesion) =>
  SIDES.flatMap((side) => countsBy(({ lesions }) => lesions?.[kind].quadrants?.[side]))
for (const kind of LESIONS)
  judge(`${kind}, counted in a quadrant`, inQuadrants(kind), REPEATS.counts[kind])

const logOdds = (chance: number) => Math.log(chance / (1 - chance))
/** The chance of each border, and its cuts. */
function chancesOf({ dr }: View) {
  if (!dr?.stages) return null
  const [none = 0, mild = 0, moderate = 0, severe = 0, proliferative = 0] = dr.stages
  const referable = moderate + severe + proliferative
  return { mild: mild / (none + mild), referable, severe: (severe + proliferative) / referable }
}
const { cuts } = REPEATS
const CUTS = { mild: [0.5], referable: [cuts.low, cuts.high], severe: [cuts.severe] } as const
/** Log odds: photographs farther from a cut do not reach it, and vary less. */
const AROUND = 2
/** A normal error exceeds this many standard deviations to one side in one of five. */
const ONE_OF_FIVE = 0.84
for (const name of ['mild', 'referable', 'severe'] as const) {
  const near = pairs.flatMap(([one, other]) => {
    const [a, b] = [chancesOf(one)?.[name], chancesOf(other)?.[name]]
    if (a === undefined || b === undefined) return []
    const off = Math.min(...CUTS[name].map((cut) => Math.abs(logOdds(a) - logOdds(cut))))
    return off < AROUND ? [logOdds(a) - logOdds(b)] : []
  })
  const spread = Math.sqrt(near.reduce((sum, difference) => sum + difference ** 2, 0) / near.length)
  say(
    `${name}: log odds of repeats differ by ${spread.toFixed(2)} (one SD, n ${near.length}); near: ${(ONE_OF_FIVE * spread).toFixed(2)}`,
  )
}

const told = pairs.flatMap(bothWays).filter(([{ stage }]) => stage !== null)
const isNear = ([{ stage, dr, lesions }]: Pair<View>) =>
  borderOf({ stage, dr, haemorrhages: lesions?.haemorrhages.quadrants ?? null }) !== null
for (const [name, some] of [
  ['a stage near a border', told.filter(isNear)],
  ['a stage near no border', told.filter((pair) => !isNear(pair))],
] as const) {
  const other = some.filter(([one, two]) => two.stage !== one.stage)
  share('grading', `${name}: a repeat is told another stage or none`, other.length, some.length)
  const none = some.filter(([, two]) => two.stage === null)
  share('grading', `${name}: a repeat is told none`, none.length, some.length)
}

for (const card of ['lesions', 'grading'] as const) {
  for (const { name, value, n } of figures[card]) say(`${name}: ${String(value)}, n ${n}`)
  if (asked.write) await writeFigures(card, COMMAND, figures[card])
}
