import type { CorrectedValue, StatedBy } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** A statement of a clinician, as a row of its image carries it. */
export interface CorrectionRow {
  correction_id: string
  name: string
  /** Null where it was withdrawn. */
  value: CorrectedValue | null
  reason: string
  /** The file may state the eye. */
  source: StatedBy
  clinician: string
  made_at: string
  /** Null where it was stated at filing. */
  analysis_record_id: string | null
}

/** Every statement about the image of a row, the newest first. Names the columns of its archive and its place in it. */
export const correctionsOf = (rid: string, image_index: string) => sql<CorrectionRow[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
      'correction_id', correction_id, 'name', corrections.name, 'value', value, 'reason', reason,
      'source', source, 'clinician', coalesce(accounts.name, ''), 'made_at', corrections.created_at,
      'analysis_record_id', corrections.analysis_record_id)
    ORDER BY corrections.created_at DESC, correction_id DESC), '[]')
  FROM corrections LEFT JOIN accounts ON accounts.uid = corrections.created_by
  WHERE corrections.rid = ${sql.ref(rid)}
    AND corrections.image_index = ${sql.ref(image_index)})`

/** What holds of one value of each image of an archive. */
export async function findStated(
  trx: Trx,
  rid: string,
  name: string,
): Promise<ReadonlyMap<number, { value: CorrectedValue; source: StatedBy }>> {
  const rows = await trx
    .selectFrom('corrections')
    .select(['image_index', 'value', 'source'])
    .distinctOn('image_index')
    .where('rid', '=', rid)
    .where('name', '=', name)
    .orderBy('image_index')
    .orderBy('created_at', 'desc')
    .orderBy('correction_id', 'desc')
    .execute()
  return new Map(
    rows.flatMap(({ image_index, value, source }) =>
      value === null ? [] : [[image_index, { value, source }]],
    ),
  )
}
