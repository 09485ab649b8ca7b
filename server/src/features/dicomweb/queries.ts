import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { isAmong, isNamed, patientsWith } from '../../platform/database/search.ts'
import { livingArchives } from '../sittings/archive.ts'

export interface Asked {
  study: readonly string[]
  number: string
  name: string
  accession: string
  /** `YYYY-MM-DD`; empty: no end. */
  from: string
  to: string
}

const ACCESSION = sql<string | null>`(SELECT accession FROM orders
  WHERE orders.oid = archives.oid AND orders.rid = archives.rid ORDER BY done_at DESC LIMIT 1)`
const IMAGES = sql<number>`(SELECT count(*)::int FROM archive_images WHERE archive_images.rid = archives.rid)`
const REPORTS = sql<number>`(SELECT count(*)::int FROM reports JOIN analyses USING (analysis_record_id)
  WHERE analyses.rid = archives.rid)`

/** Sittings as studies, the newest first. A name is searched for as everywhere; a number is any of the patient's. */
export async function findStudies(
  trx: Trx,
  oid: string,
  { study, number, name, accession, from, to }: Asked,
  { limit, offset }: { limit: number; offset: number },
) {
  let found = livingArchives(trx, oid)
    .select(['archives.rid', 'archives.study_uid', 'archives.record_date', 'archives.modality'])
    .select(['patients.pid', 'patients.name', 'patients.ad_card_number as number'])
    .select(['patients.gender', 'patients.birthday'])
    .select([ACCESSION.as('accession'), IMAGES.as('images'), REPORTS.as('reports')])
  if (study.length > 0) found = found.where('archives.study_uid', 'in', [...study])
  if (from !== '') found = found.where('archives.record_date', '>=', from)
  if (to !== '') found = found.where('archives.record_date', '<=', to)
  if (accession !== '') found = found.where(ACCESSION, '=', accession)
  if (number !== '')
    found = found.where(
      sql<boolean>`(patients.ad_card_number = ${number}
        OR ${number} = ANY(string_to_array(patients.other_numbers, E'\\n')))`,
    )
  if (name !== '')
    found = found
      .where(isAmong('patients.pid', await patientsWith(trx, { name })))
      .where(isNamed(name))
  return found
    .orderBy('archives.record_date', 'desc')
    .orderBy('archives.created_at', 'desc')
    .orderBy('archives.rid')
    .limit(limit)
    .offset(offset)
    .execute()
}
export type StudyRow = Awaited<ReturnType<typeof findStudies>>[number]

/** The signed reports of a sitting, the oldest first, and whether each is void. */
export const findReports = (trx: Trx, oid: string, rid: string) =>
  trx
    .selectFrom('reports')
    .innerJoin('analyses', 'analyses.analysis_record_id', 'reports.analysis_record_id')
    .select(['reports.report_id', 'reports.voided_at'])
    .where('reports.oid', '=', oid)
    .where('analyses.rid', '=', rid)
    .orderBy('reports.created_at')
    .execute()
