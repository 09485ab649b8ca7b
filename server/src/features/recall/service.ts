import {
  ENDINGS,
  ERROR,
  isRefer,
  REFERRAL_EVENTS,
  today,
  type BodyOf,
  type DataOf,
  type getStep,
  type listSteps,
  type noteStep,
  type PlannedStep,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import * as steps from './queries.ts'

export async function openSteps(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { page, size, ...wanted }: BodyOf<typeof listSteps>,
): Promise<DataOf<typeof listSteps>> {
  const { oid } = actor
  const now = today(ctx.now())
  return withInstitution(ctx.db, oid, async (trx) => {
    const found = await steps.findSteps(trx, oid, { ...wanted, today: now }, { page, size })
    const overdue = await steps.countOverdue(trx, oid, { of: wanted.of, today: now })
    const on = (await steps.findRules(trx, oid)) !== null
    await audit(trx, {
      actor,
      ip,
      action: 'recall.list',
      // The entry names no patient of another institution.
      ...(wanted.pid !== undefined && found.rows.length > 0 && { pid: wanted.pid }),
      detail: { rows: found.rows.length },
    })
    return { ...found, overdue, on, rows: found.rows.map((row) => toStep(row, now)) }
  })
}

export async function openStep(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { step_id }: BodyOf<typeof getStep>,
): Promise<DataOf<typeof getStep>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const row = await steps.findStep(trx, oid, step_id)
    if (!row) throw notFound()
    const about = target('step', step_id, { pid: row.person })
    await audit(trx, { actor, ip, action: 'recall.open', ...about })
    return {
      ...toStep(row, today(ctx.now())),
      proposed: row.proposed,
      events: await steps.findLog(trx, oid, row.thread),
    }
  })
}

/** The report that a step is of, with its patient, and what the rules say of letters. */
export interface Origin {
  report_id: string
  person: string
  birthday: string
  /** The card number. */
  number: string
  call: string
  page_days: number | null
}

/** Undefined where the institution has no such step. */
export async function findOrigin(
  trx: Trx,
  oid: string,
  step_id: string,
): Promise<Origin | undefined> {
  const row = await steps.findStep(trx, oid, step_id)
  // Asked without a step too: what is no code of a letter takes as long as one that is over.
  const rules = await steps.findRules(trx, oid)
  if (!row) return undefined
  const { report_id, person, birthday, ad_card_number: number } = row
  const { call = '', page_days = null } = rules ?? {}
  return { report_id, person, birthday, number, call, page_days }
}

const isOf = (what: string, list: readonly string[]) => list.includes(what)

/**
 * Puts on record what was done. What ended a step is taken back by `resumed` alone; an outcome may be stated anew, and
 * the newest counts. Only a referral is sent, attended and has an outcome.
 */
export async function note(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { step_id, what, happened_on: day, next_on, note: text, outcome }: BodyOf<typeof noteStep>,
): Promise<void> {
  const { oid, uid } = actor
  if ((outcome === undefined) === (what === 'outcome'))
    throw invalid({ outcome: what === 'outcome' ? 'step_result' : 'step_event' })
  await withInstitution(ctx.db, oid, async (trx) => {
    const row = await steps.holdStep(trx, oid, step_id)
    if (!row) throw notFound()
    if (isOf(what, REFERRAL_EVENTS) && !isRefer(row.kind)) throw invalid({ what: 'step_event' })
    const waits = steps.isPlaceOf(row.place, 'waiting')
    const again = what === 'outcome' && row.place === 'outcome'
    const fits = what === 'resumed' ? isOf(row.place, ENDINGS) : waits || again
    if (!fits) throw new Refusal(ERROR.conflict, 'step_closed')
    await steps.insertEvent(trx, {
      event_id: newId(),
      oid,
      pid: row.pid,
      thread: row.thread,
      what,
      day,
      next_on: next_on ?? null,
      note: text,
      result: outcome ?? null,
      created_by: uid,
      created_at: ctx.now(),
    })
    const about = target('step', step_id, { pid: row.pid })
    await audit(trx, { actor, ip, action: 'recall.note', ...about, detail: { what } })
    await ctx.events.send(trx, { oid }, 'steps', { step_id })
  })
}

/** Every field is named: a new column stays private until it stands here. */
function toStep(row: steps.StepRow, now: string): PlannedStep {
  const { due_on } = row
  return {
    step_id: row.step_id,
    pid: row.person,
    name: row.name,
    gender: row.gender,
    birthday: row.birthday,
    ad_card_number: row.ad_card_number,
    phone: row.phone,
    report_no: row.report_no,
    image_id: row.rid,
    diagnosis_class: row.diagnosis_class,
    sat_on: row.sat_on,
    signed_on: row.signed_on,
    clinician: row.clinician,
    kind: row.kind,
    months: row.months,
    urgency: row.urgency,
    to: row.send_to,
    note: row.note,
    due_on,
    place: row.place,
    overdue: steps.isPlaceOf(row.place, 'waiting') && due_on !== null && due_on < now,
    state: isRefer(row.kind) ? row.state : null,
    last: row.last,
  }
}
