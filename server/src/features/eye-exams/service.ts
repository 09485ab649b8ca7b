import {
  enteredOf,
  EXAM_EYES,
  INDICATOR_KEYS,
  readEntry,
  type BodyOf,
  type DataOf,
  type Entries,
  type EyeExam,
  type IndicatorKey,
  type searchExams,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { patientRecord } from '../patients/patient-record.ts'
import { findPatient } from '../patients/patient.ts'
import { removeDraft } from './draft-queries.ts'
import type { ExamRow } from './exams.ts'
import * as exams from './queries.ts'

interface Given {
  record_date: string
  record_detail: Entries
}

export async function listExams(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { pid, start_date = '', end_date = '', page, size }: BodyOf<typeof searchExams>,
): Promise<DataOf<typeof searchExams>> {
  const found = await withInstitution(ctx.db, actor.oid, async (trx) => {
    if (!(await findPatient(trx, actor.oid, pid))) throw notFound()
    await audit(trx, { actor, ip, action: 'exam.list', ...target('patient', pid) })
    const days = { pid, from: start_date, to: end_date }
    return exams.findExams(trx, actor.oid, days, { page, size })
  })
  return { ...found, rows: found.rows.map(toExam) }
}

/** A draft ends with the transaction that saves what it was for. */
export const EXAMS = patientRecord<ExamRow, Given, EyeExam>({
  record: 'exam',
  table: 'eye_exams',
  columns: ({ record_date, record_detail }) => ({
    record_date,
    entered: JSON.stringify(record_detail),
  }),
  days: ({ record_date }) => ({ record_date }),
  shown: toExam,
  onWritten: removeDraft,
})

/** Every field is named: a new column stays private until it stands here. */
export function toExam(row: ExamRow): EyeExam {
  return {
    rid: row.rid,
    pid: row.pid,
    record_date: row.record_date,
    record_detail: ofEach(row.entered, readEntry),
    entered: ofEach(row.entered, (_, entry) => entry),
    created_at: row.created_at.toISOString(),
    version: row.version,
    changed_by: row.changed_by ?? '',
    changed_at: row.updated_at.toISOString(),
  }
}

/** A value for every indicator and eye; null where nothing was recorded. */
function ofEach<Value>(
  entries: Entries,
  valueOf: (indicator: IndicatorKey, entry: string) => Value,
): Record<IndicatorKey, { OD: Value | null; OS: Value | null }> {
  const of = (indicator: IndicatorKey) =>
    Object.fromEntries(
      EXAM_EYES.map((eye) => {
        const entry = enteredOf(entries, indicator, eye)
        return [eye, entry === '' ? null : valueOf(indicator, entry)]
      }),
    ) as { OD: Value | null; OS: Value | null }
  return Object.fromEntries(
    INDICATOR_KEYS.map((indicator) => [indicator, of(indicator)]),
  ) as ReturnType<typeof ofEach<Value>>
}
