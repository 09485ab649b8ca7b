import {
  beginOf,
  ERROR,
  identifierForm,
  message,
  MODALITIES,
  today,
  type Modality,
  type PatientInput,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Acting } from '../../http/actor.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Segment } from '../../platform/hl7/message.ts'
import { Placer } from '../api/fields.ts'
import { findNumbered, type NumberedOrder } from '../orders/numbered.ts'
import * as orders from '../orders/service.ts'
import { findByNumber, holdByNumber } from '../patients/by-number.ts'
import { identifiersOf } from '../patients/identifiers.ts'
import { putPerson } from '../patients/put-person.ts'
import { isSomebodyElse } from '../patients/upsert.ts'
import { holdNumber, type PeerRow } from './queries.ts'
import {
  readAppointment,
  readOrders,
  reasonOf,
  refuseMoment,
  type WantedOrder,
} from './read-order.ts'
import { cardIn, placeOf, readPatient, saidOf } from './read-patient.ts'

/** Patients as they come, go and change; two records that are one; orders; appointments. */
export const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  ADT: ['A01', 'A04', 'A08', 'A28', 'A31', 'A40'],
  ORM: ['O01'],
  OMG: ['O19'],
  SIU: ['S12', 'S13', 'S14', 'S15'],
}

export interface Incoming {
  /** Such as `ADT` and `A04`. */
  kind: string
  trigger: string
  segments: readonly Segment[]
  peer: Pick<PeerRow, 'name' | 'codes'>
  /** A person has seen what the message changes, and wants it. */
  seen: boolean
}

/** What became of a message: taken in, with a note where something is to be said; or it waits for a person. */
export interface Outcome {
  state: 'done' | 'waiting'
  reason: string | null
  field: string | null
  pid: string | null
}

/**
 * Does what a message says, by the services that pages and `/api/v1` use. All of it or nothing: a refusal undoes the
 * transaction of the caller.
 */
export async function apply(
  ctx: Context,
  trx: Trx,
  caller: Acting,
  incoming: Incoming,
): Promise<Outcome> {
  const { kind, trigger, segments } = incoming
  const pid = segments.find(({ name }) => name === 'PID')
  if (!pid) throw invalid({ PID: message('hl7_broken', 'PID') })
  const { oid } = caller.actor
  if (trigger === 'A40') return merge(trx, oid, segments)
  await holdNumber(trx, oid, saidOf(pid, undefined).number)
  if (kind === 'ADT') return person(ctx, trx, caller, pid)
  const wanted = kind === 'SIU' ? readAppointment(segments, trigger) : readOrders(segments)
  const of = await patientOf(ctx, trx, caller, pid)
  for (const request of wanted) await order(ctx, trx, caller, { ...incoming, pid: of.pid }, request)
  return of
}

async function person(
  ctx: Context,
  trx: Trx,
  caller: Acting,
  segment: Segment,
): Promise<Outcome & { pid: string }> {
  const { patient, leftOut } = readPatient(segment)
  const given = await withNumbers(trx, caller.actor.oid, patient)
  const { pid, alike } = await putPerson(ctx, trx, caller, given)
  const reason =
    leftOut.length > 0
      ? message('hl7_left_out', leftOut.join(', '))
      : alike.length > 0
        ? message('hl7_alike', beginOf(alike.join(', '), 200))
        : null
  return { state: 'done', reason, field: leftOut[0] ?? null, pid }
}

/** A message says some numbers of a patient: those that the clinic has besides stay. */
async function withNumbers(trx: Trx, oid: string, patient: PatientInput): Promise<PatientInput> {
  const said = patient.identifiers ?? []
  const found = said.length > 0 ? await findByNumber(trx, oid, patient.ad_card_number) : undefined
  if (!found) return patient
  const kept = await identifiersOf(trx, oid, found.pid)
  const forms = kept.map(identifierForm)
  const added = said.filter((identifier) => !forms.includes(identifierForm(identifier)))
  return { ...patient, identifiers: [...kept, ...added] }
}

/** The patient of an order: as registered, or registered by the message where nobody has the number. */
async function patientOf(
  ctx: Context,
  trx: Trx,
  caller: Acting,
  segment: Segment,
): Promise<Outcome & { pid: string }> {
  const said = saidOf(segment, undefined)
  const number = cardIn(said.number)
  const found = number === null ? undefined : await holdByNumber(trx, caller.actor.oid, number)
  if (!found) return person(ctx, trx, caller, segment)
  const name = said.name || undefined
  const birthday = said.birthday || undefined
  if (isSomebodyElse(found, { name, birthday }))
    throw new Refusal(ERROR.conflict, 'number_differs', {}, { 'PID-3': 'number_differs' })
  return { state: 'done', reason: null, field: null, pid: found.pid }
}

/** Nothing is merged by a message. It is done where the two numbers are one patient's, or nobody has the one that ends. */
async function merge(trx: Trx, oid: string, segments: readonly Segment[]): Promise<Outcome> {
  const [pid, mrg] = ['PID', 'MRG'].map((name) => segments.find((segment) => segment.name === name))
  if (!mrg) throw invalid({ MRG: message('hl7_broken', 'MRG') })
  const said = saidOf(pid, mrg)
  const [number, other] = [cardIn(said.number), cardIn(said.other ?? '')]
  if (number === null) throw invalid({ 'PID-3': said.number === '' ? 'required' : 'card_format' })
  if (other === null) throw invalid({ 'MRG-1': said.other ? 'card_format' : 'required' })
  const kept = await findByNumber(trx, oid, number)
  const ended = await findByNumber(trx, oid, other)
  const nothing = { reason: null, field: null, pid: kept?.pid ?? null }
  if (!ended || ended.pid === kept?.pid) return { state: 'done', ...nothing }
  return { ...nothing, state: 'waiting', reason: 'hl7_merge' }
}

async function order(
  ctx: Context,
  trx: Trx,
  caller: Acting,
  of: Incoming & { pid: string },
  wanted: WantedOrder,
): Promise<void> {
  const { oid, uid } = caller.actor
  const number = wanted.placer || wanted.filler
  if (!Placer.safeParse(number).success)
    throw invalid({ 'ORC-2': number === '' ? 'required' : 'wrong_type' })
  const found = await findOrder(trx, oid, wanted)
  if (found && found.person !== of.pid)
    throw new Refusal(ERROR.conflict, 'placer_taken', {}, { 'ORC-2': 'placer_taken' })
  if (wanted.action === 'new') {
    const given = fieldsOf(of, wanted, undefined, today(ctx.now()))
    if (!found) {
      await orders.addIn(ctx, trx, caller, { pid: of.pid, placer: number, ...given })
      return
    }
    if (found.state === 'cancelled' || !isSame(found, given))
      throw invalid({ 'ORC-2': message('hl7_order_differs', number) })
    return
  }
  if (!found) throw invalid({ 'ORC-2': message('hl7_order_unknown', number) })
  if (wanted.action === 'cancel' && found.state === 'cancelled') return
  // What somebody changed in the clinic is not changed back unseen.
  if (!of.seen && found.updated_by !== uid) throw invalid({ 'ORC-2': 'hl7_order_changed' })
  const { order_id, version } = found
  if (wanted.action === 'cancel') {
    const reason = reasonOf(wanted.reason, of.peer.name)
    await orders.cancelIn(ctx, trx, caller, { order_id, reason })
    return
  }
  const given = fieldsOf(of, wanted, found, today(ctx.now()))
  if (found.state === 'open' && isSame(found, given)) return
  const station = found.device_id === null ? {} : { device_id: found.device_id }
  await orders.changeIn(ctx, trx, caller, { order_id, version, ...station, ...given })
}

/** By our accession number, or by the number of the system that ordered. */
async function findOrder(
  trx: Trx,
  oid: string,
  { placer, filler }: WantedOrder,
): Promise<NumberedOrder | undefined> {
  const ours = filler === '' ? undefined : await findNumbered(trx, oid, { accession: filler })
  return ours ?? findNumbered(trx, oid, { placer: placer || filler })
}

/** What is not said stays as it is; of a new order it is both eyes, today. */
function fieldsOf(
  { peer }: Incoming,
  wanted: WantedOrder,
  before: NumberedOrder | undefined,
  now: string,
) {
  const day = wanted.day ?? before?.day ?? now
  const time = wanted.day === null ? (before?.day_time ?? null) : wanted.time
  if (wanted.day !== null) refuseMoment({ day, time })
  return {
    modality: modalityOf(peer, wanted) ?? before?.modality ?? missing(wanted.codeAt),
    eyes: wanted.eyes ?? before?.eyes ?? ('both' as const),
    day,
    ...(time !== null && { time }),
  }
}

function missing(field: string): never {
  throw invalid({ [field]: 'required' })
}

function modalityOf(
  { codes }: Incoming['peer'],
  { code, codeAt }: WantedOrder,
): Modality | undefined {
  if (code === '') return undefined
  const found = MODALITIES.find(({ key }) => codes[key]?.includes(code))
  if (!found) throw invalid({ [codeAt]: message('hl7_code_unknown', beginOf(code, 64)) })
  return found.key
}

const isSame = (
  numberedOrder: NumberedOrder,
  { modality, eyes, day, time }: ReturnType<typeof fieldsOf>,
): boolean =>
  numberedOrder.modality === modality &&
  numberedOrder.eyes === eyes &&
  numberedOrder.day === day &&
  numberedOrder.day_time === (time ?? null)

/** Why a message was refused, and where. */
export function whyOf({ message: said, fields }: Refusal): {
  reason: string
  field: string | null
} {
  const [first] = Object.entries(fields ?? {})
  return first ? { reason: first[1], field: placeOf(first[0]) } : { reason: said, field: null }
}
