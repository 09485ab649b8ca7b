import type { BodyOf, DataOf, examForm, keepExamDraft } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { isSamePerson } from '../../platform/database/person.ts'
import { audit, target } from '../audit/service.ts'
import { holdPatient } from '../patients/patient.ts'
import * as drafts from './draft-queries.ts'
import { findExam, findLast } from './queries.ts'
import type { ExamRow } from './exams.ts'
import { toExam } from './service.ts'

type Drafted = BodyOf<typeof examForm>

/** A draft is the caller's own, of a patient of the institution and, for a change, an examination of his. */
async function whose(
  trx: Trx,
  { oid, uid }: Clinician,
  { pid, rid }: Drafted,
): Promise<{ uid: string; about: string; exam: ExamRow | undefined }> {
  if (!(await holdPatient(trx, oid, pid))) throw notFound()
  const exam = rid === undefined ? undefined : await findExam(trx, oid, rid)
  if (rid !== undefined && !(exam && (await isSamePerson(trx, exam.pid, pid)))) throw notFound()
  return { uid, about: rid ?? pid, exam }
}

export async function openForm(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  body: Drafted,
): Promise<DataOf<typeof examForm>> {
  const { exam, last, found } = await withInstitution(ctx.db, actor.oid, async (trx) => {
    const { exam, ...own } = await whose(trx, actor, body)
    await audit(trx, { actor, ip, action: 'exam.open-form', ...target('patient', body.pid) })
    const last = await findLast(trx, actor.oid, body.pid, exam)
    return { exam, last, found: await drafts.findDraft(trx, actor.oid, own) }
  })
  return {
    exam: exam ? toExam(exam) : null,
    last: last ? toExam(last) : null,
    draft: found ? { ...found.draft, saved_at: found.updated_at.toISOString() } : null,
  }
}

/** The log holds that a draft was begun, not every pause in typing. */
export async function keepDraft(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { draft, ...body }: BodyOf<typeof keepExamDraft>,
): Promise<void> {
  const { oid } = actor
  const { pid } = body
  await withInstitution(ctx.db, oid, async (trx) => {
    const { uid, about } = await whose(trx, actor, body)
    if (await drafts.upsertDraft(trx, { uid, about, oid, pid }, draft)) {
      await audit(trx, { actor, ip, action: 'exam.keep-draft', ...target('patient', pid) })
    }
  })
}

export async function dropDraft(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  body: Drafted,
): Promise<void> {
  await withInstitution(ctx.db, actor.oid, async (trx) => {
    await drafts.removeDraft(trx, await whose(trx, actor, body))
    await audit(trx, { actor, ip, action: 'exam.drop-draft', ...target('patient', body.pid) })
  })
}
