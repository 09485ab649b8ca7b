import type { Entries } from '@mingmou/contract'
import { sql, type Insertable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'
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

/** The examination, locked against any change until the transaction ends. */
export async function holdExam(trx: Trx, oid: string, rid: string): Promise<ExamRow | undefined> {
  return livingExams(trx, oid)
    .where('eye_exams.rid', '=', rid)
    .forUpdate('eye_exams')
    .executeTakeFirst()
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

export async function insertExam(trx: Trx, exam: Insertable<Tables['eye_exams']>): Promise<void> {
  await trx.insertInto('eye_exams').values(exam).execute()
}

export async function updateExam(
  trx: Trx,
  oid: string,
  rid: string,
  { uid, ...changed }: { record_date: string; entered: Entries; uid: string },
): Promise<void> {
  await trx
    .updateTable('eye_exams')
    .set((row) => ({
      record_date: changed.record_date,
      entered: JSON.stringify(changed.entered),
      version: sql<number>`${row.ref('version')} + 1`,
      updated_by: uid,
      updated_at: sql<Date>`now()`,
    }))
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .execute()
}

export async function hideExam(trx: Trx, oid: string, rid: string): Promise<void> {
  await trx
    .updateTable('eye_exams')
    .set({ deleted_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .execute()
}
