import {
  MODALITY,
  type BodyOf,
  type DataOf,
  type listReceived,
  type Modality,
  type ReceivedFile,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { waitingFor } from '../batch/received.ts'
import { documentOf } from './keys.ts'
import * as received from './queries.ts'
import type { Listed } from './queries.ts'

/** Of a device, how many of its files wait for somebody. */
export const waitingByDevice = (trx: Trx, oid: string): Promise<Map<string, number>> =>
  received.findWaitingDevices(trx, oid)

export async function openReceived(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { state, ...page }: BodyOf<typeof listReceived>,
): Promise<DataOf<typeof listReceived>> {
  const { oid } = actor
  const { waiting, found } = await withInstitution(ctx.db, oid, async (trx) => {
    const found = await received.findListed(trx, actor, state, page)
    await audit(trx, { actor, ip, action: 'received.list', detail: { rows: found.rows.length } })
    return { found, waiting: await waitingFor(trx, actor) }
  })
  return { ...found, waiting, rows: await Promise.all(found.rows.map((row) => toFile(ctx, row))) }
}

async function toFile(ctx: Context, row: Listed): Promise<ReceivedFile> {
  const { number = '', name = '', birthday = '' } = row.said ?? {}
  const { id, source, by_device, state } = row
  return {
    id,
    source,
    by_device,
    state,
    received_at: row.created_at.toISOString(),
    reason: row.problem ?? (row.taken_back && !row.filed ? 'received_taken_back' : null),
    said: { number, name, birthday },
    is_document: row.problem === 'received_document',
    filed: row.filed && { ...row.filed, diagnosis_class: classOf(row.filed.modality) },
    url: await addressOf(ctx, row),
  }
}

const classOf = (modality: Modality | null) => (modality === null ? null : MODALITY[modality].class)

/** The document in a file that a device sent, or else the file as it came. */
async function addressOf(ctx: Context, { id, file_key, problem }: Listed): Promise<string | null> {
  if (file_key === null) return null
  const isDocument = problem === 'received_document'
  const key = isDocument ? documentOf(file_key) : file_key
  return ctx.files.signedUrl(key, { saveAs: `${id}.${isDocument ? 'pdf' : 'dcm'}` })
}
