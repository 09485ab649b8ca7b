import {
  ERROR,
  today,
  URGENCIES,
  type BodyOf,
  type DataOf,
  type listWorklist,
  type readResult,
  type settleResult,
  type WorklistRow,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { holdAnalysis } from '../sittings/analyses.ts'
import { eyesOf, listedEye } from '../sittings/sitting.ts'
import { countReadings } from '../readings/open.ts'
import { audit, target } from '../audit/service.ts'
import * as worklist from './queries.ts'

export async function openWorklist(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { after, size, ...wanted }: BodyOf<typeof listWorklist>,
): Promise<DataOf<typeof listWorklist>> {
  const { oid } = actor
  const day = today(ctx.now())
  const place = after === undefined ? null : placeOf(after)
  const { found, unread, ofToday, readings } = await withInstitution(ctx.db, oid, async (trx) => {
    const found = await worklist.findWorklist(trx, actor, { day, place, size, ...wanted })
    const unread = await worklist.countUnread(trx, oid)
    const ofToday = await worklist.countDay(trx, oid, day)
    const detail = { rows: Math.min(found.length, size) }
    await audit(trx, { actor, ip, action: 'worklist.open', detail })
    return { found, unread, ofToday, readings: await countReadings(trx, actor) }
  })
  const shown = found.slice(0, size)
  const last = shown.at(-1)
  const [referable = 0, ungradable = 0, review = 0, routine = 0] = URGENCIES.map((_, index) =>
    unread.get(index + 1),
  )
  return {
    rows: await Promise.all(shown.map((row) => toRow(ctx, row))),
    next: last && found.length > size ? `${last.place_rank}.${last.place_at}.${last.rid}` : null,
    unread: { referable, ungradable, review, routine },
    today: ofToday,
    ...(readings && { readings }),
  }
}

function placeOf(after: string): worklist.Place {
  const [rank = '', at = '', rid = ''] = after.split('.')
  return { rank: Number(rank), at, rid }
}

/** An ended analysis of the own institution, locked until the transaction ends. */
async function holdResult(trx: Trx, oid: string, analysis_record_id: string) {
  const analysis = await holdAnalysis(trx, oid, analysis_record_id)
  if (!analysis) throw notFound()
  if (analysis.status !== 'done' && analysis.status !== 'failed')
    throw new Refusal(ERROR.conflict, 'analysis_not_done')
  return analysis
}

/** Keeps who has opened a result and when. It stays unread. */
export async function noteRead(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { analysis_record_id }: BodyOf<typeof readResult>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const analysis = await holdResult(trx, oid, analysis_record_id)
    const isFirst = await worklist.insertRead(trx, { oid, analysis_record_id, created_by: uid })
    const about = target('analysis', analysis_record_id, { pid: analysis.pid })
    await audit(trx, { actor, ip, action: 'analysis.read', ...about })
    if (isFirst) await ctx.events.send(trx, { oid }, 'worklist', { image_id: analysis.rid })
  })
}

/** Read for the institution, and unread again, whoever said that it was read. A signed report stays signed. */
export async function settle(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { analysis_record_id, settled }: BodyOf<typeof settleResult>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const analysis = await holdResult(trx, oid, analysis_record_id)
    const read = { oid, analysis_record_id, created_by: uid }
    await (settled ? worklist.settleRead(trx, read, ctx.now()) : worklist.unsettle(trx, read))
    const about = target('analysis', analysis_record_id, { pid: analysis.pid })
    const action = settled ? 'analysis.settle' : 'analysis.unsettle'
    await audit(trx, { actor, ip, action, ...about })
    await ctx.events.send(trx, { oid }, 'worklist', { image_id: analysis.rid })
  })
}

async function toRow(ctx: Context, row: worklist.ListedSitting): Promise<WorklistRow> {
  return {
    image_id: row.rid,
    pid: row.pid,
    name: row.name,
    gender: row.gender,
    birthday: row.birthday,
    ad_card_number: row.ad_card_number,
    modality: row.modality,
    record_date: row.record_date,
    created_at: row.created_at.toISOString(),
    image_count: row.images.length,
    thumbs: await Promise.all(
      firstOfEyes(row).map(async ({ eye, thumb_key }) => ({
        eye,
        url: await ctx.files.signedUrl(thumb_key),
      })),
    ),
    analysis_record_id: row.analysis_record_id,
    status: row.status,
    urgency: row.urgency === null ? null : (URGENCIES[row.urgency - 1] ?? null),
    unread: row.unread,
    eyes: eyesOf(row.modality, row.photographs),
    readers: row.readers.map(({ name, at }) => ({ name, at: new Date(at).toISOString() })),
    settled: row.settled && { ...row.settled, at: new Date(row.settled.at).toISOString() },
    reports: row.reports,
    origin: row.origin && { ...row.origin, at: new Date(row.origin.at).toISOString() },
  }
}

/** The first photograph of OD and of OS; the first of all where no eye is known. */
function firstOfEyes({ images, photographs }: worklist.ListedSitting) {
  const eyes = new Map(
    photographs.map((photograph) => [photograph.image_index, listedEye(photograph)]),
  )
  const found = (['OD', 'OS'] as const).flatMap((eye) => {
    const image = images.find(({ image_index }) => eyes.get(image_index) === eye)
    return image ? [{ ...image, eye }] : []
  })
  return found.length > 0 ? found : images.slice(0, 1).map((image) => ({ ...image, eye: null }))
}
