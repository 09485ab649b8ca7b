import {
  enteredOf,
  EXAM_EYES,
  INDICATOR_KEYS,
  readEntry,
  type BodyOf,
  type createExam,
  type deleteExam,
  type DataOf,
  type Entries,
  type EyeExam,
  type IndicatorKey,
  type searchExams,
  type setExam,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { changedMeanwhile, notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { isSeen } from '../../platform/database/seen.ts'
import { audit, target } from '../audit/service.ts'
import { findPatient, holdPatient, refuseBeforeBirth } from '../patients/patient.ts'
import { removeDraft } from './draft-queries.ts'
import type { ExamRow } from './exams.ts'
import * as exams from './queries.ts'

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

/** The caller's draft of it ends with the same transaction. */
export async function addExam(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { pid, record_date, record_detail }: BodyOf<typeof createExam>,
): Promise<{ rid: string }> {
  const { oid, uid } = actor
  const rid = newId()
  return withInstitution(ctx.db, oid, async (trx) => {
    if (!(await holdPatient(trx, oid, pid))) throw notFound()
    await refuseBeforeBirth(trx, { oid, pid }, { record_date })
    const made = { oid, created_by: uid, updated_by: uid }
    const entered = JSON.stringify(record_detail)
    await exams.insertExam(trx, { rid, pid, record_date, entered, ...made })
    await removeDraft(trx, { uid, about: pid })
    await audit(trx, { actor, ip, action: 'exam.add', ...target('exam', rid, { pid }) })
    return { rid }
  })
}

export async function changeExam(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { rid, record_date, record_detail: entered, version }: BodyOf<typeof setExam>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const stored = await exams.holdExam(trx, oid, rid)
    if (!stored) throw notFound()
    if (!isSeen(stored, { version, uid })) throw changedMeanwhile(toExam(stored))
    const { pid } = stored
    await refuseBeforeBirth(trx, { oid, pid }, { record_date })
    await exams.updateExam(trx, oid, rid, { record_date, entered, uid })
    await removeDraft(trx, { uid, about: rid })
    await audit(trx, { actor, ip, action: 'exam.set', ...target('exam', rid, { pid }) })
  })
}

export async function removeExam(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { rid, version }: BodyOf<typeof deleteExam>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const stored = await exams.holdExam(trx, oid, rid)
    if (!stored) throw notFound()
    if (!isSeen(stored, { version, uid })) throw changedMeanwhile(toExam(stored))
    const { pid } = stored
    await exams.hideExam(trx, oid, rid)
    await audit(trx, { actor, ip, action: 'exam.delete', ...target('exam', rid, { pid }) })
  })
}

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
