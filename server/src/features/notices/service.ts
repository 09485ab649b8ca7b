import {
  BELL,
  type CertificateNotice,
  type DataOf,
  type DriftNotice,
  type KeptNotice,
  type listNotices,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { heardBy } from '../tenants/tenants.ts'
import { endingOf, markEndingRead, receiverEnds, type ReceiverEnds } from './certificates.ts'
import * as notices from './queries.ts'

const DAY_MS = 86_400_000
const keptSince = (ctx: Context) => new Date(ctx.now().getTime() - BELL.keptDays * DAY_MS)

/** Keeps that an analysis has ended for whoever asked for it. Older notices of that account go. */
export async function keepNotice(
  ctx: Context,
  trx: Trx,
  {
    oid,
    requested_by: uid,
    analysis_record_id,
  }: Record<'oid' | 'requested_by' | 'analysis_record_id', string>,
): Promise<void> {
  await notices.deleteBefore(trx, { oid, uid }, keptSince(ctx))
  await notices.insertNotice(trx, { oid, uid }, { analysis_record_id, created_at: ctx.now() })
}

/** Administrators have none: nothing is analysed for them, and their menu counts what waits. */
export async function countUnread(ctx: Context, actor: Actor): Promise<{ unread: number }> {
  const oid = await heardBy(ctx.db, actor)
  if (oid === null) return { unread: 0 }
  const whose = { oid, uid: actor.uid }
  const ends = await receiverEnds(ctx)
  const unread = await withInstitution(ctx.db, oid, async (trx) => {
    const own = await notices.countUnread(trx, whose, keptSince(ctx))
    const drift = await driftOf(ctx, trx, { ...actor, oid })
    const ending = await certificatesOf(ctx, trx, { ...actor, oid }, ends)
    return own + [...drift, ...ending].filter(({ is_read }) => !is_read).length
  })
  return { unread }
}

export async function list(
  ctx: Context,
  { actor, ip }: Caller,
  size: number,
): Promise<DataOf<typeof listNotices>> {
  const oid = await heardBy(ctx.db, actor)
  if (oid === null) return { rows: [], more: false, drift: [], certificates: [] }
  const ends = await receiverEnds(ctx)
  const { rows, ...others } = await withInstitution(ctx.db, oid, async (trx) => {
    await audit(trx, { actor, ip, action: 'notice.list' })
    const whose = { oid, uid: actor.uid }
    return {
      rows: await notices.findNotices(trx, whose, keptSince(ctx), size + 1),
      drift: await driftOf(ctx, trx, { ...actor, oid }),
      certificates: await certificatesOf(ctx, trx, { ...actor, oid }, ends),
    }
  })
  return { rows: rows.slice(0, size).map(toNotice), more: rows.length > size, ...others }
}

export async function read(
  ctx: Context,
  actor: Actor,
  image_id: string | undefined,
): Promise<void> {
  const { uid } = actor
  const oid = await heardBy(ctx.db, actor)
  if (oid === null) return
  await withInstitution(ctx.db, oid, async (trx) => {
    const rids = image_id === undefined ? undefined : [image_id]
    await notices.markRead(trx, { oid, uid }, rids, ctx.now())
    if (rids !== undefined || !isMain(actor)) return
    await notices.markDriftRead(trx, { oid, uid }, ctx.now())
    await markEndingRead(trx, oid, ctx.now())
  })
}

const isMain = ({ role }: Pick<Actor, 'role'>) => role === '3'

/** Devices that left their band are told to the main account alone. */
async function driftOf(
  ctx: Context,
  trx: Trx,
  { role, oid }: Pick<Actor, 'role'> & { oid: string },
): Promise<DriftNotice[]> {
  const rows = isMain({ role }) ? await notices.findDrift(trx, oid, keptSince(ctx)) : []
  return rows.map((row) => ({
    alarm_id: row.alarm_id,
    drift_id: row.drift_id,
    device: row.device,
    told_at: row.created_at.toISOString(),
    is_read: row.seen_at !== null,
  }))
}

/** Certificates that end are told to the main account alone. */
async function certificatesOf(
  ctx: Context,
  trx: Trx,
  { role, oid }: Pick<Actor, 'role'> & { oid: string },
  ends: ReceiverEnds,
): Promise<CertificateNotice[]> {
  const rows = isMain({ role }) ? await endingOf(ctx, trx, oid, ends) : []
  return rows.map(({ until, told_at, ...row }) => ({
    ...row,
    until: until.toISOString(),
    told_at: told_at.toISOString(),
  }))
}

/** The results of these archives are read on a page of their own. */
export const readOf = (
  ctx: Context,
  trx: Trx,
  whose: { oid: string; uid: string },
  rids: readonly string[],
): Promise<void> => notices.markRead(trx, whose, rids, ctx.now())

/** Every field is named: a new column stays private until it stands here. */
const toNotice = (row: notices.NoticeRow): KeptNotice => ({
  analysis_record_id: row.analysis_record_id,
  pid: row.pid,
  name: row.name,
  image_id: row.rid,
  anal_id: row.anal_id,
  modality: row.modality,
  status: row.done ? 'done' : 'failed',
  ended_at: row.created_at.toISOString(),
  is_read: row.read_at !== null,
})
