import type { Modality, ReceivedState } from '@mingmou/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { ReceivedFiles } from '../../platform/database/tables/device.ts'
import { pageOf } from '../../platform/database/page.ts'
import { standsFor } from '../../platform/database/person.ts'
import { IS_REVOCABLE } from '../batch/revocable.ts'

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
  Pick<
    Insertable<ReceivedFiles>,
    'read_at' | 'facts' | 'problem' | 'upload_key' | 'taken_back_at' | 'pid'
  >
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

/** Devices with files that were read and neither filed nor dropped, and how many. */
export async function findWaitingDevices(trx: Trx, oid: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ device_id: string; count: number }>`
    SELECT device_id, count(*)::int AS count FROM batch_files WHERE oid = ${oid} AND device_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM archive_images AS filed WHERE filed.upload_key = batch_files.upload_key)
    GROUP BY device_id`.execute(trx)
  return new Map(rows.map(({ device_id, count }) => [device_id, count]))
}

const IN_BATCH = sql`EXISTS (SELECT FROM batch_files WHERE batch_files.upload_key = received_files.upload_key)`
const STATE = sql<ReceivedState>`CASE
  WHEN rid IS NOT NULL OR pid IS NOT NULL THEN 'filed'
  WHEN read_at IS NULL THEN 'coming'
  WHEN upload_key IS NULL THEN 'kept'
  WHEN ${IN_BATCH} THEN 'waiting'
  ELSE 'dropped' END`

/** The filing that can be taken back, or was made long ago. */
export interface Filing {
  /** null: of a document. */
  rid: string | null
  pid: string
  name: string
  modality: Modality | null
  record_date: string | null
  revocable: boolean
}

export interface Listed {
  id: string
  source: string
  by_device: boolean
  created_at: Date
  state: ReceivedState
  problem: string | null
  taken_back: boolean
  /** null: an upload, which is not kept as it came. */
  file_key: string | null
  said: { number?: string; name?: string; birthday?: string } | null
  filed: Filing | null
}

const FILING = sql<Filing | null>`(SELECT jsonb_build_object('rid', archives.rid, 'pid', patients.person,
    'name', patients.name, 'modality', archives.modality, 'record_date', archives.record_date,
    'revocable', ${IS_REVOCABLE})
  FROM archives JOIN patients USING (pid)
  WHERE archives.rid = listed.rid AND archives.deleted_at IS NULL AND patients.deleted_at IS NULL
  UNION ALL
  SELECT jsonb_build_object('rid', NULL, 'pid', shown.pid, 'name', shown.name, 'modality', NULL,
    'record_date', NULL, 'revocable', true)
  FROM patients AS own JOIN patients AS shown ON shown.pid = own.person
  WHERE own.pid = listed.pid AND shown.deleted_at IS NULL)`

/** One page of what came, newest first: what devices sent to the institution, and the own uploads of batches. */
export const findListed = (
  trx: Trx,
  { oid, uid }: { oid: string; uid: string },
  state: ReceivedState | undefined,
  page: { page: number; size: number },
) => {
  const listed = sql<Omit<Listed, 'filed'> & { rid: string | null; pid: string | null }>`(
    SELECT received_id::text AS id, devices.name AS source, true AS by_device, received_files.created_at,
      ${STATE} AS state, problem, taken_back_at IS NOT NULL AS taken_back, file_key,
      received_files.facts AS said, rid, pid
    FROM received_files JOIN devices USING (device_id) WHERE received_files.oid = ${oid}
    UNION ALL
    SELECT batch_files.upload_key, accounts.name, false, batch_files.created_at,
      CASE WHEN filed.rid IS NULL THEN 'waiting' ELSE 'filed' END, NULL,
      evidence->'patient'->>'left' IS NOT DISTINCT FROM 'taken_back', NULL, evidence->'said', filed.rid, NULL
    FROM batch_files JOIN accounts ON accounts.uid = batch_files.created_by
      LEFT JOIN archive_images AS filed ON filed.upload_key = batch_files.upload_key
    WHERE batch_files.oid = ${oid} AND batch_files.created_by = ${uid} AND device_id IS NULL)`
  const query = trx
    .selectFrom(listed.as('listed'))
    .selectAll('listed')
    .select(FILING.as('filed'))
    .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'waiting'))
    .$castTo<Listed>()
  return pageOf(trx, query, sql`created_at DESC, id`, page)
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

/** A document that a device sent, and whose it is. */
export async function updateDocument(
  trx: Trx,
  oid: string,
  received_id: string,
  pid: string | null,
): Promise<{ device_id: string } | undefined> {
  return trx
    .updateTable('received_files')
    .set({ pid, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('received_id', '=', received_id)
    .where('problem', '=', 'received_document')
    .returning('device_id')
    .executeTakeFirst()
}

/** The documents of a person, newest first. */
export const findDocuments = (trx: Trx, oid: string, pid: string) =>
  trx
    .selectFrom('received_files')
    .innerJoin('devices', 'devices.device_id', 'received_files.device_id')
    .innerJoin('patients', 'patients.pid', 'received_files.pid')
    .select(['received_id', 'devices.name as device', 'received_files.created_at', 'file_key'])
    .where('received_files.oid', '=', oid)
    .where('patients.person', '=', standsFor(pid))
    .orderBy('received_files.created_at', 'desc')
    .execute()
