import {
  archiveEntry,
  ERROR,
  message,
  type ArchiveCalls,
  type BodyOf,
  type Modality,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { keepEyes, statedEyes } from '../judgements/stated-eyes.ts'
import { audit, target } from '../audit/service.ts'
import { findImages } from '../sittings/archive.ts'
import { closeFulfilled } from '../orders/close.ts'
import { scaleOf } from './intake.ts'
import * as archives from './queries.ts'
import { insertIn, lastingFields } from './service.ts'

type Body = BodyOf<ArchiveCalls['fileHere']>

/** The archive with the images to be filed, locked until the transaction ends: of two persons the second is refused. */
async function hold(
  trx: Trx,
  { actor: { oid } }: Caller<Clinician>,
  modality: Modality,
  { rid, image_indexes: indexes }: Body,
) {
  const source = await archives.findForFiling(trx, oid, rid, indexes)
  if (source?.images.length !== new Set(indexes).size) throw notFound()
  const here =
    source.modality === modality
      ? source.images.map(({ file_name }) => file_name)
      : await archives.findFiled(trx, oid, { rid, indexes, modality })
  if (here.length > 0) throw new Refusal(ERROR.conflict, message('image_filed', here.join(', ')))
  return source
}

/** Copies the files of images below `folder`. Each key is reported, so that a failure can remove it. */
async function copyOf(
  ctx: Context,
  { rid, image_index, said, ...image }: archives.KeptImage,
  place: { folder: string; at: number; stated: number | undefined },
  kept: string[],
): Promise<archives.NewImage> {
  const take = async (from: string, type: string) => {
    const to = `${place.folder}/${from.slice(from.lastIndexOf('/') + 1)}`
    kept.push(to)
    await ctx.files.copy(from, to, type)
    return to
  }
  const type = image.file_key.endsWith('.png') ? 'image/png' : 'image/jpeg'
  const file_key = await take(image.file_key, type)
  return {
    ...image,
    // A scale stated for the other kind says nothing of this one.
    ...(image.scale_source !== 'dicom' && scaleOf(null, place.stated)),
    said: said && JSON.stringify(said),
    image_index: place.at,
    // Nothing was uploaded for it: its own file stands here.
    upload_key: file_key,
    file_key,
    thumb_key: await take(image.thumb_key, 'image/jpeg'),
    filed_from_rid: rid,
    filed_from_index: image_index,
  }
}

/**
 * Files images of another kind of archive as a new archive of this kind, for the same patient, and analyses it. The
 * images stay where they are, with their analysis and reports. An eye that was stated of them holds here too.
 */
export async function fileHere(
  ctx: Context,
  caller: Caller<Clinician>,
  modality: Modality,
  body: Body,
): Promise<{ rid: string }> {
  const { actor, ip } = caller
  const { oid } = actor
  const { rid: from, record_date, collect_device, ...own } = body
  const stated = archiveEntry(modality).statedScale?.(own)
  const { images } = await withInstitution(ctx.db, oid, (trx) => hold(trx, caller, modality, body))
  const rid = newId()
  const folder = `archives/${oid}/${rid}`
  const kept: string[] = []
  try {
    const copies: archives.NewImage[] = []
    for (const [at, image] of images.entries())
      copies.push(await copyOf(ctx, image, { folder, at, stated }, kept))
    await withInstitution(ctx.db, oid, async (trx) => {
      const { pid } = await hold(trx, caller, modality, body)
      const fields = lastingFields(modality, own)
      const archive = { rid, pid, modality, record_date, collect_device, fields }
      const detail = { modality, filed_as: rid, images: copies.length }
      const about = target('archive', from, { pid })
      await audit(trx, { actor, ip, action: 'archive.file-elsewhere', ...about, detail })
      const first = await insertIn(ctx, trx, caller, archive, copies, { analyse: true })
      const indexes = images.map(({ image_index }) => image_index)
      const stated = await statedEyes(trx, from, indexes)
      await keepEyes(trx, { actor, at: ctx.now() }, { rid, first }, stated)
      await closeFulfilled(
        ctx,
        trx,
        caller,
        { rid, pid, modality, record_date },
        {
          accessions: [],
          eyes: stated.map((sourced) => sourced?.eye ?? null),
        },
      )
    })
  } catch (error) {
    // The database decides: the archive may be there although the connection was lost at the
    // commit.
    const there = await withInstitution(ctx.db, oid, (trx) => findImages(trx, oid, rid))
    if (there.length === 0) {
      await ctx.files.remove(kept)
      throw error
    }
  }
  return { rid }
}
