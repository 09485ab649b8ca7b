import { MODALITIES, stepOf, type Modality } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'

export interface Period {
  start_date: string
  end_date: string
}

/** The step of a day in the period, as text. */
export const stepIn = ({ start_date, end_date }: Period, day: string) =>
  sql<string>`to_char(${sql.ref(day)}, ${stepOf(start_date, end_date) === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'})`

/**
 * The photographs of sittings in the period, without what is deleted. One that was filed as another kind is counted
 * there alone, as long as it stands there.
 */
export const photographsIn = (
  oid: string,
  { start_date, end_date }: Period,
  kinds: readonly Modality[] = MODALITIES.map(({ key }) => key),
) => sql`(
  SELECT * FROM dataset_images AS own
  WHERE own.oid = ${oid} AND own.modality IN (${sql.join([...kinds])}) AND NOT own.hidden
    AND own.record_date BETWEEN ${start_date} AND ${end_date}
    AND NOT EXISTS (SELECT FROM archive_images AS copy JOIN archives AS there USING (rid)
      WHERE copy.filed_from_rid = own.rid AND copy.filed_from_index = own.image_index
        AND there.deleted_at IS NULL))`

/**
 * The newest statement of a value about a photograph: null where there is none, or where it was withdrawn. With LIMIT the
 * database may walk all statements by their time.
 */
export const statedOf = (name: string): RawBuilder<string | null> => sql`(
  SELECT (array_agg(value #>> '{}' ORDER BY corrections.created_at DESC, correction_id DESC))[1]
  FROM corrections
  WHERE corrections.rid = photograph.rid AND corrections.image_index = photograph.image_index
    AND corrections.name = ${name})`
