import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'
import { ofPerson } from '../../platform/database/person.ts'
import { livingExams, type ExamRow } from './exams.ts'

export async function findExams(
  trx: Trx,
  oid: string,
  { pid, from, to }: { pid: string; from: string; to: string },
  page: { page: number; size: number },
): Promise<Page<ExamRow>> {
  const query = livingExams(trx, oid)
    .where(ofPerson('eye_exams.pid', pid))
    .$if(from !== '', (rows) => rows.where('record_date', '>=', from))
    .$if(to !== '', (rows) => rows.where('record_date', '<=', to))
  return pageOf(trx, query, sql`record_date DESC, created_at DESC, rid DESC`, page)
}

export async function findExam(trx: Trx, oid: string, rid: string): Promise<ExamRow | undefined> {
  return livingExams(trx, oid).where('eye_exams.rid', '=', rid).executeTakeFirst()
}

/** The newest examination of a patient, or the one before another. */
export async function findLast(
  trx: Trx,
  oid: string,
  pid: string,
  before?: ExamRow,
): Promise<ExamRow | undefined> {
  let query = livingExams(trx, oid).where(ofPerson('eye_exams.pid', pid))
  if (before) {
    // The time of a row is finer than a Date.
    query = query.where(
      sql<boolean>`(record_date, eye_exams.created_at, rid) <
        (SELECT record_date, created_at, rid FROM eye_exams WHERE rid = ${before.rid})`,
    )
  }
  return query
    .orderBy('record_date', 'desc')
    .orderBy('eye_exams.created_at', 'desc')
    .orderBy('rid', 'desc')
    .limit(1)
    .executeTakeFirst()
}
