import type { EyeOutcome, Referral } from '@mingmou/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { pageOf, pageOfDays, type Page } from '../../platform/database/page.ts'
import {
  contains,
  isAmong,
  isNamed,
  patientsNamed,
  reportsNumbered,
} from '../../platform/database/search.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isReportOutdated } from '../analyses/service.ts'

/** Reports of patients that are not deleted. */
const living = (trx: Trx, oid: string) =>
  trx
    .selectFrom('reports')
    .innerJoin('patients', 'patients.pid', 'reports.pid')
    .where('reports.oid', '=', oid)
    .where('patients.deleted_at', 'is', null)

export type ReportRow = Selectable<Tables['reports']> & {
  superseded_by: string | null
  outdated: boolean
}

const superseder = sql<string | null>`(
  SELECT newer.report_no FROM reports AS newer WHERE newer.supersedes = reports.report_id)`

export async function findReport(
  trx: Trx,
  oid: string,
  by: { report_id: string } | { report_no: string },
): Promise<ReportRow | undefined> {
  const reports = living(trx, oid)
    .selectAll('reports')
    .select([superseder.as('superseded_by'), isReportOutdated.as('outdated')])
  return 'report_id' in by
    ? reports.where('report_id', '=', by.report_id).executeTakeFirst()
    : reports.where('report_no', '=', by.report_no).executeTakeFirst()
}

/** The institution of the report with this number. This is the only query across institutions. */
export async function findInstitution(db: Db, report_no: string): Promise<string | null> {
  const { rows } = await sql<{ oid: string | null }>`
    SELECT report_institution(${report_no}) AS oid`.execute(db)
  return rows[0]?.oid ?? null
}

/** A sitting has one report of both eyes at a time, whichever photographs it shows. */
export async function findNewest(
  trx: Trx,
  oid: string,
  of: { analysis_record_id: string; image_index: number; fellow_index: number | null },
): Promise<Selectable<Tables['reports']> | undefined> {
  const ofAnalysis = living(trx, oid)
    .selectAll('reports')
    .where('analysis_record_id', '=', of.analysis_record_id)
  const alike =
    of.fellow_index === null
      ? ofAnalysis.where('image_index', '=', of.image_index).where('fellow_index', 'is', null)
      : ofAnalysis.where('fellow_index', 'is not', null)
  return alike
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('reports as newer')
            .select('newer.report_id')
            .whereRef('newer.supersedes', '=', 'reports.report_id'),
        ),
      ),
    )
    .executeTakeFirst()
}

export async function insertReport(trx: Trx, report: Insertable<Tables['reports']>): Promise<void> {
  await trx.insertInto('reports').values(report).execute()
}

/** False when it was withdrawn already. */
export async function withdrawReport(
  trx: Trx,
  oid: string,
  report_id: string,
  at: Date,
): Promise<boolean> {
  const updated = await trx
    .updateTable('reports')
    .set({ revoked_at: at })
    .where('oid', '=', oid)
    .where('report_id', '=', report_id)
    .where('revoked_at', 'is', null)
    .returning('report_id')
    .execute()
  return updated.length > 0
}

export interface ListedReport {
  report_id: string
  report_no: string
  diagnosis_class: '1' | '2' | '3'
  pid: string
  name: string
  ad_card_number: string
  outcomes: EyeOutcome[]
  record_date: string
  created_at: Date
  clinician: string
  opinion: string
  superseded: boolean
  outdated: boolean
  revoked_at: Date | null
}

export interface ReportFilter {
  diagnosis_class: '1' | '2' | '3' | ''
  keyword: string
  referral: Referral | ''
  pid: string | undefined
}

/**
 * Reports whose number, or patient's name, initials or card number may have this part; null where they are too many for
 * the index to help.
 */
async function reportsAbout(trx: Trx, part: string): Promise<string[] | null> {
  const patients = await patientsNamed(trx, part)
  const numbered = await reportsNumbered(trx, part)
  if (patients === null || numbered === null) return null
  const theirs = await trx
    .selectFrom('reports')
    .select('report_id')
    .where(isAmong('pid', patients))
    .execute()
  return [...numbered, ...theirs.map(({ report_id }) => report_id)]
}

export async function findReports(
  trx: Trx,
  oid: string,
  { diagnosis_class, referral, keyword, pid }: ReportFilter,
  page: { page: number; size: number },
): Promise<Page<ListedReport>> {
  let query = living(trx, oid).select([
    'reports.report_id',
    'reports.report_no',
    'reports.diagnosis_class',
    'reports.pid',
    'patients.name',
    'patients.ad_card_number',
    sql<EyeOutcome[]>`coalesce(reports.data->'outcomes', '[]')`.as('outcomes'),
    sql<string>`reports.data->>'record_date'`.as('record_date'),
    'reports.created_at',
    sql<string>`reports.data->>'clinician'`.as('clinician'),
    'reports.opinion',
    sql<boolean>`${superseder} IS NOT NULL`.as('superseded'),
    isReportOutdated.as('outdated'),
    'reports.revoked_at',
  ])
  if (!diagnosis_class && !keyword && pid === undefined) {
    return pageOfDays(trx, query, { oid, list: 'reports', id: 'report_id' }, page)
  }
  if (diagnosis_class) query = query.where('diagnosis_class', '=', diagnosis_class)
  if (referral) query = query.where('referral', '=', referral)
  if (pid !== undefined) query = query.where(ofPerson('reports.pid', pid))
  if (keyword) {
    const columns = ['patients.ad_card_number', 'reports.report_no']
    query = query.where((row) =>
      row.or([isNamed(keyword), ...columns.map((column) => contains(column, keyword))]),
    )
    query = query.where(isAmong('report_id', await reportsAbout(trx, keyword)))
  }
  return pageOf(trx, query, sql`created_at DESC, report_id DESC`, page)
}

export async function findLetterhead(
  trx: Trx,
  oid: string,
): Promise<{ name: string; logo: string | null }> {
  return trx
    .selectFrom('institutions')
    .select(['name', 'logo'])
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
}
