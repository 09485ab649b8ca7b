import { DEVICES } from '@mingmou/contract'
import { sql } from 'kysely'

/**
 * Whether the filing of `archives` can be taken back: it is young enough, no report of it is signed, and every
 * photograph of it came through the inbox, from a device or from a person.
 */
export const IS_REVOCABLE = sql<boolean>`(
  archives.created_at > now() - ${DEVICES.takeBackDays} * interval '1 day'
  AND NOT EXISTS (SELECT FROM reports JOIN analyses USING (analysis_record_id)
    WHERE analyses.rid = archives.rid AND reports.voided_at IS NULL)
  AND NOT EXISTS (SELECT FROM archive_images AS image WHERE image.rid = archives.rid
    AND NOT EXISTS (SELECT FROM received_files AS own WHERE own.upload_key = image.upload_key)
    AND NOT EXISTS (SELECT FROM batch_files AS own WHERE own.upload_key = image.upload_key)))`
