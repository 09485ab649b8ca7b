import { entryOf, type Modality } from '@mingmou/contract'
import { sql } from 'kysely'

/** The part of an archive's fields that the analysis reads. */
export function analysedFields(modality: Modality, fields: object): Record<string, unknown> {
  const { analysed } = entryOf(modality).archive
  return Object.fromEntries(Object.entries(fields).filter(([name]) => analysed.includes(name)))
}

/** Whether the archive was changed in a field that the analysis had read: its findings no longer hold. */
export const isOutdated = sql<boolean>`NOT archives.fields @> analyses.read_fields`

/** The same of a report, by the analysis that it was made of. */
export const isReportOutdated = sql<boolean>`EXISTS (
  SELECT FROM analyses JOIN archives USING (rid)
  WHERE analyses.analysis_record_id = reports.analysis_record_id AND ${isOutdated})`
