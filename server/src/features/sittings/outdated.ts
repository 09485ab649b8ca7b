import { archiveEntry, type Modality } from '@mingmou/contract'
import { sql } from 'kysely'

/** The part of an archive's fields that the analysis reads. */
export function analysedFields(modality: Modality, fields: object): Record<string, unknown> {
  const { analysed } = archiveEntry(modality).archive
  return Object.fromEntries(Object.entries(fields).filter(([name]) => analysed.includes(name)))
}

/** Whether the archive was changed in a field that the analysis had read: its findings no longer hold. */
export const isOutdated = sql<boolean>`NOT archives.fields @> analyses.read_fields`

/**
 * The same of a report, by the analysis that it was made of. A subquery of one row is looked up by the index for each
 * report. EXISTS may read the whole tables.
 */
export const isReportOutdated = sql<boolean>`coalesce((
  SELECT ${isOutdated} FROM analyses JOIN archives USING (rid)
  WHERE analyses.analysis_record_id = reports.analysis_record_id), false)`
