import type { ReportState } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { countOf } from '../../platform/database/count.ts'
import { ofLiving, ofPerson } from '../../platform/database/person.ts'
import type { Snapshot } from './snapshot.ts'
import { reportJson } from './stored-report.ts'

/** A report as other systems read it. */
export interface OutsideReport {
  report_id: string
  report_no: string
  /** The record that stands for its patient. */
  pid: string
  /** The card number that this record has now. */
  number: string
  rid: string
  state: ReportState
  clinician: string
  created_at: Date
  /** When it was signed, superseded or declared void, whichever came last. */
  changed_at: Date
  supersedes: string | null
  superseded_by: string | null
  snapshot: Snapshot
}

export interface WantedReports {
  after?: string | null | undefined
  report_id?: string | undefined
  report_no?: string | undefined
  pid?: string | undefined
  rids?: readonly string[] | undefined
  /** Conditions on `reports`, of whoever asks. */
  where?: readonly RawBuilder<boolean>[]
}

/** Of a report, as `state`. */
const REPORT_STATE = sql<ReportState>`CASE WHEN reports.voided_at IS NOT NULL THEN 'void'
  WHEN newer.report_id IS NOT NULL THEN 'superseded' ELSE 'signed' END`

/**
 * The same as conditions that an index answers where few reports are in a state, and that let a search walk reports in
 * their sequence where most are. Row-level security limits what is superseded to the institution.
 */
const SUPERSEDED = sql<boolean>`reports.report_id = ANY (ARRAY(
  SELECT later.supersedes FROM reports AS later WHERE later.supersedes IS NOT NULL))`
export const IS_IN = {
  void: sql<boolean>`reports.voided_at IS NOT NULL`,
  superseded: sql<boolean>`(reports.voided_at IS NULL AND ${SUPERSEDED})`,
  signed: sql<boolean>`(reports.voided_at IS NULL AND NOT ${SUPERSEDED})`,
} as const satisfies Record<ReportState, RawBuilder<boolean>>

/** Of a report, as `changed_at`. */
export const REPORT_CHANGED = sql<Date>`greatest(reports.created_at, reports.voided_at, newer.created_at)`

/** So many changed reports are named to a search. Where more changed, a page is full soon. */
const CHANGED_NAMED = 2000

/**
 * Reports that changed at a time or later, found by the times of their own rows: `REPORT_CHANGED` would be worked out for
 * every report where few changed. Null: more changed than are named.
 */
export async function changedSince(
  trx: Trx,
  oid: string,
  from: Date,
): Promise<RawBuilder<boolean> | null> {
  const { rows } = await sql<{ report_id: string; supersedes: string | null }>`
    (SELECT report_id, supersedes FROM reports WHERE oid = ${oid} AND created_at >= ${from}
      ORDER BY created_at DESC LIMIT ${CHANGED_NAMED})
    UNION ALL
    (SELECT report_id, NULL FROM reports WHERE oid = ${oid} AND voided_at >= ${from}
      LIMIT ${CHANGED_NAMED})`.execute(trx)
  if (rows.length >= CHANGED_NAMED) return null
  const ids = rows.flatMap(({ report_id, supersedes }) => [
    report_id,
    ...(supersedes ? [supersedes] : []),
  ])
  return sql<boolean>`reports.report_id = ANY(${ids}::uuid[])`
}

/** Reports of patients that are not deleted. */
function asked(trx: Trx, oid: string, wanted: WantedReports) {
  const { after = null, report_id, report_no, pid, rids, where = [] } = wanted
  let found = trx
    .selectFrom('reports')
    .leftJoin('reports as newer', 'newer.supersedes', 'reports.report_id')
    .where('reports.oid', '=', oid)
    .where(ofLiving('reports.pid', oid))
  if (after !== null) found = found.where('reports.report_id', '>', after)
  if (report_id !== undefined) found = found.where('reports.report_id', '=', report_id)
  if (report_no !== undefined) found = found.where('reports.report_no', '=', report_no)
  if (pid !== undefined) found = found.where(ofPerson('reports.pid', pid))
  if (rids !== undefined)
    found = found.where('reports.analysis_record_id', 'in', (from) =>
      from
        .selectFrom('analyses as of')
        .select('of.analysis_record_id')
        .where('of.rid', '=', sql<string>`any(${[...rids]}::uuid[])`),
    )
  for (const condition of where) found = found.where(condition)
  return found
}

/** How many there are of these. */
export const countOutside = (trx: Trx, oid: string, wanted: WantedReports): Promise<number> =>
  countOf(asked(trx, oid, wanted))

/**
 * Reports in the sequence of their ids, which is that of signing. The patient is looked up for each of them in turn: of
 * joined tables the planner takes few rows to be left, and sorts them all for a page.
 */
export async function findOutside(
  trx: Trx,
  oid: string,
  wanted: WantedReports,
  most: number,
): Promise<OutsideReport[]> {
  const rows = await asked(trx, oid, wanted)
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('patients as own')
          .innerJoin('patients as person', 'person.pid', 'own.person')
          .whereRef('own.pid', '=', 'reports.pid')
          .select(['person.pid', 'person.ad_card_number'])
          .limit(1)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .innerJoin('analyses', 'analyses.analysis_record_id', 'reports.analysis_record_id')
    .select([
      'reports.report_id',
      'reports.report_no',
      'reports.diagnosis_class',
      'reports.data',
      'reports.clinician',
      'reports.created_at',
      'reports.supersedes',
      'newer.report_id as superseded_by',
      'shown.pid',
      'shown.ad_card_number as number',
      'analyses.rid',
      REPORT_STATE.as('state'),
      REPORT_CHANGED.as('changed_at'),
    ])
    .orderBy('reports.report_id')
    .limit(most)
    .execute()
  return rows.map(({ data, diagnosis_class, ...row }) => ({
    ...row,
    snapshot: reportJson.read({ diagnosis_class, data }),
  }))
}

/** Whoever signed a report of these patients, by the name in the last one, in the sequence of their ids. */
export async function findClinicians(
  trx: Trx,
  oid: string,
  wanted: Pick<WantedReports, 'after' | 'pid' | 'where'>,
  most: number,
): Promise<{ uid: string; name: string; updated_at: Date }[]> {
  const { after = null, pid, where = [] } = wanted
  let found = trx
    .selectFrom('reports')
    .innerJoin('patients as own', 'own.pid', 'reports.pid')
    .innerJoin('patients as shown', 'shown.pid', 'own.person')
    .where('reports.oid', '=', oid)
    .where('shown.deleted_at', 'is', null)
    .distinctOn('reports.clinician')
    .select([
      'reports.clinician as uid',
      'reports.diagnosis_class',
      'reports.data',
      'reports.created_at as updated_at',
    ])
  if (after !== null) found = found.where('reports.clinician', '>', after)
  if (pid !== undefined) found = found.where(ofPerson('reports.pid', pid))
  for (const condition of where) found = found.where(condition)
  const rows = await found
    .orderBy('reports.clinician')
    .orderBy('reports.created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ uid, updated_at, ...row }) => ({
    uid,
    updated_at,
    name: reportJson.read(row).clinician,
  }))
}
