import {
  ERROR,
  type addPatient,
  type BodyOf,
  type deletePatient,
  type DataOf,
  type diagnosticPatients,
  type listPatients,
  type PatientInput,
  type RefusedAlike,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Acting, Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { violates } from '../../platform/database/violation.ts'
import { cancelAnalyses } from '../sittings/cancel.ts'
import { findLastResults } from '../sittings/last-results.ts'
import { audit, target } from '../audit/service.ts'
import { settlePictures } from '../deliveries/settle-pictures.ts'
import { areaExists } from '../site/areas.ts'
import { addIdentifiers, identifiersOf, keepIdentifiers } from './identifiers.ts'
import { mergedInto } from './merge.ts'
import { findPatient } from './patient.ts'
import * as patients from './queries.ts'
import { compared, keepBoth, originOf, outsideChangesOf } from './outside-changes.ts'
import { ownPart } from './own-part.ts'
import { mergedRows, withMerged } from './union.ts'

const cardTaken = () =>
  new Refusal(ERROR.conflict, 'card_exists', {}, { ad_card_number: 'card_exists' })

function checkArea({ area_id }: PatientInput): void {
  if (area_id && !areaExists(area_id)) throw invalid({ area_id: 'area_unknown' })
}

export async function searchPatients(
  ctx: Context,
  caller: Caller<Clinician>,
  { page, size, name, phone, adCardNumber }: BodyOf<typeof listPatients>,
) {
  const { oid } = caller.actor
  const filter = { name: name ?? '', phone: phone ?? '', card: adCardNumber ?? '' }
  return withInstitution(ctx.db, oid, async (trx) => {
    const found = await patients.findPatients(trx, oid, filter, { page, size })
    const pids = found.rows.map(({ pid }) => pid)
    const visits = await patients.findLastVisits(trx, oid, pids)
    const results = await findLastResults(trx, oid, pids)
    await audit(trx, listed(caller, pids.length))
    const rows = (await withMerged(trx, oid, found.rows)).map((row) => ({
      ...patients.toPatient(row),
      last_visit: visits.get(row.pid) ?? null,
      last_result: results.get(row.pid) ?? null,
    }))
    return { ...found, rows }
  })
}

const KEYWORD_LIMIT = 50

/** Finds patients for the workspace. Another institution is not found. */
export async function patientsByKeyword(
  ctx: Context,
  caller: Caller<Clinician>,
  { keyword = '', oid = caller.actor.oid }: BodyOf<typeof diagnosticPatients>,
): Promise<DataOf<typeof diagnosticPatients>> {
  if (oid !== caller.actor.oid) throw notFound()
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const rows = await patients.findByKeyword(trx, oid, keyword, KEYWORD_LIMIT)
    await audit(trx, listed(caller, rows.length))
    return withMerged(trx, caller.actor.oid, rows)
  })
  return { data: found.map(patients.toPatient) }
}

/** What the entry of the log says beside the record. */
type Detail = Record<string, unknown>

export async function addPatientRecord(
  ctx: Context,
  caller: Caller<Clinician>,
  { alike, ...patient }: BodyOf<typeof addPatient>,
): Promise<{ pid: string }> {
  const { oid } = caller.actor
  return withInstitution(ctx.db, oid, async (trx) => {
    if (alike) await refuseAlike(trx, oid, patient, alike)
    const pid = await addIn(trx, caller, patient)
    await ctx.events.send(trx, { oid }, 'patients', { patient_id: pid })
    return { pid }
  })
}

/** Adds a record in a transaction of the caller, who tells the pages. */
export async function addIn(
  trx: Trx,
  { actor, ip, source }: Acting,
  patient: PatientInput,
  detail: Detail = {},
): Promise<string> {
  checkArea(patient)
  const { oid, uid } = actor
  const pid = newId()
  if (!(await patients.insertPatient(trx, oid, patient, { pid, created_by: source ?? uid }))) {
    throw cardTaken()
  }
  await addIdentifiers(trx, actor, { ...patient, pid }, patient.identifiers)
  await audit(trx, { actor, ip, action: 'patient.add', ...target('patient', pid), detail })
  return pid
}

/** A person may have a record already: whoever adds another one has seen those that may be the same. */
async function refuseAlike(
  trx: Trx,
  oid: string,
  patient: PatientInput,
  seen: readonly string[],
): Promise<void> {
  const found = await patients.findAlike(trx, oid, patient)
  if (found.every(({ pid }) => seen.includes(pid))) return
  const visits = await patients.findLastVisits(
    trx,
    oid,
    found.map(({ pid }) => pid),
  )
  const data: RefusedAlike = {
    alike: found.map(({ pid, name, ad_card_number, birthday }) => ({
      pid,
      name,
      ad_card_number,
      birthday,
      last_visit: visits.get(pid) ?? null,
    })),
  }
  throw new Refusal(ERROR.conflict, 'patient_alike', data)
}

export async function changePatient(
  ctx: Context,
  caller: Caller<Clinician>,
  { pid, ...patient }: PatientInput & { pid: string },
): Promise<void> {
  const { oid } = caller.actor
  await withInstitution(ctx.db, oid, async (trx) => {
    await changeIn(ctx, trx, caller, { pid, ...patient })
    await ctx.events.send(trx, { oid }, 'patients', { patient_id: pid })
  })
}

/** Changes a record in a transaction of the caller, who tells the pages. */
export async function changeIn(
  ctx: Context,
  trx: Trx,
  { actor, ip, source }: Acting,
  { pid, ...patient }: PatientInput & { pid: string },
  detail: Detail = {},
): Promise<void> {
  checkArea(patient)
  const before = await findPatient(trx, actor.oid, pid)
  if (!before) throw notFound()
  const merged = await mergedRows(trx, actor.oid, [before.pid])
  const { own, stuck } = ownPart(before, merged, patient)
  if (stuck.length > 0)
    throw invalid(Object.fromEntries(stuck.map((field) => [field, 'merged_says'])))
  const says = patient.identifiers !== undefined
  const numbers = () => (says ? identifiersOf(trx, actor.oid, before.pid) : null)
  const former = compared(before, await numbers())
  try {
    if (!(await patients.updatePatient(trx, actor.oid, pid, own))) throw notFound()
  } catch (error) {
    throw violates(error, 'patients_card') ? cardTaken() : error
  }
  await keepIdentifiers(trx, actor, { ...patient, pid: before.pid }, patient.identifiers)
  const writer = { oid: actor.oid, uid: source ?? actor.uid }
  await keepBoth(trx, writer, before, former, compared(own, await numbers()))
  if (own.ad_card_number !== before.ad_card_number)
    await settlePictures(ctx, trx, actor, { pids: [before.pid] })
  await audit(trx, { actor, ip, action: 'patient.set', ...target('patient', pid), detail })
}

/** Hides the patient and everything of it from everybody. Cancels its running analyses. */
export async function deletePatientRecord(
  ctx: Context,
  caller: Caller<Clinician>,
  { pid, reason }: BodyOf<typeof deletePatient>,
): Promise<void> {
  const { oid } = caller.actor
  await withInstitution(ctx.db, oid, async (trx) => {
    await hideIn(ctx, trx, caller, pid, reason === undefined ? {} : { reason })
    await ctx.events.send(trx, { oid }, 'patients', { patient_id: pid })
  })
}

/** The same in a transaction of the caller, who tells the pages. */
export async function hideIn(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  pid: string,
  detail: Detail = {},
): Promise<void> {
  if (!(await patients.hidePatient(trx, actor.oid, pid))) throw notFound()
  await cancelAnalyses(trx, actor.oid, { pid })
  await settlePictures(ctx, trx, actor, { pids: [pid] })
  await audit(trx, { actor, ip, action: 'patient.delete', ...target('patient', pid), detail })
}

export async function openPatient(ctx: Context, { actor, ip }: Caller<Clinician>, pid: string) {
  return withInstitution(ctx.db, actor.oid, async (trx) => {
    const found = await findPatient(trx, actor.oid, pid)
    const [patient] = await withMerged(trx, actor.oid, found ? [found] : [])
    if (!patient) throw notFound()
    await audit(trx, { actor, ip, action: 'patient.open', ...target('patient', patient.pid) })
    const merged = await mergedInto(ctx, trx, actor.oid, patient.pid)
    const { pid: of } = patient
    const visits = await patients.findLastVisits(trx, actor.oid, [of])
    const results = await findLastResults(trx, actor.oid, [of])
    return {
      ...patients.toPatient(patient),
      last_visit: visits.get(of) ?? null,
      last_result: results.get(of) ?? null,
      merged,
      identifiers: await identifiersOf(trx, actor.oid, of),
      origin: await originOf(trx, actor.oid, patient),
      outside_changes: await outsideChangesOf(trx, actor.oid, of),
    }
  })
}

/**
 * Records that patients were listed, and how many. The search words may be a name, and are not
 * kept.
 */
const listed = (caller: Caller<Clinician>, rows: number) =>
  ({ ...caller, action: 'patient.list', detail: { rows } }) as const
