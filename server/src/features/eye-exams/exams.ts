import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ExamRow = Selectable<Tables['eye_exams']> & { changed_by: string | null }

/** Examinations that are not deleted and whose patients are not deleted. */
export const livingExams = (trx: Trx, oid: string) =>
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

/** Every examination of a patient, the oldest first. */
export async function findAllExams(trx: Trx, oid: string, pid: string): Promise<ExamRow[]> {
  return livingExams(trx, oid)
    .where(ofPerson('eye_exams.pid', pid))
    .orderBy('record_date')
    .orderBy('eye_exams.created_at')
    .orderBy('rid')
    .execute()
}
