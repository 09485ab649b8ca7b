import { DEVICES, type Modality, type ReceivedState } from '@mingmou/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { ReceivedFiles } from '../../platform/database/device-tables.ts'
import { pageOf } from '../../platform/database/page.ts'

export type ReceivedRow = Selectable<ReceivedFiles>

/** The file of these bytes, and whether the same UID came with others. */
export async function findSame(
  trx: Trx,
  oid: string,
  { sop_uid, sha256 }: { sop_uid: string; sha256: string },
): Promise<{ same: ReceivedRow | undefined; differs: boolean }> {
  const rows = await trx
    .selectFrom('received_files')
    .selectAll()
    .where('oid', '=', oid)
    .where('sop_uid', '=', sop_uid)
    .execute()
  const same = rows.find((row) => row.sha256 === sha256)
  return { same, differs: rows.length > (same ? 1 : 0) }
}

/** Of two that send the same UID the second waits, and sees the first. */
export async function holdUid(trx: Trx, oid: string, sop_uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`received ${oid} ${sop_uid}`}))`.execute(trx)
}

export async function insertReceived(trx: Trx, row: Insertable<ReceivedFiles>): Promise<void> {
  await trx.insertInto('received_files').values(row).execute()
}

export const findReceived = (
  trx: Trx,
  oid: string,
  received_id: string,
): Promise<ReceivedRow | undefined> =>
  trx
    .selectFrom('received_files')
    .selectAll()
    .where('oid', '=', oid)
    .where('received_id', '=', received_id)
    .executeTakeFirst()

type Changed = Partial<
  Pick<Insertable<ReceivedFiles>, 'read_at' | 'facts' | 'problem' | 'upload_key' | 'taken_back_at'>
> & { rid?: null }

export async function updateReceived(
  trx: Trx,
  oid: string,
  received_id: string,
  changed: Changed,
): Promise<void> {
  await trx
    .updateTable('received_files')
    .set({ ...changed, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('received_id', '=', received_id)
    .execute()
}

/** Whether a file of the device was not looked at yet. */
export async function hasUnread(trx: Trx, oid: string, device_id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('received_files')
    .select('received_id')
    .where('oid', '=', oid)
    .where('device_id', '=', device_id)
    .where('read_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the device sent a file since then. */
export async function hasSince(
  trx: Trx,
  oid: string,
  device_id: string,
  since: Date,
): Promise<boolean> {
  const found = await trx
    .selectFrom('received_files')
    .select('received_id')
    .where('oid', '=', oid)
    .where('device_id', '=', device_id)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Devices with files that were read and neither filed nor dropped. */
export async function findWaitingDevices(trx: Trx, oid: string): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    SELECT DISTINCT device_id FROM batch_files WHERE oid = ${oid} AND device_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM archive_images AS filed WHERE filed.upload_key = batch_files.upload_key)`.execute(
    trx,
  )
  return rows.map(({ device_id }) => device_id)
}

const IN_BATCH = sql`EXISTS (SELECT FROM batch_files WHERE batch_files.upload_key = received_files.upload_key)`
const STATE = sql<ReceivedState>`CASE
  WHEN rid IS NOT NULL THEN 'filed'
  WHEN read_at IS NULL THEN 'coming'
  WHEN upload_key IS NULL THEN 'kept'
  WHEN ${IN_BATCH} THEN 'waiting'
  ELSE 'dropped' END`

interface Listed {
  received_id: string
  device: string
  created_at: Date
  state: ReceivedState
  problem: string | null
  taken_back_at: Date | null
  file_key: string
  facts: ReceivedRow['facts']
  filed: {
    rid: string
    pid: string
    name: string
    modality: Modality
    record_date: string
    /** Its photographs all came from devices, no report of it is signed, and it is young enough. */
    revocable: boolean
  } | null
}

const FILED = sql<Listed['filed']>`(
  SELECT jsonb_build_object('rid', archives.rid, 'pid', patients.person, 'name', patients.name,
    'modality', archives.modality, 'record_date', archives.record_date,
    'revocable', archives.created_at > now() - ${DEVICES.takeBackDays} * interval '1 day'
      AND NOT EXISTS (SELECT FROM reports JOIN analyses USING (analysis_record_id)
        WHERE analyses.rid = archives.rid AND reports.voided_at IS NULL)
      AND NOT EXISTS (SELECT FROM archive_images AS image WHERE image.rid = archives.rid
        AND NOT EXISTS (SELECT FROM received_files AS own WHERE own.upload_key = image.upload_key)))
  FROM archives JOIN patients USING (pid)
  WHERE archives.rid = received_files.rid AND archives.deleted_at IS NULL AND patients.deleted_at IS NULL)`

/** One page of what came, newest first. */
export const findListed = (
  trx: Trx,
  oid: string,
  state: ReceivedState | undefined,
  page: { page: number; size: number },
) => {
  const query = trx
    .selectFrom('received_files')
    .innerJoin('devices', 'devices.device_id', 'received_files.device_id')
    .select(['received_id', 'devices.name as device', 'received_files.created_at', 'file_key'])
    .select(['problem', 'taken_back_at', 'received_files.facts'])
    .select([STATE.as('state'), FILED.as('filed')])
    .where('received_files.oid', '=', oid)
    .$if(state !== undefined, (all) => all.where(sql<boolean>`${STATE} = ${state}`))
    .$castTo<Listed>()
  return pageOf(trx, query, sql`created_at DESC, received_id`, page)
}

/** How many pictures of devices wait for a person. */
export async function countWaiting(trx: Trx, oid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM batch_files
    WHERE oid = ${oid} AND device_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM archive_images AS filed WHERE filed.upload_key = batch_files.upload_key)`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** Keys of a received file that are in use: the file as it came, its copies and previews. */
export async function findKeys(trx: Trx, oid: string, received_id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT file_key AS key FROM received_files WHERE oid = ${oid} AND received_id = ${received_id}
    UNION ALL SELECT unnest(ARRAY[upload_key, thumb_key]) FROM batch_files
      WHERE oid = ${oid} AND starts_with(upload_key, ${`received/${oid}/${received_id}/`})`.execute(
    trx,
  )
  return rows.map(({ key }) => key)
}

/** Has a picture read anew that was taken off the batch. False where it was not. */
export async function forgetDropped(trx: Trx, oid: string, received_id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('received_files')
    .set({ read_at: null, upload_key: null })
    .where('oid', '=', oid)
    .where('received_id', '=', received_id)
    .where(sql<boolean>`${STATE} = 'dropped'`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those of these copies whose filing a person took back. */
export async function findTakenBack(
  trx: Trx,
  oid: string,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await trx
    .selectFrom('received_files')
    .select('upload_key')
    .where('oid', '=', oid)
    .where('upload_key', 'in', keys)
    .where('taken_back_at', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ upload_key }) => upload_key ?? []))
}

/** Has the pictures of an archive read anew, for a person to file. */
export function takeBack(
  trx: Trx,
  oid: string,
  rid: string,
  now: Date,
): Promise<{ received_id: string; device_id: string }[]> {
  return trx
    .updateTable('received_files')
    .set({ rid: null, read_at: null, upload_key: null, taken_back_at: now })
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .returning(['received_id', 'device_id'])
    .execute()
}

/** The rows of the batch for copies that an archive was made of. */
export async function removeBatchRows(trx: Trx, oid: string, rid: string): Promise<void> {
  await sql`DELETE FROM batch_files USING archive_images AS filed
    WHERE batch_files.oid = ${oid} AND filed.rid = ${rid} AND filed.upload_key = batch_files.upload_key`.execute(
    trx,
  )
}

/** The archive that a received file is filed in, and whether that may be taken back. */
export async function findFiling(
  trx: Trx,
  oid: string,
  received_id: string,
): Promise<Listed['filed'] | undefined> {
  const row = await trx
    .selectFrom('received_files')
    .select(FILED.as('filed'))
    .where('oid', '=', oid)
    .where('received_id', '=', received_id)
    .executeTakeFirst()
  return row?.filed ?? undefined
}
