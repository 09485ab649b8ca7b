import type { Context } from '../../context.ts'
import type { Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findOwnNames } from './queries.ts'

/** Images of the own batch have the name that their file has on the computer it came from, which may be Chinese. */
export async function underOwnNames<Image extends { upload_key: string; file_name: string }>(
  ctx: Context,
  actor: Clinician,
  images: readonly Image[],
): Promise<Image[]> {
  const keys = images.map(({ upload_key }) => upload_key)
  const names = await withInstitution(ctx.db, actor.oid, (trx) => findOwnNames(trx, actor, keys))
  return images.map((image) => ({
    ...image,
    file_name: names.get(image.upload_key) ?? image.file_name,
  }))
}
