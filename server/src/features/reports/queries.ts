import {
  type Eye,
  RECORD_YEARS,
  type DeliveryState,
  type DiagnosisClass,
  type EyeOutcome,
  type Referral,
  type ReportState,
} from '@mingmou/contract'
import {
  sql,
  type NotNull,
  type SqlBool,
  type Insertable,
  type RawBuilder,
  type Selectable,
} from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { pageOf, pageOfDays, type Page } from '../../platform/database/page.ts'
import {
  contains,
  isAmong,
  isNamed,
  isNumbered,
  patientsNamed,
  reportsNumbered,
} from '../../platform/database/search.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isReportOutdated } from '../sittings/outdated.ts'

/** Reports of patients that are not deleted. */
const living = (trx: Trx, oid: string) =>
  trx
    .selectFrom('reports')
    .innerJoin('patients', 'patients.pid', 'reports.pid')
    .where('reports.oid', '=', oid)
    .where('patients.deleted_at', 'is', null)

/** Reports, those of deleted patients too. */
const all = (trx: Trx, oid: string) =>
  trx
    .selectFrom('reports')
    .innerJoin('patients', 'patients.pid', 'reports.pid')
    .where('reports.oid', '=', oid)

/** The day until which the law keeps the record of a deleted patient: so long after the last visit. */
const keptUntil = sql<
  string | null
>`CASE WHEN patients.deleted_at IS NOT NULL THEN to_char(greatest(
  (SELECT max(record_date) FROM archives WHERE archives.pid = reports.pid),
  (SELECT max(record_date) FROM eye_exams WHERE eye_exams.pid = reports.pid),
  (reports.created_at AT TIME ZONE 'Asia/Shanghai')::date
) + make_interval(years => ${RECORD_YEARS}), 'YYYY-MM-DD') END`

/** A subquery of one row is looked up by the index for each report. EXISTS may read the whole table. */
const newerOne = sql`(SELECT newer.report_id FROM reports AS newer
  WHERE newer.supersedes = reports.report_id)`

const state = sql<ReportState>`CASE WHEN reports.voided_at IS NOT NULL THEN 'void'
  WHEN ${newerOne} IS NOT NULL THEN 'superseded' ELSE 'signed' END`

/** The worst of what is sent of a report, by its index; null where nothing is. */
const delivery = sql<DeliveryState | null>`(SELECT CASE WHEN bool_or(state = 'failed') THEN 'failed'
  WHEN bool_or(state = 'waiting') THEN 'waiting' WHEN bool_or(state = 'sent') THEN 'sent'
  WHEN count(*) > 0 THEN 'dropped' END
  FROM deliveries WHERE deliveries.report_id = reports.report_id)`

type Neighbour = Pick<
  Selectable<Tables['reports']>,
  'report_no' | 'diagnosis_class' | 'data' | 'created_at'
>

export type ReportRow = Selectable<Tables['reports']> & {
  state: ReportState
  outdated: boolean
  voided_by_name: string | null
  kept_until: string | null
  rid: string
}

export async function findReport(
  trx: Trx,
  oid: string,
  by: { report_id: string } | { report_no: string },
): Promise<ReportRow | undefined> {
  const reports = all(trx, oid)
    .innerJoin('analyses', 'analyses.analysis_record_id', 'reports.analysis_record_id')
    .leftJoin('accounts', 'accounts.uid', 'reports.voided_by')
    .selectAll('reports')
    .select([
      state.as('state'),
      isReportOutdated.as('outdated'),
      'accounts.name as voided_by_name',
      keptUntil.as('kept_until'),
      'analyses.rid',
    ])
  return 'report_id' in by
    ? reports.where('report_id', '=', by.report_id).executeTakeFirst()
    : reports.where('report_no', '=', by.report_no).executeTakeFirst()
}

/** The report that took the place of this one, and the one whose place it took. */
export async function findNeighbours(
  trx: Trx,
  oid: string,
  { report_id, supersedes }: Pick<ReportRow, 'report_id' | 'supersedes'>,
): Promise<{ newer: Neighbour | undefined; older: Neighbour | undefined }> {
  const neighbours = trx
    .selectFrom('reports')
    .select(['report_no', 'diagnosis_class', 'data', 'created_at'])
    .where('oid', '=', oid)
  return {
    newer: await neighbours.where('supersedes', '=', report_id).executeTakeFirst(),
    older:
      supersedes === null
        ? undefined
        : await neighbours.where('report_id', '=', supersedes).executeTakeFirst(),
  }
}

/** Whether a report of this number was erased with its patient; asked across institutions. */
export async function isErased(db: Db, report_no: string): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`
    SELECT report_erased(${report_no}) AS erased`.execute(db)
  return rows[0]?.erased === true
}

/** The institution of the report with this number; asked across institutions. */
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

/** False when it is void already. */
export async function setVoid(
  trx: Trx,
  oid: string,
  report_id: string,
  given: { voided_at: Date; voided_by: string; void_reason: string },
): Promise<boolean> {
  const updated = await trx
    .updateTable('reports')
    .set(given)
    .where('oid', '=', oid)
    .where('report_id', '=', report_id)
    .where('voided_at', 'is', null)
    .returning('report_id')
    .execute()
  return updated.length > 0
}

export interface ListedReport {
  report_id: string
  report_no: string
  diagnosis_class: DiagnosisClass
  pid: string
  name: string
  ad_card_number: string
  outcomes: EyeOutcome[]
  left_out: { eye: Eye | null; gradable: boolean }[]
  record_date: string
  created_at: Date
  clinician: string
  opinion: string
  state: ReportState
  outdated: boolean
  kept_until: string | null
  delivery: DeliveryState | null
}

export interface ReportFilter {
  diagnosis_class: DiagnosisClass | ''
  keyword: string
  referral: Referral | ''
  stage: number | ''
  state: ReportState | ''
  /** Days in Asia/Shanghai. */
  start_date: string
  end_date: string
  clinician: string | undefined
  pid: string | undefined
  deleted: boolean
}

const isUnfiltered = ({ deleted, ...filter }: ReportFilter) =>
  !deleted && Object.values(filter).every((value) => value === '' || value === undefined)

const midnight = (day: string, after = 0) =>
  sql<Date>`(${day}::date + ${after}::int)::timestamp AT TIME ZONE 'Asia/Shanghai'`

/** Superseded reports are few and in an index of their own, so that no report's successor is looked up. */
const is = (oid: string): Readonly<Record<ReportState, RawBuilder<boolean>>> => {
  const superseded = sql`(SELECT newer.supersedes FROM reports AS newer
    WHERE newer.oid = ${oid} AND newer.supersedes IS NOT NULL)`
  return {
    void: sql`reports.voided_at IS NOT NULL`,
    superseded: sql`reports.voided_at IS NULL AND reports.report_id IN ${superseded}`,
    signed: sql`reports.voided_at IS NULL AND reports.report_id NOT IN ${superseded}`,
  }
}

/** A record of the patient of the row, merged ones too, has this part in name, initials or card number. */
const isPersonNamed = (part: string) => sql<boolean>`EXISTS (
  SELECT FROM patients AS own WHERE own.person = patients.person
    AND (${isNamed(part, 'own')} OR ${isNumbered(part, 'own')}))`

/**
 * Reports whose number, or the name, initials or card number of any record of the patient, may have this part; null where
 * they are too many for the index to help.
 */
async function reportsAbout(trx: Trx, part: string): Promise<string[] | null> {
  const patients = await patientsNamed(trx, part)
  const numbered = await reportsNumbered(trx, part)
  if (patients === null || numbered === null) return null
  const theirs = await trx
    .selectFrom('reports')
    .select('report_id')
    .where('pid', 'in', (row) =>
      row
        .selectFrom('patients as named')
        .innerJoin('patients as own', 'own.person', 'named.person')
        .where(isAmong('named.pid', patients))
        .select('own.pid'),
    )
    .execute()
  return [...numbered, ...theirs.map(({ report_id }) => report_id)]
}

export async function findReports(
  trx: Trx,
  oid: string,
  filter: ReportFilter,
  page: { page: number; size: number },
): Promise<Page<ListedReport>> {
  const { keyword, stage, state: wanted, start_date, end_date } = filter
  const deleted = trx
    .selectFrom('patients')
    .select('pid')
    .where('oid', '=', oid)
    .where('deleted_at', 'is not', null)
  // Of what is counted only the reports themselves are read: deleted patients are few.
  const reports = trx
    .selectFrom('reports')
    .leftJoin('patients', 'patients.pid', 'reports.pid')
    .where('reports.oid', '=', oid)
    .where('reports.pid', filter.deleted ? 'in' : 'not in', deleted)
    .select([
      'reports.report_id',
      'reports.report_no',
      'reports.diagnosis_class',
      'reports.pid',
      'patients.name',
      'patients.ad_card_number',
      sql<EyeOutcome[]>`coalesce(reports.data->'outcomes', '[]')`.as('outcomes'),
      sql<ListedReport['left_out']>`coalesce(reports.data->'left_out', '[]')`.as('left_out'),
      sql<string>`reports.data->>'record_date'`.as('record_date'),
      'reports.created_at',
      sql<string>`reports.data->>'clinician'`.as('clinician'),
      'reports.opinion',
      state.as('state'),
      isReportOutdated.as('outdated'),
      keptUntil.as('kept_until'),
      delivery.as('delivery'),
    ])
    .$narrowType<{ name: NotNull; ad_card_number: NotNull }>()
  if (isUnfiltered(filter)) {
    return pageOfDays(trx, reports, { oid, list: 'reports', id: 'report_id' }, page)
  }
  const equals = { ...whole(filter), ...(stage !== '' && { stage }) }
  let query = Object.entries(equals).reduce(
    (rows, [column, value]) => rows.where(sql.ref(`reports.${column}`), '=', value),
    reports,
  )
  if (filter.pid !== undefined) query = query.where(ofPerson('reports.pid', filter.pid))
  if (wanted) query = query.where(is(oid)[wanted])
  if (start_date) query = query.where('reports.created_at', '>=', midnight(start_date))
  if (end_date) query = query.where('reports.created_at', '<', midnight(end_date, 1))
  if (keyword) {
    query = query.where((row) =>
      row.or([isPersonNamed(keyword), contains('reports.report_no', keyword)]),
    )
    query = query.where(isAmong('report_id', await reportsAbout(trx, keyword)))
  }
  return pageOf(trx, query, sql`created_at DESC, report_id DESC`, page)
}

/** The columns that are asked for by a value of theirs. */
const whole = ({ diagnosis_class, referral, clinician }: ReportFilter) =>
  Object.fromEntries(
    Object.entries({ diagnosis_class, referral, clinician }).filter(([, value]) => value),
  )

/** Everybody of the institution who has signed a report. One report of each is looked up, not all. */
export async function findAuthors(trx: Trx, oid: string): Promise<{ uid: string; name: string }[]> {
  return trx
    .selectFrom('accounts')
    .select(['uid', 'name'])
    .where('oid', '=', oid)
    .where(
      sql<SqlBool>`(SELECT report_id FROM reports
        WHERE reports.oid = accounts.oid AND reports.clinician = accounts.uid
        LIMIT 1) IS NOT NULL`,
    )
    .orderBy('name')
    .execute()
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
