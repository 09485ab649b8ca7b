import {
  DRIFT,
  DRIFT_MEASURES,
  ERROR,
  type BodyOf,
  type DataOf,
  type DriftDevice,
  type DriftLook,
  type DriftState,
  type listDrift,
  today,
  type noteDrift,
  type OpenedDrift,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { devicesOf } from '../devices/service.ts'
import * as queries from './queries.ts'
import { mondayOf, weeksAfter } from './weeks.ts'

type By = Caller<Clinician>

/** A device without photographs for so long has nothing to say of today. */
const SILENT_WEEKS = 6

/** The newest look at each measure that says something, or that too few were there. */
function newestLooks(weeks: readonly queries.WeekRow[]): DriftLook[] {
  return DRIFT_MEASURES.flatMap((measure) => {
    const looks = weeks.flatMap((row) => row.looks.filter((look) => look.measure === measure))
    const found = looks.findLast(({ state }) => state !== 'few') ?? looks.at(-1)
    return found ? [found] : []
  })
}

interface Known {
  through: string | null
  /** The names of registered devices, as they are now. */
  names: ReadonlyMap<string, string>
  comparisons: readonly queries.ComparisonRow[]
}

/** How each of these devices stands. */
async function toDevices(
  trx: Trx,
  rows: readonly queries.ComparisonRow[],
  known: Known,
): Promise<DriftDevice[]> {
  const ids = rows.map(({ drift_id }) => drift_id)
  const alarms = await queries.findNewestAlarms(trx, ids)
  const weeks = await queries.findNewestWeeks(trx, ids, DRIFT.joined)
  return rows.map((row) =>
    toDevice(row, known, {
      newest: alarms.find(({ drift_id }) => drift_id === row.drift_id),
      all: weeks.filter(({ drift_id }) => drift_id === row.drift_id),
    }),
  )
}

function toDevice(
  row: queries.ComparisonRow,
  { through, names, comparisons }: Known,
  { newest, all }: { newest: queries.AlarmRow | undefined; all: readonly queries.WeekRow[] },
): DriftDevice {
  const alarm = newest?.note === null ? newest : undefined
  // Weeks before what was done say nothing of now.
  const noted = newest?.noted_at ? mondayOf(today(newest.noted_at)) : ''
  const week = all.at(-1)?.week ?? null
  const looks = newestLooks(all.filter((look) => look.week > noted))
  const isSilent = week === null || (through !== null && week < weeksAfter(through, -SILENT_WEEKS))
  const stateOf = (): DriftState => {
    if (alarm) return 'left'
    if (noted !== '' && looks.length === 0) return 'noted'
    if (row.baseline.photographs < DRIFT.baseline) return 'collecting'
    if (isSilent || looks.every(({ state }) => state === 'few')) return 'few'
    return looks.some(({ state }) => state === 'out') ? 'once' : 'within'
  }
  return {
    drift_id: row.drift_id,
    name: (row.device_id && names.get(row.device_id)) ?? row.name,
    networks: row.networks,
    begun: row.begun,
    week,
    is_new_version: comparisons.some(
      (comparison) =>
        comparison.device === row.device &&
        comparison.begun <= row.begun &&
        comparison.networks !== row.networks,
    ),
    state: stateOf(),
    collected: row.baseline.photographs,
    looks,
    alarm: alarm ? { alarm_id: alarm.alarm_id, week: alarm.week, measures: alarm.measures } : null,
  }
}

async function findKnown(trx: Trx, oid: string): Promise<Known & { since: Date | null }> {
  const { drift_since: since, drift_through: through } = await queries.findSetting(trx, oid)
  const names = new Map(
    (await devicesOf(trx, oid)).map((device) => [device.device_id, device.name]),
  )
  return { since, through, names, comparisons: await queries.findComparisons(trx, oid) }
}

/** Of each device its newest comparison, and earlier ones whose alarm is open. */
export const list = (ctx: Context, { actor, ip }: By): Promise<DataOf<typeof listDrift>> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const known = await findKnown(trx, actor.oid)
    const { since, through, comparisons } = known
    const alarms = await queries.findOpenAlarms(trx, actor.oid)
    const shown = comparisons.filter(
      (row, at) =>
        alarms.some(({ drift_id }) => drift_id === row.drift_id) ||
        !comparisons.slice(at + 1).some((later) => later.device === row.device),
    )
    const rows = await toDevices(trx, shown, known)
    await audit(trx, { actor, ip, action: 'drift.list', detail: { rows: rows.length } })
    return { since: since?.toISOString() ?? null, through, rows: rows.toSorted(byUrgency) }
  })

const ORDER: readonly DriftState[] = ['left', 'once', 'noted', 'few', 'collecting', 'within']
const byUrgency = (a: DriftDevice, b: DriftDevice) =>
  ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (a.name < b.name ? -1 : 1)

export const set = (ctx: Context, { actor, ip }: By, on: boolean): Promise<void> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const { oid } = actor
    await queries.holdWeeks(trx, oid)
    const { drift_since } = await queries.findSetting(trx, oid)
    if ((drift_since !== null) !== on)
      await queries.updateSetting(trx, oid, { drift_since: on ? ctx.now() : null })
    await audit(trx, {
      actor,
      ip,
      action: 'drift.set',
      ...target('institution', oid),
      detail: { on },
    })
  })

export async function open(
  ctx: Context,
  { actor, ip }: By,
  drift_id: string,
): Promise<OpenedDrift> {
  const { oid, uid } = actor
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const known = await findKnown(trx, oid)
    const row = known.comparisons.find((comparison) => comparison.drift_id === drift_id)
    if (!row) throw notFound()
    await queries.markSeen(trx, drift_id, { seen_by: uid, seen_at: ctx.now() })
    await audit(trx, { actor, ip, action: 'drift.open', ...target('drift', drift_id) })
    const alarms = await queries.findAlarms(trx, oid, drift_id)
    const [newest] = alarms
    const [device] = await toDevices(trx, [row], known)
    if (!device) throw notFound()
    return {
      device,
      weeks: await queries.findWeeks(trx, drift_id, WEEKS_SHOWN),
      alarms,
      shown: newest ? await queries.findShown(trx, oid, newest.alarm_id) : [],
    }
  })
  return {
    device: found.device,
    weeks: found.weeks.map(({ week, facts, looks }) => ({
      week,
      photographs: facts.photographs,
      sittings: facts.sittings,
      looks,
    })),
    alarms: found.alarms.map((row) => ({
      alarm_id: row.alarm_id,
      week: row.week,
      measures: row.measures,
      seen: row.seen_at && { by: row.seen_name ?? '', at: row.seen_at.toISOString() },
      note:
        row.note === null || row.noted_at === null
          ? null
          : { text: row.note, by: row.noted_name ?? '', at: row.noted_at.toISOString() },
    })),
    photographs: await Promise.all(
      found.shown.map(async ({ thumb_key, ...row }) => ({
        place: row.place,
        measure: row.measure,
        value: row.value,
        pid: row.pid,
        rid: row.rid,
        name: row.name,
        record_date: row.record_date,
        thumb_url: await ctx.files.signedUrl(thumb_key),
      })),
    ),
  }
}

/** Two years. */
const WEEKS_SHOWN = 104

export async function note(
  ctx: Context,
  { actor, ip }: By,
  { alarm_id, note: text, anew }: BodyOf<typeof noteDrift>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    // A week that is being looked at is over first.
    await queries.holdWeeks(trx, oid)
    const alarm = await queries.holdAlarm(trx, oid, alarm_id)
    if (!alarm) throw notFound()
    if (alarm.note !== null) throw new Refusal(ERROR.conflict, 'drift_noted')
    const now = ctx.now()
    const { drift_id } = alarm
    await queries.markSeen(trx, drift_id, { seen_by: uid, seen_at: now })
    await queries.noteAlarm(trx, alarm_id, { note: text, noted_by: uid, noted_at: now })
    if (anew) await queries.updateComparison(trx, drift_id, { ended_at: now })
    await audit(trx, {
      actor,
      ip,
      action: 'drift.note',
      ...target('drift', drift_id),
      detail: { anew },
    })
    await ctx.events.send(trx, { uid }, 'drift', { drift_id })
  })
}
