import {
  MODALITY,
  ERROR,
  type BodyOf,
  type DataOf,
  type listReceived,
  type ReceivedFile,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { hideSitting } from '../archives/service.ts'
import { audit, target } from '../audit/service.ts'
import { documentOf } from './keys.ts'
import * as received from './queries.ts'
import { readJob } from './read.job.ts'

export async function openReceived(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { state, ...page }: BodyOf<typeof listReceived>,
): Promise<DataOf<typeof listReceived>> {
  const { oid } = actor
  const { waiting, found } = await withInstitution(ctx.db, oid, async (trx) => {
    const found = await received.findListed(trx, oid, state, page)
    await audit(trx, { actor, ip, action: 'received.list', detail: { rows: found.rows.length } })
    return { found, waiting: await received.countWaiting(trx, oid) }
  })
  return { ...found, waiting, rows: await Promise.all(found.rows.map((row) => toFile(ctx, row))) }
}

type Listed = Awaited<ReturnType<typeof received.findListed>>['rows'][number]

async function toFile(ctx: Context, row: Listed): Promise<ReceivedFile> {
  const { number = '', name = '', birthday = '' } = row.facts ?? {}
  const isDocument = row.problem === 'received_document'
  const key = isDocument ? documentOf(row.file_key) : row.file_key
  const saveAs = `${row.received_id}.${isDocument ? 'pdf' : 'dcm'}`
  return {
    received_id: row.received_id,
    device: row.device,
    received_at: row.created_at.toISOString(),
    state: row.state,
    reason: row.problem ?? (row.taken_back_at && !row.filed ? 'received_taken_back' : null),
    said: { number, name, birthday },
    filed: row.filed && { ...row.filed, diagnosis_class: MODALITY[row.filed.modality].class },
    url: await ctx.files.signedUrl(key, { saveAs }),
  }
}

/** Hides the sitting that a file is in, and has its photographs wait for a person. They file themselves no more. */
export async function takeBack(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  received_id: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const row = await received.findReceived(trx, oid, received_id)
    const filing = await received.findFiling(trx, oid, received_id)
    if (!row || !filing) throw notFound()
    if (!filing.revocable) throw new Refusal(ERROR.conflict, 'received_not_revocable')
    const { rid, modality, pid } = filing
    await hideSitting(trx, { actor, ip }, modality, rid)
    await received.removeBatchRows(trx, oid, rid)
    for (const one of await received.takeBack(trx, oid, rid, ctx.now()))
      await ctx.queue.send(trx, readJob, { oid, ...one })
    const about = target('archive', rid, { pid })
    await audit(trx, { actor, ip, action: 'received.take-back', ...about })
    await ctx.events.send(trx, { oid }, 'worklist', { image_id: rid })
    await ctx.events.send(trx, { oid }, 'received', { device_id: row.device_id })
  })
}
