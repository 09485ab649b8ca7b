import { DRIFT, DRIFT_MEASURES, type DriftLook, type DriftMeasure } from '@mingmou/contract'
import type { DriftFacts } from '../../platform/database/tables/drift.ts'
import {
  medianOf,
  sameDistribution,
  sameShare,
  stabilityIndex,
  type Sample,
  type Share,
} from './statistics.ts'

export const NO_FACTS: DriftFacts = {
  photographs: 0,
  sittings: 0,
  quality: [],
  chance: [],
  untold: 0,
  referable: 0,
  reports: 0,
  pairs: 0,
  agreed: 0,
}

/** The facts of several weeks. */
export function joined(all: readonly DriftFacts[]): DriftFacts {
  const sum = (of: (week: DriftFacts) => number) => all.reduce((total, week) => total + of(week), 0)
  return {
    photographs: sum((week) => week.photographs),
    sittings: sum((week) => week.sittings),
    quality: all.flatMap((week) => week.quality),
    chance: all.flatMap((week) => week.chance),
    untold: sum((week) => week.untold),
    referable: sum((week) => week.referable),
    reports: sum((week) => week.reports),
    pairs: sum((week) => week.pairs),
    agreed: sum((week) => week.agreed),
  }
}

type Sampled =
  { kind: 'values'; n: number; sample: Sample } | { kind: 'share'; n: number; share: Share }

/** What a measure reads of facts. Photographs of one sitting are as good as one: how many count is said here. */
function sampled(measure: DriftMeasure, facts: DriftFacts): Sampled {
  const { photographs, sittings, untold, pairs } = facts
  const own = (n: number) => (photographs === 0 ? 0 : (n * sittings) / photographs)
  const values = (of: readonly number[]): Sampled => ({
    kind: 'values',
    n: of.length,
    sample: { values: of, own: own(of.length) },
  })
  const share = (hits: number, n: number, ownOf = own(n)): Sampled => ({
    kind: 'share',
    n,
    share: { hits, n, own: ownOf },
  })
  if (measure === 'quality') return values(facts.quality)
  if (measure === 'score') return values(facts.chance)
  if (measure === 'untold') return share(untold, photographs)
  if (measure === 'referable') return share(facts.referable, photographs - untold)
  return share(facts.agreed, pairs, facts.reports)
}

const ownOf = (of: Sampled) => (of.kind === 'values' ? of.sample.own : of.share.own)
const isEnough = (of: Sampled) =>
  of.n >= DRIFT.least.photographs && ownOf(of) >= DRIFT.least.sittings

const inTenThousandths = (value: number) => Math.round(10_000 * value) / 10_000
function figureOf(of: Sampled): number | null {
  if (of.n === 0) return null
  const figure = of.kind === 'values' ? medianOf(of.sample.values) : of.share.hits / of.n
  return inTenThousandths(figure)
}

/** Whether so seldom by chance, and far enough to matter. The index is bounded above what chance alone makes of it. */
function judged(base: Sampled, now: Sampled): Pick<DriftLook, 'state' | 'index' | 'chance'> {
  if (base.kind === 'values' && now.kind === 'values') {
    const chance = sameDistribution(base.sample, now.sample)
    const found = stabilityIndex(base.sample, now.sample)
    const isOut = chance < DRIFT.chance && found.index - found.chance >= DRIFT.index
    return { state: isOut ? 'out' : 'within', index: inTenThousandths(found.index), chance }
  }
  if (base.kind === 'share' && now.kind === 'share') {
    const chance = sameShare(base.share, now.share)
    const apart = Math.abs(base.share.hits / base.n - now.share.hits / now.n)
    const isOut = chance < DRIFT.chance && apart >= DRIFT.share
    return { state: isOut ? 'out' : 'within', index: null, chance }
  }
  throw new Error('a share beside values')
}

/** A week that was looked at, or one that was too small and waits for the next. */
export interface Looked {
  facts: DriftFacts
  looks: readonly DriftLook[]
}

/** The weeks before that nobody has looked at for a measure: they join the next one. The newest week stands last. */
function waiting(before: readonly Looked[], measure: DriftMeasure): readonly Looked[] {
  const last = before.findLastIndex(({ looks }) =>
    looks.some((look) => look.measure === measure && look.state !== 'few'),
  )
  return before.slice(Math.max(last + 1, before.length - DRIFT.joined + 1))
}

/** Looks at a week, joined with earlier ones that were too small. */
export function lookAt(
  baseline: DriftFacts,
  before: readonly Looked[],
  week: DriftFacts,
): DriftLook[] {
  return DRIFT_MEASURES.map((measure) => {
    const joins = waiting(before, measure)
    const base = sampled(measure, baseline)
    const now = sampled(measure, joined([...joins.map(({ facts }) => facts), week]))
    const said = {
      measure,
      n: now.n,
      weeks: joins.length + 1,
      base: figureOf(base),
      now: figureOf(now),
    }
    return isEnough(base) && isEnough(now)
      ? { ...said, ...judged(base, now) }
      : { ...said, state: 'few', index: null, chance: null }
  })
}

/** The measures that stand outside the band in each of the last looks at them. The newest week stands last. */
export function leftBand(weeks: readonly Pick<Looked, 'looks'>[]): DriftMeasure[] {
  return DRIFT_MEASURES.filter((measure) => {
    const looks = weeks
      .flatMap((week) => week.looks)
      .filter((look) => look.measure === measure && look.state !== 'few')
      .slice(-DRIFT.looks)
    return looks.length === DRIFT.looks && looks.every(({ state }) => state === 'out')
  })
}
