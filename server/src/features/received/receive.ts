import { dicomInstance } from '@mingmou/analysis/image'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { part10 } from '../../platform/dicom/part10.ts'
import { STORE, type Sent, type StoreStatus } from '../../platform/dicom/peer.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { sha256 } from '../files/open-upload.ts'
import { audit } from '../audit/service.ts'
import { noteFault, noteWell, type Calling } from '../devices/service.ts'
import { takeStorage } from '../institutions/quota.ts'
import { receivedKeys } from './keys.ts'
import * as received from './queries.ts'
import { readJob } from './read.job.ts'

/**
 * Keeps a file as it came. Success is answered once file and row are durable, so nothing that was acknowledged is lost.
 * The same file again is acknowledged and kept once; other bytes under its UID are kept beside it.
 */
export async function receiveFile(
  ctx: Context,
  from: Calling & { ip: string },
  { sopClass, sopInstance, syntax, dataset }: Sent,
): Promise<StoreStatus> {
  const bytes = part10({ sopClass, sopInstance, syntax, dataset }, from.device.ae_title)
  const said = dicomInstance(bytes)
  if (said === null || said.sopClass === '' || said.sopInstance === '') {
    await noteFault(ctx, from, 'dataset')
    return STORE.cannotUnderstand
  }
  if (said.sopClass !== sopClass || said.sopInstance !== sopInstance) {
    await noteFault(ctx, from, 'dataset')
    return STORE.mismatch
  }
  try {
    await keep(ctx, from, bytes, { sop_class: sopClass, sop_uid: sopInstance })
    return STORE.success
  } catch (error) {
    if (!(error instanceof StorageFull) && !(error instanceof Refusal)) {
      ctx.log.error({ err: error }, 'a file of a device was not kept')
      return STORE.failure
    }
    await noteFault(ctx, from, 'full')
    return STORE.outOfResources
  }
}

async function keep(
  ctx: Context,
  { oid, device, ip }: Calling & { ip: string },
  bytes: Buffer,
  of: { sop_class: string; sop_uid: string },
): Promise<void> {
  const hash = await sha256(bytes)
  const same = { sop_uid: of.sop_uid, sha256: hash }
  const known = await withInstitution(ctx.db, oid, (trx) => received.findSame(trx, oid, same))
  if (known.same) return revive(ctx, known.same)
  if (!(await ctx.hasRoom('new', bytes.length))) throw new StorageFull()
  const received_id = newId()
  const file_key = receivedKeys(oid, received_id).file
  await ctx.files.put(file_key, bytes, 'application/dicom')
  const add = async (trx: Trx): Promise<boolean> => {
    await received.holdUid(trx, oid, of.sop_uid)
    const found = await received.findSame(trx, oid, same)
    if (found.same) return false
    await takeStorage(trx, oid, bytes.length)
    const { device_id } = device
    await received.insertReceived(trx, {
      received_id,
      device_id,
      ...of,
      sha256: hash,
      file_key,
      stored_bytes: bytes.length,
      differs: found.differs,
      oid,
      created_by: device_id,
      created_at: ctx.now(),
    })
    await ctx.queue.send(trx, readJob, { oid, device_id, received_id })
    await ctx.events.send(trx, { oid }, 'received', { device_id })
    const detail = { device: device_id, file: received_id }
    await audit(trx, { actor: null, ip, oid, action: 'batch.receive', detail })
    return true
  }
  const isAdded = await withInstitution(ctx.db, oid, add).catch(async (error: unknown) => {
    // The database decides: the row may be there although the connection was lost at the commit.
    const found = await withInstitution(ctx.db, oid, (trx) =>
      received.findReceived(trx, oid, received_id),
    ).catch(() => undefined)
    if (found) return true
    await ctx.files.remove([file_key])
    throw error
  })
  if (!isAdded) await ctx.files.remove([file_key])
}

/** What a person took off the batch and a device sends again waits again. */
async function revive(
  ctx: Context,
  { oid, device_id, received_id }: received.ReceivedRow,
): Promise<void> {
  await withInstitution(ctx.db, oid, async (trx) => {
    if (!(await received.forgetDropped(trx, oid, received_id))) return
    await ctx.queue.send(trx, readJob, { oid, device_id, received_id })
  })
}

/** The device has ended its connection: what it sent may be filed. `well`: nothing went wrong with it. */
export async function endSending(
  ctx: Context,
  { oid, device }: Calling,
  well: boolean,
): Promise<void> {
  await withInstitution(ctx.db, oid, async (trx) => {
    const { device_id } = device
    if (well) await noteWell(trx, oid, device_id)
    await ctx.queue.send(trx, readJob, { oid, device_id, received_id: null })
  })
}
