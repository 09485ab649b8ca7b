import { sql, type Insertable, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type {
  DriftAlarms,
  DriftComparisons,
  DriftPhotographs,
  DriftWeeks,
} from '../../platform/database/tables/drift.ts'

export type ComparisonRow = Selectable<DriftComparisons>
export type WeekRow = Selectable<DriftWeeks>
export type AlarmRow = Selectable<DriftAlarms>

/** Two workers do a week one after the other. */
export async function holdWeeks(trx: Trx, oid: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`drift of ${oid}`}, 0))`.execute(trx)
}

export const findSetting = (trx: Trx, oid: string) =>
  trx
    .selectFrom('institutions')
    .select(['drift_since', 'drift_through'])
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()

export async function updateSetting(
  trx: Trx,
  oid: string,
  change: { drift_since: Date | null } | { drift_through: string },
): Promise<void> {
  await trx.updateTable('institutions').set(change).where('oid', '=', oid).execute()
}

/** The day on which the first fundus analysis ended. */
export async function findFirstDay(trx: Trx, oid: string): Promise<string | null> {
  const { day } = await trx
    .selectFrom('analyses')
    .select(sql<string | null>`(min(ended_at) AT TIME ZONE 'Asia/Shanghai')::date`.as('day'))
    .where('oid', '=', oid)
    .where('status', '=', 'done')
    .where('modality', '=', 'fundus')
    .executeTakeFirstOrThrow()
  return day
}

export const findComparisons = (trx: Trx, oid: string): Promise<ComparisonRow[]> =>
  trx
    .selectFrom('drift_comparisons')
    .selectAll()
    .where('oid', '=', oid)
    .orderBy('begun')
    .orderBy('created_at')
    .execute()

export async function insertComparison(
  trx: Trx,
  row: Insertable<DriftComparisons>,
): Promise<ComparisonRow> {
  return trx.insertInto('drift_comparisons').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateComparison(
  trx: Trx,
  drift_id: string,
  change: { baseline: string; name: string } | { name: string } | { ended_at: Date },
): Promise<void> {
  await trx.updateTable('drift_comparisons').set(change).where('drift_id', '=', drift_id).execute()
}

/** The newest weeks of a comparison, the newest last. */
export async function findWeeks(trx: Trx, drift_id: string, most: number): Promise<WeekRow[]> {
  const rows = await trx
    .selectFrom('drift_weeks')
    .selectAll()
    .where('drift_id', '=', drift_id)
    .orderBy('week', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed()
}

/** Of each of these comparisons its newest weeks, the newest last. */
export async function findNewestWeeks(
  trx: Trx,
  drift_ids: readonly string[],
  most: number,
): Promise<WeekRow[]> {
  if (drift_ids.length === 0) return []
  return trx
    .selectFrom((from) =>
      from
        .selectFrom('drift_weeks')
        .selectAll()
        .select(
          sql<number>`row_number() OVER (PARTITION BY drift_id ORDER BY week DESC)`.as('place'),
        )
        .where('drift_id', 'in', drift_ids)
        .as('numbered'),
    )
    .selectAll()
    .where('place', '<=', most)
    .orderBy('week')
    .execute()
}

export async function insertWeek(trx: Trx, week: Insertable<DriftWeeks>): Promise<void> {
  await trx.insertInto('drift_weeks').values(week).execute()
}

const named = (trx: Trx, oid: string) =>
  trx
    .selectFrom('drift_alarms')
    .selectAll()
    .select(sql<string | null>`actor_name(seen_by)`.as('seen_name'))
    .select(sql<string | null>`actor_name(noted_by)`.as('noted_name'))
    .where('oid', '=', oid)
    .orderBy('week', 'desc')

export const findAlarms = (trx: Trx, oid: string, drift_id: string) =>
  named(trx, oid).where('drift_id', '=', drift_id).execute()

export const findOpenAlarms = (trx: Trx, oid: string): Promise<AlarmRow[]> =>
  trx
    .selectFrom('drift_alarms')
    .selectAll()
    .where('oid', '=', oid)
    .where('note', 'is', null)
    .execute()

/** Of each of these comparisons. */
export const findNewestAlarms = (trx: Trx, drift_ids: readonly string[]): Promise<AlarmRow[]> =>
  drift_ids.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('drift_alarms')
        .distinctOn('drift_id')
        .selectAll()
        .where('drift_id', 'in', drift_ids)
        .orderBy('drift_id')
        .orderBy('week', 'desc')
        .execute()

export const findNewestAlarm = (trx: Trx, drift_id: string): Promise<AlarmRow | undefined> =>
  trx
    .selectFrom('drift_alarms')
    .selectAll()
    .where('drift_id', '=', drift_id)
    .orderBy('week', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Held until the transaction ends. */
export const holdAlarm = (trx: Trx, oid: string, alarm_id: string): Promise<AlarmRow | undefined> =>
  trx
    .selectFrom('drift_alarms')
    .selectAll()
    .where('oid', '=', oid)
    .where('alarm_id', '=', alarm_id)
    .forUpdate()
    .executeTakeFirst()

export async function insertAlarm(
  trx: Trx,
  alarm: Insertable<DriftAlarms>,
  photographs: readonly Insertable<DriftPhotographs>[],
): Promise<void> {
  await trx.insertInto('drift_alarms').values(alarm).execute()
  if (photographs.length > 0)
    await trx.insertInto('drift_photographs').values(photographs).execute()
}

export async function noteAlarm(
  trx: Trx,
  alarm_id: string,
  note: { note: string; noted_by: string; noted_at: Date },
): Promise<void> {
  await trx.updateTable('drift_alarms').set(note).where('alarm_id', '=', alarm_id).execute()
}

/** Whoever looks first has seen it. */
export async function markSeen(
  trx: Trx,
  drift_id: string,
  seen: { seen_by: string; seen_at: Date },
): Promise<void> {
  await trx
    .updateTable('drift_alarms')
    .set(seen)
    .where('drift_id', '=', drift_id)
    .where('seen_at', 'is', null)
    .execute()
}

/** Photographs of an alarm that are still there. */
export const findShown = (trx: Trx, oid: string, alarm_id: string) =>
  trx
    .selectFrom('drift_photographs as shown')
    .innerJoin('dataset_images as photograph', (join) =>
      join
        .onRef('photograph.rid', '=', 'shown.rid')
        .onRef('photograph.image_index', '=', 'shown.image_index'),
    )
    .innerJoin('patients', 'patients.pid', 'photograph.pid')
    .where('shown.oid', '=', oid)
    .where('shown.alarm_id', '=', alarm_id)
    .where('photograph.hidden', '=', false)
    .select(['shown.place', 'shown.measure', 'shown.value', 'shown.rid'])
    .select(['photograph.pid', 'photograph.record_date', 'photograph.thumb_key', 'patients.name'])
    .orderBy('shown.place')
    .execute()
