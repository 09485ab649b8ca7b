import {
  MODALITY,
  REFERRED_STAGE,
  type ValidationFigures,
  type ValidationQuestion,
} from '@mingmou/contract'
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { StoredJson } from '../../platform/database/stored-json.ts'
import type {
  CaseMachine,
  ValidationCases,
  Validations,
} from '../../platform/database/tables/validation.ts'

export type StudyRow = Selectable<Validations>
export type CaseRow = Selectable<ValidationCases>

export async function insertStudy(trx: Trx, study: Insertable<Validations>): Promise<void> {
  await trx.insertInto('validations').values(study).execute()
}

const named = (trx: Trx, oid: string) =>
  trx
    .selectFrom('validations')
    .selectAll()
    .select(sql<string | null>`actor_name(created_by)`.as('by'))
    .where('oid', '=', oid)

export type NamedStudy = StudyRow & { by: string | null }

export const findStudies = (trx: Trx, oid: string): Promise<NamedStudy[]> =>
  named(trx, oid).orderBy('created_at', 'desc').orderBy('validation_id', 'desc').execute()

export const findStudy = (
  trx: Trx,
  oid: string,
  validation_id: string,
): Promise<NamedStudy | undefined> =>
  named(trx, oid).where('validation_id', '=', validation_id).executeTakeFirst()

/** Held until the transaction ends. */
export const holdStudy = (
  trx: Trx,
  oid: string,
  validation_id: string,
): Promise<StudyRow | undefined> =>
  trx
    .selectFrom('validations')
    .selectAll()
    .where('oid', '=', oid)
    .where('validation_id', '=', validation_id)
    .forUpdate()
    .executeTakeFirst()

/** Two that start at one moment wait for each other. */
export async function isRunning(trx: Trx, oid: string): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`validations of ${oid}`}, 0))`.execute(
    trx,
  )
  const found = await trx
    .selectFrom('validations')
    .select('validation_id')
    .where('oid', '=', oid)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return found !== undefined
}

const midnight = (day: string, after = 0) =>
  sql<Date>`(${day}::date + ${after}::int)::timestamp AT TIME ZONE 'Asia/Shanghai'`

/** Fundus reports that stand, of patients and sittings that are there, signed on these days. */
const standing = (trx: Trx, oid: string, { start_date, end_date }: Period) =>
  trx
    .selectFrom('reports')
    .innerJoin('patients', 'patients.pid', 'reports.pid')
    .innerJoin('analyses', 'analyses.analysis_record_id', 'reports.analysis_record_id')
    .innerJoin('archives', 'archives.rid', 'analyses.rid')
    .where('reports.oid', '=', oid)
    .where('reports.diagnosis_class', '=', MODALITY.fundus.class)
    .where('reports.created_at', '>=', midnight(start_date))
    .where('reports.created_at', '<', midnight(end_date, 1))
    .where('reports.voided_at', 'is', null)
    .where('patients.deleted_at', 'is', null)
    .where('archives.deleted_at', 'is', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM reports AS newer WHERE newer.supersedes = reports.report_id)`,
    )

interface Period {
  start_date: string
  end_date: string
}

export async function countReports(trx: Trx, oid: string, period: Period): Promise<number> {
  const { n } = await standing(trx, oid, period)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export type ReportOfStudy = Awaited<ReturnType<typeof findReports>>[number]

/** The next reports before one, the newest first. */
export function findReports(
  trx: Trx,
  oid: string,
  period: Period,
  { before, most }: { before: { created_at: Date; report_id: string } | null; most: number },
) {
  return standing(trx, oid, period)
    .select(['reports.report_id', 'reports.pid', 'reports.analysis_record_id'])
    .select(['reports.created_at', 'reports.diagnosis_class'])
    .select(['analyses.rid', sql<string>`coalesce(archives.collect_device, '')`.as('device')])
    .select(sql<StoredJson>`reports.data`.as('data'))
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(reports.created_at, reports.report_id) < (${before?.created_at}, ${before?.report_id})`,
      ),
    )
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.report_id', 'desc')
    .limit(most)
    .execute()
}

export async function insertCases(
  trx: Trx,
  cases: readonly Insertable<ValidationCases>[],
): Promise<void> {
  for (let from = 0; from < cases.length; from += 500)
    await trx
      .insertInto('validation_cases')
      .values(cases.slice(from, from + 500))
      .execute()
}

/** The cases of another study, without what the machine said of them. */
export async function copyCases(
  trx: Trx,
  { validation_id, of }: { validation_id: string; of: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO validation_cases (validation_id, place, pid, rid, report_id, analysis_record_id, eye, file_key,
      thumb_key, file_name, patient, device, reader, stated, oid)
    SELECT ${validation_id}, place, pid, rid, report_id, analysis_record_id, eye, file_key,
      thumb_key, file_name, patient, device, reader, stated, oid
    FROM validation_cases WHERE validation_id = ${of}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** The next case without an answer, and those of its sitting. */
export async function findNext(trx: Trx, oid: string, validation_id: string): Promise<CaseRow[]> {
  const waiting = trx
    .selectFrom('validation_cases')
    .selectAll()
    .where('oid', '=', oid)
    .where('validation_id', '=', validation_id)
    .where('answered', '=', false)
    .orderBy('place')
  const first = await waiting.executeTakeFirst()
  if (!first) return []
  if (first.rid === null) return [first]
  return waiting
    .where('rid', '=', first.rid)
    .where('analysis_record_id', '=', first.analysis_record_id)
    .execute()
}

/** False where another worker answered it. */
export async function answerCase(
  trx: Trx,
  { validation_id, place }: Pick<CaseRow, 'validation_id' | 'place'>,
  answer: { machine: CaseMachine | null; file_key?: string; thumb_key?: string },
): Promise<boolean> {
  const { machine, ...rest } = answer
  const updated = await trx
    .updateTable('validation_cases')
    .set({ answered: true, machine: machine && JSON.stringify(machine), ...rest })
    .where('validation_id', '=', validation_id)
    .where('place', '=', place)
    .where('answered', '=', false)
    .returning('place')
    .execute()
  return updated.length > 0
}

/** How far a study is, by its cases. */
export async function countCases(
  trx: Trx,
  validation_id: string,
): Promise<{ total: number; done: number }> {
  return trx
    .selectFrom('validation_cases')
    .where('validation_id', '=', validation_id)
    .select(sql<number>`count(*)::int`.as('total'))
    .select(sql<number>`(count(*) FILTER (WHERE answered))::int`.as('done'))
    .executeTakeFirstOrThrow()
}

export async function setProgress(
  trx: Trx,
  validation_id: string,
  counts: { total: number; done: number },
): Promise<void> {
  await trx
    .updateTable('validations')
    .set(counts)
    .where('validation_id', '=', validation_id)
    .execute()
}

export async function endStudy(
  trx: Trx,
  validation_id: string,
  end:
    | { state: 'done'; figures: ValidationFigures; ended_at: Date }
    | { state: 'failed'; ended_at: Date },
): Promise<void> {
  await trx
    .updateTable('validations')
    .set({ ...end, figures: 'figures' in end ? JSON.stringify(end.figures) : null })
    .where('validation_id', '=', validation_id)
    .where('state', '=', 'running')
    .execute()
}

/** Cases with whose they are; records of one person are one. Those of deleted patients and sittings are not shown. */
const shown = (trx: Trx, oid: string, validation_id: string) =>
  trx
    .selectFrom('validation_cases as shown')
    .leftJoin('patients', 'patients.pid', 'shown.pid')
    .leftJoin('archives', 'archives.rid', 'shown.rid')
    .where('shown.oid', '=', oid)
    .where('shown.validation_id', '=', validation_id)
    .where('patients.deleted_at', 'is', null)
    .where('archives.deleted_at', 'is', null)

/** A photograph without a patient is a patient of its own. */
const whose = sql<string>`coalesce(patients.person::text, shown.patient, 'place ' || shown.place)`

export const findCases = (trx: Trx, oid: string, validation_id: string) =>
  shown(trx, oid, validation_id)
    .selectAll('shown')
    .select([whose.as('whose'), sql<string | null>`archives.record_date`.as('record_date')])
    .orderBy('shown.place')
    .execute()

const said = (answer: 'reader' | 'machine', question: ValidationQuestion): RawBuilder<boolean> => {
  const value = sql`(shown.${sql.ref(answer)} ->> ${question})`
  return question === 'stage'
    ? sql<boolean>`(${value}::int >= ${REFERRED_STAGE})`
    : sql<boolean>`(${value}::boolean)`
}

/** Cases by what reader and machine say to a question, after a place. */
export async function findShown(
  trx: Trx,
  oid: string,
  {
    validation_id,
    question,
    only,
  }: {
    validation_id: string
    question: ValidationQuestion
    only: 'differ' | 'untold' | 'all'
  },
  { after, size }: { after: number; size: number },
) {
  const [reader, machine] = [said('reader', question), said('machine', question)]
  const fits = {
    differ: sql<boolean>`${reader} <> ${machine}`,
    untold: sql<boolean>`${reader} IS NOT NULL AND ${machine} IS NULL`,
    all: sql<boolean>`true`,
  }[only]
  const found = shown(trx, oid, validation_id).where('shown.answered', '=', true).where(fits)
  const { count } = await found
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .selectAll('shown')
    .select(['patients.name', sql<string | null>`archives.record_date`.as('record_date')])
    .where('shown.place', '>', after)
    .orderBy('shown.place')
    .limit(size + 1)
    .execute()
  return { rows, count }
}

/**
 * The folders of a study that is about to go. Those of which another study has files stay, and what they count goes over
 * to it.
 */
export async function releaseFolders(
  trx: Trx,
  { oid, validation_id, stored_bytes }: StudyRow,
): Promise<string[]> {
  const own = await trx
    .selectFrom('validation_cases')
    .select('file_key')
    .where('validation_id', '=', validation_id)
    .execute()
  const keys = own.flatMap(({ file_key }) => file_key ?? [])
  const shared = await trx
    .selectFrom('validation_cases')
    .select('validation_id')
    .where('oid', '=', oid)
    .where('validation_id', '<>', validation_id)
    .where(sql<boolean>`file_key = any(${keys}::text[])`)
    .executeTakeFirst()
  if (!shared) return [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('/') + 1)))]
  await trx
    .updateTable('validations')
    .set({ stored_bytes: sql<string>`stored_bytes + ${stored_bytes}::bigint` })
    .where('validation_id', '=', shared.validation_id)
    .execute()
  await trx
    .updateTable('validations')
    .set({ stored_bytes: '0' })
    .where('validation_id', '=', validation_id)
    .execute()
  return []
}

export async function deleteStudy(trx: Trx, oid: string, validation_id: string): Promise<void> {
  await trx
    .deleteFrom('validations')
    .where('oid', '=', oid)
    .where('validation_id', '=', validation_id)
    .execute()
}

/** What the archive said of a sitting when its report was signed. */
export const findFields = (trx: Trx, oid: string, analysis_record_id: string) =>
  trx
    .selectFrom('analyses')
    .select(['read_fields', 'rid'])
    .where('oid', '=', oid)
    .where('analysis_record_id', '=', analysis_record_id)
    .executeTakeFirst()

export async function findInstitution(trx: Trx, oid: string): Promise<string> {
  const { name } = await trx
    .selectFrom('institutions')
    .select('name')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
  return name
}
