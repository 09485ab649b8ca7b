import type { BodyOf, DataOf, examDraft, keepExamDraft } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { holdPatient } from '../patients/service.ts'
import * as drafts from './draft-queries.ts'
import { patientOf } from './queries.ts'

type Drafted = BodyOf<typeof examDraft>

/** A draft is the caller's own, of a patient of the institution and, for a change, an examination of his. */
async function whose(
  trx: Trx,
  { oid, uid }: Clinician,
  { pid, rid }: Drafted,
): Promise<{ uid: string; about: string }> {
  if (!(await holdPatient(trx, oid, pid))) throw notFound()
  if (rid !== undefined && (await patientOf(trx, oid, rid))?.pid !== pid) throw notFound()
  return { uid, about: rid ?? pid }
}

export async function openDraft(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  body: Drafted,
): Promise<DataOf<typeof examDraft>> {
  const found = await withInstitution(ctx.db, actor.oid, async (trx) => {
    const own = await whose(trx, actor, body)
    await audit(trx, { actor, ip, action: 'exam.open-draft', ...target('patient', body.pid) })
    return drafts.findDraft(trx, actor.oid, own)
  })
  return { draft: found ? { ...found.draft, saved_at: found.updated_at.toISOString() } : null }
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
    const own = await whose(trx, actor, body)
    if (await drafts.upsertDraft(trx, { ...own, oid, pid }, draft)) {
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
