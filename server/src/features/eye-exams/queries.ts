import type { Entries } from '@mingmou/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ExamRow = Selectable<Tables['eye_exams']> & { changed_by: string | null }

/** Examinations that are not deleted and whose patients are not deleted. */
const living = (trx: Trx, oid: string) =>
  trx
    .selectFrom('eye_exams')
    .innerJoin('patients', 'patients.pid', 'eye_exams.pid')
    .where('eye_exams.oid', '=', oid)
    .where('eye_exams.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)
    .selectAll('eye_exams')
    // No join: a row that a lock waited for is read anew, and the rows joined to it are not.
    .select((query) =>
      query
        .selectFrom('accounts')
        .whereRef('accounts.uid', '=', 'eye_exams.updated_by')
        .select('accounts.name')
        .as('changed_by'),
    )

export async function findExams(
  trx: Trx,
  oid: string,
  { pid, from, to }: { pid: string; from: string; to: string },
  page: { page: number; size: number },
): Promise<Page<ExamRow>> {
  const query = living(trx, oid)
    .where(ofPerson('eye_exams.pid', pid))
    .$if(from !== '', (rows) => rows.where('record_date', '>=', from))
    .$if(to !== '', (rows) => rows.where('record_date', '<=', to))
  return pageOf(trx, query, sql`record_date DESC, created_at DESC, rid DESC`, page)
}

/** Every examination of a patient, the oldest first. */
export async function findAllExams(trx: Trx, oid: string, pid: string): Promise<ExamRow[]> {
  return living(trx, oid)
    .where(ofPerson('eye_exams.pid', pid))
    .orderBy('record_date')
    .orderBy('eye_exams.created_at')
    .orderBy('rid')
    .execute()
}

/** The examination, locked against any change until the transaction ends. */
export async function holdExam(trx: Trx, oid: string, rid: string): Promise<ExamRow | undefined> {
  return living(trx, oid).where('eye_exams.rid', '=', rid).forUpdate('eye_exams').executeTakeFirst()
}

export async function findExam(trx: Trx, oid: string, rid: string): Promise<ExamRow | undefined> {
  return living(trx, oid).where('eye_exams.rid', '=', rid).executeTakeFirst()
}

/** The newest examination of a patient, or the one before another. */
export async function findLast(
  trx: Trx,
  oid: string,
  pid: string,
  before?: ExamRow,
): Promise<ExamRow | undefined> {
  let query = living(trx, oid).where(ofPerson('eye_exams.pid', pid))
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
