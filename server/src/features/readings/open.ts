import {
  ERROR,
  message,
  READING_MINUTES,
  type BodyOf,
  type DataOf,
  type getReadings,
  type keepReading,
  type leaveReading,
  type listReadings,
  type openReading,
  type ReadingRole,
  type SignedReading,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { findPatient } from '../patients/patient.ts'
import { findAnalysedImages, type AnalysedRow } from '../sittings/analysed-images.ts'
import { holdNewestAnalysis, type LivingRow } from '../sittings/analyses.ts'
import { findArchive, holdArchiveRow, livingArchives } from '../sittings/archive.ts'
import {
  awaitedOf,
  findReadings,
  isArbiter,
  isRead,
  mayRead,
  stateOfReadings,
  type ReadingRow,
} from '../sittings/readings.ts'
import { eyeOf } from '../sittings/sitting.ts'
import { machineEyes, photographedEyes } from './judged.ts'
import * as readings from './queries.ts'

type Wanted = BodyOf<typeof openReading>

export interface Opened {
  analysis: LivingRow
  images: AnalysedRow[]
  before: ReadingRow[]
}

async function requireSitting(trx: Trx, oid: string, rid: string): Promise<void> {
  const found = await livingArchives(trx, oid)
    .select('archives.rid')
    .where('archives.rid', '=', rid)
    .executeTakeFirst()
  if (!found) throw notFound()
}

/** A sitting that is read by the rule, held, where it awaits this reading of this person. */
export async function requireAwaited(
  trx: Trx,
  { oid, uid, reading_rule = 'none' }: Clinician,
  { image_id: rid, role }: Wanted,
): Promise<Opened> {
  await requireSitting(trx, oid, rid)
  if (reading_rule === 'none') throw new Refusal(ERROR.conflict, 'reading_off')
  await holdArchiveRow(trx, oid, rid)
  const analysis = await holdNewestAnalysis(trx, oid, rid)
  if (!analysis || !isRead(analysis)) throw new Refusal(ERROR.conflict, 'reading_not_under')
  const before = await findReadings(trx, oid, rid)
  const arbiter = await isArbiter(trx, uid)
  if (role === 'arbitrator' && !arbiter) throw new Refusal(ERROR.conflict, 'reading_not_arbiter')
  const awaits = awaitedOf(before)
  // An arbitrator may decide anew what has ended.
  const isAwaited = awaits === role || (awaits === null && role === 'arbitrator')
  if (!isAwaited) throw new Refusal(ERROR.conflict, 'reading_not_awaited')
  if (!mayRead(role, before, { uid, arbiter }))
    throw new Refusal(ERROR.conflict, 'reading_same_person')
  return { analysis, images: await findAnalysedImages(trx, oid, analysis), before }
}

const taken = (name: string | null) =>
  new Refusal(ERROR.conflict, message('reading_taken', name ?? '—'))

async function take(ctx: Context, trx: Trx, { oid, uid }: Clinician, wanted: Wanted) {
  const { image_id: rid, role } = wanted
  const now = ctx.now()
  const until = new Date(now.getTime() + READING_MINUTES * 60_000)
  const kept_until = await readings.takeHold(trx, { oid, rid, role, uid }, { now, until })
  if (kept_until === null) throw taken((await readings.findHold(trx, rid, role))?.name ?? null)
  return kept_until.toISOString()
}

export async function openSitting(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  wanted: Wanted,
): Promise<DataOf<typeof openReading>> {
  const { oid, uid } = actor
  const { image_id: rid, role } = wanted
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const { analysis, images, before } = await requireAwaited(trx, actor, wanted)
    const { eyes, unknown } = photographedEyes(images)
    if (unknown) throw new Refusal(ERROR.conflict, 'reading_eye_unknown')
    const kept_until = await take(ctx, trx, actor, wanted)
    const { first_sees_machine } = await readings.findRules(trx, oid)
    const isBlind = role === 'second' || (role === 'first' && !first_sees_machine)
    if (isBlind) await readings.makeBlind(trx, uid, rid)
    const about = target('archive', rid, { pid: analysis.pid })
    await audit(trx, { actor, ip, action: 'reading.open', ...about, detail: { role } })
    await ctx.events.send(trx, { oid }, 'worklist', { image_id: rid })
    const patient = await findPatient(trx, oid, analysis.pid)
    const archive = await findArchive(trx, oid, rid)
    if (!patient || !archive) throw notFound()
    const machine = isBlind ? null : machineEyes(analysis.modality, images)
    const signed = role === 'arbitrator' ? before.map(toSigned) : []
    return { kept_until, patient, archive, images, eyes, machine, signed }
  })
  const { kept_until, patient, archive, images, eyes, machine, signed } = found
  const { name, gender, birthday, ad_card_number } = patient
  return {
    kept_until,
    name,
    gender,
    birthday,
    ad_card_number,
    record_date: archive.record_date,
    images: await Promise.all(
      images.map(async (image) => ({
        image_index: image.image_index,
        eye: eyeOf(image),
        width: image.width,
        height: image.height,
        url: await ctx.files.signedUrl(image.file_key),
      })),
    ),
    eyes,
    machine,
    signed,
  }
}

/** Every field is named: a new column stays private until it stands here. */
export const toSigned = (row: ReadingRow): SignedReading => ({
  role: row.role,
  uid: row.created_by,
  reader: row.reader,
  eyes: row.eyes,
  note: row.note,
  opened_at: row.opened_at.toISOString(),
  signed_at: row.signed_at.toISOString(),
  need: row.need,
})

/** It is a person's who has opened it: nobody takes another one's. */
export const keepSitting = (
  ctx: Context,
  { actor }: Caller<Clinician>,
  wanted: BodyOf<typeof keepReading>,
): Promise<DataOf<typeof keepReading>> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const { image_id: rid, role } = wanted
    await requireSitting(trx, actor.oid, rid)
    const hold = await readings.findHold(trx, rid, role)
    if (!hold) throw new Refusal(ERROR.conflict, 'reading_not_open')
    if (hold.uid !== actor.uid) throw taken(hold.name)
    return { kept_until: await take(ctx, trx, actor, wanted) }
  })

/** What the reader was not to see stays closed to him: he may take the sitting again. */
export const leaveSitting = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { image_id: rid, role }: BodyOf<typeof leaveReading>,
): Promise<void> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const { oid, uid } = actor
    await requireSitting(trx, oid, rid)
    if (!(await readings.dropHold(trx, { rid, role, uid })))
      throw new Refusal(ERROR.conflict, 'reading_not_open')
    const about = target('archive', rid)
    await audit(trx, { actor, ip, action: 'reading.leave', ...about, detail: { role } })
    await ctx.events.send(trx, { oid }, 'worklist', { image_id: rid })
  })

/** What waits for a person to read; null where no rule asks for readings. */
export const countReadings = async (
  trx: Trx,
  by: Clinician,
): Promise<Record<ReadingRole, number> | null> =>
  (by.reading_rule ?? 'none') === 'none' ? null : countAll(trx, by, await isArbiter(trx, by.uid))

/** `listed`: what was asked for whole, and is not counted again. */
async function countAll(
  trx: Trx,
  by: Clinician,
  arbiter: boolean,
  listed: Partial<Record<ReadingRole, number>> = {},
): Promise<Record<ReadingRole, number>> {
  const count = async (role: ReadingRole) =>
    listed[role] ?? (await readings.countQueue(trx, by, role))
  return {
    first: await count('first'),
    second: await count('second'),
    arbitrator: arbiter ? await count('arbitrator') : 0,
  }
}

export const openQueue = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { role }: BodyOf<typeof listReadings>,
): Promise<DataOf<typeof listReadings>> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const { uid, reading_rule: rule = 'none' } = actor
    const arbiter = rule !== 'none' && (await isArbiter(trx, uid))
    const isOpen = rule !== 'none' && (role !== 'arbitrator' || arbiter)
    const rows = isOpen ? await readings.findQueue(trx, actor, role, ctx.now()) : []
    const counts =
      rule === 'none'
        ? { first: 0, second: 0, arbitrator: 0 }
        : await countAll(trx, actor, arbiter, { [role]: rows.length })
    const detail = { role, rows: rows.length }
    await audit(trx, { actor, ip, action: 'reading.list', detail })
    return {
      rule,
      counts,
      rows: rows.map((row) => ({
        image_id: row.rid,
        pid: row.pid,
        name: row.name,
        gender: row.gender,
        birthday: row.birthday,
        ad_card_number: row.ad_card_number,
        record_date: row.record_date,
        image_count: row.images,
        waits_since: row.waits_since.toISOString(),
        held_by: row.holder === uid ? null : row.held_by,
        kept_until: row.kept_until?.toISOString() ?? null,
        mine: row.holder === uid,
      })),
    }
  })

/** The readings of a sitting; closed to whoever reads it blind. */
export const openReadings = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { image_id: rid }: BodyOf<typeof getReadings>,
): Promise<DataOf<typeof getReadings>> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const { oid } = actor
    if (actor.blind_to?.includes(rid)) throw new Refusal(ERROR.conflict, 'reading_closed')
    const analysis = await holdNewestAnalysis(trx, oid, rid)
    await requireSitting(trx, oid, rid)
    const state = analysis ? await stateOfReadings(trx, actor, analysis) : null
    const signed = (await findReadings(trx, oid, rid)).map(toSigned)
    const about = target('archive', rid, analysis ? { pid: analysis.pid } : {})
    await audit(trx, { actor, ip, action: 'reading.of-sitting', ...about })
    return { state, signed }
  })
