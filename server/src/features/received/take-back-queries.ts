import type { Modality } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { IS_REVOCABLE } from '../batch/revocable.ts'

/** A sitting, and whether its filing may be taken back. */
export async function findFiling(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<{ pid: string; modality: Modality; revocable: boolean } | undefined> {
  return trx
    .selectFrom('archives')
    .innerJoin('patients', 'patients.pid', 'archives.pid')
    .select(['archives.pid', 'archives.modality', IS_REVOCABLE.as('revocable')])
    .where('archives.oid', '=', oid)
    .where('archives.rid', '=', rid)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Has the pictures of an archive that devices sent read anew, for a person to file. */
export async function takeBackReceived(
  trx: Trx,
  oid: string,
  rid: string,
  now: Date,
): Promise<{ received_id: string; device_id: string }[]> {
  await sql`DELETE FROM batch_files USING archive_images AS filed
    WHERE batch_files.oid = ${oid} AND filed.rid = ${rid} AND filed.upload_key = batch_files.upload_key
      AND device_id IS NOT NULL`.execute(trx)
  return trx
    .updateTable('received_files')
    .set({ rid: null, read_at: null, upload_key: null, taken_back_at: now })
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .returning(['received_id', 'device_id'])
    .execute()
}

/** What persons uploaded of an archive: the row of the batch, and the files of the photograph. */
export function findUploaded(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<{ upload_key: string; file_key: string; thumb_key: string }[]> {
  return trx
    .selectFrom('batch_files')
    .innerJoin('archive_images as image', 'image.upload_key', 'batch_files.upload_key')
    .select(['batch_files.upload_key', 'image.file_key', 'image.thumb_key'])
    .where('batch_files.oid', '=', oid)
    .where('batch_files.device_id', 'is', null)
    .where('image.rid', '=', rid)
    .execute()
}

/** Those of the keys that rows of the inbox name. */
export async function findNamed(
  trx: Trx,
  oid: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await trx
    .selectFrom('batch_files')
    .select(['upload_key', 'thumb_key'])
    .where('oid', '=', oid)
    .where('upload_key', 'in', keys)
    .execute()
  return new Set(rows.flatMap(({ upload_key, thumb_key }) => [upload_key, thumb_key]))
}

/** The row waits anew, by other files and for whoever took it back. Its patient is to be chosen by a person. */
export async function takeBackUploaded(
  trx: Trx,
  oid: string,
  upload_key: string,
  to: { key: string; thumb_key: string; uid: string; now: Date },
): Promise<void> {
  await sql`UPDATE batch_files SET upload_key = ${to.key}, thumb_key = ${to.thumb_key}, pid = NULL,
      created_by = ${to.uid}, created_at = ${to.now}, updated_at = ${to.now},
      evidence = jsonb_set(evidence, '{patient}', '{"by":"hand","left":"taken_back"}')
    WHERE oid = ${oid} AND upload_key = ${upload_key}`.execute(trx)
}
