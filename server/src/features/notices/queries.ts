import type { Modality } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

interface Whose {
  oid: string
  uid: string
}

export async function insertNotice(
  trx: Trx,
  { oid, uid }: Whose,
  notice: { analysis_record_id: string; created_at: Date },
): Promise<void> {
  await trx
    .insertInto('notices')
    .values({ ...notice, oid, created_by: uid })
    .execute()
}

export async function deleteBefore(trx: Trx, { oid, uid }: Whose, before: Date): Promise<void> {
  await trx
    .deleteFrom('notices')
    .where('oid', '=', oid)
    .where('created_by', '=', uid)
    .where('created_at', '<', before)
    .execute()
}

/** Notices whose result can still be opened. */
const living = (trx: Trx, { oid, uid }: Whose, since: Date) =>
  trx
    .selectFrom('notices')
    .innerJoin('analyses', 'analyses.analysis_record_id', 'notices.analysis_record_id')
    .innerJoin('archives', 'archives.rid', 'analyses.rid')
    .innerJoin('patients', 'patients.pid', 'analyses.pid')
    .leftJoin('trial_photographs', 'trial_photographs.rid', 'analyses.rid')
    .where('notices.oid', '=', oid)
    .where('notices.created_by', '=', uid)
    .where('notices.created_at', '>=', since)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)

export interface NoticeRow {
  analysis_record_id: string
  pid: string
  name: string
  rid: string
  /** The batch of a trial user, whose last photograph this is. */
  anal_id: string | null
  modality: Modality
  done: boolean
  created_at: Date
  read_at: Date | null
}

/** The newest first. */
export function findNotices(
  trx: Trx,
  whose: Whose,
  since: Date,
  limit: number,
): Promise<NoticeRow[]> {
  return living(trx, whose, since)
    .select(['notices.analysis_record_id', 'analyses.pid', 'patients.name', 'analyses.rid'])
    .select(['trial_photographs.anal_id', 'analyses.modality'])
    .select(['notices.created_at', 'notices.read_at'])
    .select(sql<boolean>`analyses.status = 'done'`.as('done'))
    .orderBy('notices.created_at', 'desc')
    .orderBy('notices.analysis_record_id')
    .limit(limit)
    .execute()
}

export async function countUnread(trx: Trx, whose: Whose, since: Date): Promise<number> {
  const { unread } = await living(trx, whose, since)
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('notices.read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** Marks those of some archives, or all, as read. */
export async function markRead(
  trx: Trx,
  { oid, uid }: Whose,
  rids: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  if (rids?.length === 0) return
  await trx
    .updateTable('notices')
    .set({ read_at: now })
    .where('oid', '=', oid)
    .where('created_by', '=', uid)
    .where('read_at', 'is', null)
    .$if(rids !== undefined, (query) =>
      query.where('analysis_record_id', 'in', (row) =>
        row
          .selectFrom('analyses')
          .select('analyses.analysis_record_id')
          .where('analyses.rid', 'in', rids ?? []),
      ),
    )
    .execute()
}

/** Devices that left their band, the newest first. */
export const findDrift = (trx: Trx, oid: string, since: Date) =>
  trx
    .selectFrom('drift_alarms as alarm')
    .innerJoin('drift_comparisons as comparison', 'comparison.drift_id', 'alarm.drift_id')
    .leftJoin('devices', 'devices.device_id', 'comparison.device_id')
    .where('alarm.oid', '=', oid)
    .where('alarm.created_at', '>=', since)
    .select(['alarm.alarm_id', 'alarm.drift_id', 'alarm.created_at', 'alarm.seen_at'])
    .select(sql<string>`coalesce(devices.name, comparison.name)`.as('device'))
    .orderBy('alarm.created_at', 'desc')
    .orderBy('alarm.alarm_id')
    .execute()

/** Whoever looks first has seen it. */
export async function markDriftRead(trx: Trx, { oid, uid }: Whose, now: Date): Promise<void> {
  await trx
    .updateTable('drift_alarms')
    .set({ seen_by: uid, seen_at: now })
    .where('oid', '=', oid)
    .where('seen_at', 'is', null)
    .execute()
}
