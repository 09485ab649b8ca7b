import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'

/**
 * Cancels the queued or running analyses of a patient, an archive or one analysis. The worker stops
 * at its next step.
 */
export async function cancelAnalyses(
  trx: Trx,
  oid: string,
  of: { pid: string } | { rid: string } | { analysis_record_id: string },
): Promise<number> {
  let query = trx
    .updateTable('analyses')
    .set({ status: 'cancelled', looks: '[]', ended_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('status', 'in', ['queued', 'running'])
  if ('pid' in of) query = query.where(ofPerson('pid', of.pid))
  else if ('rid' in of) query = query.where('rid', '=', of.rid)
  else query = query.where('analysis_record_id', '=', of.analysis_record_id)
  const cancelled = await query.returning('analysis_record_id').execute()
  return cancelled.length
}
