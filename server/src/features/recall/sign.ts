import {
  analysisEntry,
  dueOn,
  isRefer,
  modalityOf,
  proposeStep,
  today,
  type ChosenStep,
  type DiagnosisClass,
  type ProposedEye,
  type SignedStep,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import { invalid } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import * as steps from './queries.ts'

/** Recall is of photographs that have stages. */
export const hasSteps = (name: DiagnosisClass): boolean =>
  analysisEntry(modalityOf(name).key).brief === undefined

/** Whether the institution runs recall, or has next steps of when it did. */
export const keepsSteps = async (trx: Trx, oid: string): Promise<boolean> =>
  (await steps.findRules(trx, oid)) !== null || (await steps.hasAny(trx, oid))

interface Sat {
  diagnosis_class: DiagnosisClass
  /** The day of the photographs. */
  sat_on: string
  now: Date
  /** Of every eye of the sitting. */
  eyes: readonly ProposedEye[]
}

/** The step that a report is signed with: required where the institution runs recall, and nowhere else allowed. */
export async function stepToSign(
  trx: Trx,
  oid: string,
  chosen: ChosenStep | undefined,
  { diagnosis_class, sat_on, now, eyes }: Sat,
): Promise<SignedStep | null> {
  const rules = hasSteps(diagnosis_class) ? await steps.findRules(trx, oid) : null
  if (rules === null) {
    if (chosen !== undefined) throw invalid({ next_step: 'step_off' })
    return null
  }
  if (chosen === undefined) throw invalid({ next_step: 'step_needed' })
  return {
    ...chosen,
    due_on: dueOn(chosen, { sat_on, signed_on: today(now) }, rules.targets),
    proposed: proposeStep(eyes, rules),
  }
}

/** Whom a patient calls about a step, as the letters print it; may be empty. */
export const callOf = async (trx: Trx, oid: string): Promise<string> =>
  (await steps.findRules(trx, oid))?.call ?? ''

interface Signed {
  oid: string
  uid: string
  report_id: string
  pid: string
  rid: string
  sat_on: string
  now: Date
  supersedes: string | null
}

/** Keeps the step of a report that was just signed. A referral goes on in the log of the one that it takes over. */
export async function keepStep(
  trx: Trx,
  step: SignedStep,
  { oid, uid, report_id, pid, rid, sat_on, now, supersedes }: Signed,
): Promise<void> {
  const older = supersedes === null ? undefined : await steps.findStepOf(trx, oid, supersedes)
  const step_id = newId()
  const { kind, months, urgency, to, note, due_on } = step
  const goesOn = older !== undefined && isRefer(older.kind) && isRefer(kind)
  await steps.insertStep(trx, {
    step_id,
    thread: goesOn ? older.thread : step_id,
    oid,
    report_id,
    pid,
    rid,
    sat_on,
    signed_on: today(now),
    kind,
    months,
    urgency,
    send_to: to,
    note,
    due_on,
    created_by: uid,
    created_at: now,
  })
}
