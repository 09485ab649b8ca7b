import { DRIFT, today, type DriftMeasure } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { eachAlone, HOUR_MS, type Duty } from '../../duty.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findMainAccount } from '../accounts/of-institution.ts'
import { audit, target } from '../audit/service.ts'
import { factsOf, findPairs, findPhotographs, type PairRow, type PhotographRow } from './facts.ts'
import * as queries from './queries.ts'
import { mostShowing } from './shown.ts'
import { joined, leftBand, lookAt, NO_FACTS, type Looked } from './watch.ts'
import { mondayOf, weeksAfter } from './weeks.ts'

/** What happened longer before the watch began is shown, and nobody is told of it. */
const TOLD_BEFORE_WEEKS = 2

/** Every week that has ended gets its rows, those that were missed too. */
export async function watchDevices(ctx: Context): Promise<void> {
  const institutions = await ctx.db
    .selectFrom('institutions')
    .select('oid')
    .where('drift_since', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  await eachAlone(ctx, institutions, async ({ oid }) => {
    while (await withInstitution(ctx.db, oid, (trx) => watchWeek(ctx, trx, oid)))
      if (ctx.ended.aborted) return
  })
}

/** The first week without rows. False where there is none. */
async function watchWeek(ctx: Context, trx: Trx, oid: string): Promise<boolean> {
  await queries.holdWeeks(trx, oid)
  const { drift_since: since, drift_through } = await queries.findSetting(trx, oid)
  if (since === null) return false
  const first = drift_through ?? (await queries.findFirstDay(trx, oid))
  if (first === null) return false
  const week = mondayOf(first)
  const to = weeksAfter(week, 1)
  // An analysis that ends as the week does is written by then.
  if (to > today(new Date(ctx.now().getTime() - HOUR_MS))) return false
  const span = { from: week, to }
  const found = {
    photographs: await findPhotographs(trx, oid, span),
    pairs: await findPairs(trx, oid, span),
  }
  // The week in which one was ended is still its own.
  const comparisons = (await queries.findComparisons(trx, oid)).filter(
    ({ ended_at }) => ended_at === null || week <= mondayOf(today(ended_at)),
  )
  const tellsFrom = weeksAfter(mondayOf(today(since)), -TOLD_BEFORE_WEEKS)
  for (const { photographs, pairs } of groupsOf(found.photographs, found.pairs)) {
    const [photograph] = photographs
    const like = photograph ?? pairs[0]
    if (!like) continue
    const { device, device_id, name, networks } = like
    const known = comparisons.find(
      (comparison) => comparison.device === device && comparison.networks === networks,
    )
    // What is signed of a device before it has photographs is of earlier networks.
    if (!known && !photograph) continue
    const comparison =
      known ??
      (await queries.insertComparison(trx, {
        drift_id: newId(),
        device,
        device_id,
        name,
        networks,
        oid,
        begun: week,
        baseline: JSON.stringify(NO_FACTS),
      }))
    await addWeek(
      ctx,
      trx,
      { comparison, week, name, isTold: week >= tellsFrom },
      { photographs, pairs },
    )
  }
  await queries.updateSetting(trx, oid, { drift_through: to })
  return true
}

interface Found {
  photographs: PhotographRow[]
  pairs: PairRow[]
}

type NamedWeek = Looked & { week: string }

interface Week {
  comparison: queries.ComparisonRow
  week: string
  name: string
  /** Recent enough that somebody is told of it. */
  isTold: boolean
}

/** By device and networks. */
function groupsOf(photographs: readonly PhotographRow[], pairs: readonly PairRow[]): Found[] {
  const groups = new Map<string, Found>()
  const of = ({ device, networks }: Pick<PairRow, 'device' | 'networks'>) => {
    const key = JSON.stringify([device, networks])
    const group = groups.get(key) ?? { photographs: [], pairs: [] }
    groups.set(key, group)
    return group
  }
  for (const row of photographs) of(row).photographs.push(row)
  for (const row of pairs) of(row).pairs.push(row)
  return [...groups.values()]
}

/** The first photographs are the baseline, and what was signed until then. The others are a week to look at. */
async function addWeek(
  ctx: Context,
  trx: Trx,
  { comparison, week, name, isTold }: Week,
  { photographs, pairs }: Found,
): Promise<void> {
  const { drift_id, oid } = comparison
  const wanted = Math.max(0, DRIFT.baseline - comparison.baseline.photographs)
  const isCollecting = wanted > 0
  const baseline = isCollecting
    ? joined([comparison.baseline, factsOf(photographs.slice(0, wanted), pairs)])
    : comparison.baseline
  await queries.updateComparison(trx, drift_id, { name, baseline: JSON.stringify(baseline) })
  const facts = factsOf(photographs.slice(wanted), isCollecting ? [] : pairs)
  if (facts.photographs + facts.pairs === 0) return
  const alarm = await queries.findNewestAlarm(trx, drift_id)
  // What was done about the last alarm begins anew: weeks before count no more.
  const noted = alarm?.noted_at ? mondayOf(today(alarm.noted_at)) : ''
  const before = (await queries.findWeeks(trx, drift_id, DRIFT.looks * DRIFT.joined)).filter(
    (row) => row.week > noted,
  )
  const looks = lookAt(baseline, before, facts)
  await queries.insertWeek(trx, {
    drift_id,
    week,
    oid,
    facts: JSON.stringify(facts),
    looks: JSON.stringify(looks),
  })
  const isOpen = alarm?.note === null
  if (!isTold || isOpen || comparison.ended_at !== null || week <= noted) return
  const weeks = [...before, { week, facts, looks }]
  const measures = leftBand(weeks)
  if (measures.length > 0) await tell(ctx, trx, comparison, { weeks, measures })
}

/** An alarm of a device that has left its band, with the photographs that show it most. The newest week stands last. */
async function tell(
  ctx: Context,
  trx: Trx,
  { drift_id, oid, device, networks }: queries.ComparisonRow,
  { weeks, measures }: { weeks: readonly NamedWeek[]; measures: readonly DriftMeasure[] },
): Promise<void> {
  const newest = weeks.at(-1)
  if (!newest) return
  const { week } = newest
  const looks = newest.looks.filter(({ measure }) => measures.includes(measure))
  const joins = Math.max(1, ...looks.map((look) => look.weeks))
  const span = { from: weeks.at(-joins)?.week ?? week, to: weeksAfter(week, 1) }
  const isOwn = (row: PairRow | PhotographRow) => row.device === device && row.networks === networks
  const photographs = mostShowing(
    looks,
    (await findPhotographs(trx, oid, span)).filter(isOwn),
    (await findPairs(trx, oid, span)).filter(isOwn),
  )
  const alarm_id = newId()
  await queries.insertAlarm(
    trx,
    {
      alarm_id,
      drift_id,
      week,
      oid,
      measures: JSON.stringify(measures),
      seen_by: null,
      note: null,
      noted_by: null,
      created_at: ctx.now(),
    },
    photographs.map(({ measure, value, pid, rid, image_index }, at) => ({
      alarm_id,
      place: at + 1,
      oid,
      measure,
      value,
      pid,
      rid,
      image_index,
    })),
  )
  await audit(trx, {
    actor: null,
    ip: '',
    oid,
    action: 'drift.left',
    ...target('drift', drift_id),
    detail: { week, measures },
  })
  const main = await findMainAccount(trx, oid)
  if (main) await ctx.events.send(trx, { uid: main.uid }, 'drift', { drift_id })
}

export const driftDuties: readonly Duty[] = [
  { name: 'what devices bring, by weeks', everyMs: HOUR_MS, run: watchDevices },
]
