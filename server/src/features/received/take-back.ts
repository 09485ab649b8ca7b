import { ERROR, keyName, type Modality } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { hideSitting } from '../archives/service.ts'
import { audit, target } from '../audit/service.ts'
import { readJob } from './read.job.ts'
import * as filings from './take-back-queries.ts'

/**
 * Hides a sitting whose photographs came through the inbox, and has them wait for a person. What a device sent is read
 * anew from the file as it came. What a person uploaded is the photograph of the sitting, for whoever takes it back.
 */
export async function takeBack(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  rid: string,
): Promise<void> {
  const { oid } = actor
  const put: string[] = []
  const found = await withInstitution(ctx.db, oid, (trx) => findFiled(trx, oid, rid))
  try {
    const anew = new Map<string, { key: string; thumb_key: string }>()
    for (const upload of found.uploaded)
      anew.set(
        upload.upload_key,
        await uploadAnew(ctx, { oid, modality: found.modality }, upload, put),
      )
    await withInstitution(ctx.db, oid, async (trx) => {
      const { modality, pid, uploaded } = await findFiled(trx, oid, rid)
      await hideSitting(ctx, trx, { actor, ip }, modality, rid)
      for (const { upload_key } of uploaded) {
        const to = anew.get(upload_key)
        // A photograph joined the sitting meanwhile.
        if (!to) throw new Refusal(ERROR.conflict, 'received_joined')
        const by = { ...to, uid: actor.uid, now: ctx.now() }
        await filings.takeBackUploaded(trx, oid, upload_key, by)
      }
      const received = await filings.takeBackReceived(trx, oid, rid, ctx.now())
      for (const file of received) await ctx.queue.send(trx, readJob, { oid, ...file })
      const about = target('archive', rid, { pid })
      await audit(trx, { actor, ip, action: 'received.take-back', ...about })
      await ctx.events.send(trx, { oid }, 'worklist', { image_id: rid })
      const [first] = received
      if (first) await ctx.events.send(trx, { oid }, 'received', { device_id: first.device_id })
    })
  } catch (error) {
    // The database decides: it may name them although the connection was lost at the commit. Unasked, they are swept later.
    const named = await withInstitution(ctx.db, oid, (trx) =>
      filings.findNamed(trx, oid, put),
    ).catch(() => null)
    if (named !== null) await ctx.files.remove(put.filter((key) => !named.has(key)))
    throw error
  }
}

async function findFiled(trx: Trx, oid: string, rid: string) {
  const filing = await filings.findFiling(trx, oid, rid)
  if (!filing) throw notFound()
  if (!filing.revocable) throw new Refusal(ERROR.conflict, 'received_not_revocable')
  return { ...filing, uploaded: await filings.findUploaded(trx, oid, rid) }
}

/** Written anew, not named twice: uploads are swept by their age. */
async function uploadAnew(
  ctx: Context,
  { oid, modality }: { oid: string; modality: Modality },
  { upload_key, file_key, thumb_key }: Record<'upload_key' | 'file_key' | 'thumb_key', string>,
  put: string[],
): Promise<{ key: string; thumb_key: string }> {
  const ending = /\.\w+$/.exec(file_key)?.[0] ?? ''
  const name = keyName(upload_key).replace(/\.\w+$/, '')
  const key = `uploads/${modality}/${oid}/${newId()}/${name}${ending}`
  const to = { key, thumb_key: `${key}.thumb.jpg` }
  put.push(to.key, to.thumb_key)
  await ctx.files.put(to.key, await ctx.files.read(file_key), 'application/octet-stream')
  await ctx.files.put(to.thumb_key, await ctx.files.read(thumb_key), 'image/jpeg')
  return to
}
