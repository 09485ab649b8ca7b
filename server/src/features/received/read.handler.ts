import { dicomFacts, encapsulatedPdf, ImageRefused, openImage } from '@mingmou/analysis/image'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { SOP } from '../../platform/dicom/classes.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { addReceived, patientProven } from '../batch/received.ts'
import { findEver } from '../devices/device.ts'
import { fileProven } from './file-proven.ts'
import { documentOf, receivedKeys } from './keys.ts'
import * as received from './queries.ts'
import type { readJob } from './read.job.ts'

type Data = (typeof readJob)['data']['_output']

/** Reads one file. What is no picture is kept and says why; a document lies beside it. */
export function handleRead(ctx: Context): Handler<Data> {
  return async ({ data: { oid, device_id, received_id }, signal }) => {
    if (received_id !== null) await read(ctx, oid, received_id, signal)
    // Photographs that are sent together are filed together: not while more may come.
    await fileProven(ctx, oid, device_id, { quiet: received_id !== null })
  }
}

async function read(
  ctx: Context,
  oid: string,
  received_id: string,
  signal: AbortSignal,
): Promise<void> {
  const row = await withInstitution(ctx.db, oid, (trx) =>
    received.findReceived(trx, oid, received_id),
  )
  if (!row || row.read_at !== null) return
  const bytes = await ctx.files.read(row.file_key)
  const facts = dicomFacts(bytes)
  const seen = { read_at: ctx.now(), facts: JSON.stringify(facts) }
  const problem = row.differs
    ? 'received_differs'
    : row.sop_class === SOP.encapsulatedPdf
      ? await keepDocument(ctx, row, bytes)
      : await keepPicture(ctx, row, bytes, facts, signal)
  if (problem === null) return
  await withInstitution(ctx.db, oid, async (trx) => {
    const device = await findEver(trx, oid, row.device_id)
    const pid =
      problem === 'received_document' ? await patientProven(ctx, trx, device, facts) : null
    await received.updateReceived(trx, oid, received_id, { ...seen, problem, pid })
    await ctx.events.send(trx, { oid }, 'received', { device_id: row.device_id })
  })
}

async function keepDocument(
  ctx: Context,
  { file_key }: received.ReceivedRow,
  bytes: Buffer,
): Promise<string> {
  const document = encapsulatedPdf(bytes)
  if (document === null) return `image_damaged|${fileName}`
  await ctx.files.put(documentOf(file_key), document, 'application/pdf')
  return 'received_document'
}

const fileName = 'DICOM'

/** Keeps the picture in the batch; the reason where there is none. */
async function keepPicture(
  ctx: Context,
  row: received.ReceivedRow,
  bytes: Buffer,
  facts: ReturnType<typeof dicomFacts>,
  signal: AbortSignal,
): Promise<string | null> {
  const { oid, received_id, device_id, file_key, sha256, created_at } = row
  const image = await openImage(bytes).catch((error: unknown) => {
    if (error instanceof ImageRefused) return error.of(fileName)
    throw error
  })
  if (typeof image === 'string') return image
  signal.throwIfAborted()
  const key = receivedKeys(oid, received_id).copy(ctx.now().getTime())
  const thumb_key = `${key}.thumb.jpg`
  await ctx.files.put(thumb_key, image.thumb, 'image/jpeg')
  await ctx.files.copy(file_key, key, 'application/dicom')
  await withInstitution(ctx.db, oid, async (trx) => {
    const device = await findEver(trx, oid, device_id)
    const seen = { read_at: ctx.now(), facts: JSON.stringify(facts), upload_key: key }
    await received.updateReceived(trx, oid, received_id, seen)
    await addReceived(
      ctx,
      trx,
      { oid, uid: device_id },
      {
        key,
        thumb_key,
        modality: device.modality,
        sha256,
        dicom: facts,
        file_name: `${timeOf(created_at)} ${device.name}.dcm`,
        received_at: created_at,
      },
    )
    await ctx.events.send(trx, { oid }, 'received', { device_id })
  })
  return null
}

/** The time in Shanghai, as all times here. */
const timeOf = (at: Date) =>
  at.toLocaleTimeString('sv-SE', { timeZone: 'Asia/Shanghai' }).replaceAll(':', '-')

export function giveUpRead(ctx: Context): GiveUp<Data> {
  return async ({ oid, received_id }) => {
    if (received_id === null) return
    await withInstitution(ctx.db, oid, async (trx) => {
      const row = await received.findReceived(trx, oid, received_id)
      if (!row || row.read_at !== null) return
      const failed = { read_at: ctx.now(), problem: 'received_failed' }
      await received.updateReceived(trx, oid, received_id, failed)
      await ctx.events.send(trx, { oid }, 'received', { device_id: row.device_id })
    })
  }
}
