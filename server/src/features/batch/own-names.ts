import type { Context } from '../../context.ts'
import type { Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findOwnNames } from './queries.ts'

/**
 * Images have the name that their file has on the computer it came from, which may be Chinese: the call says it, or the
 * own batch.
 */
export async function underOwnNames<Image extends { upload_key: string; file_name: string }>(
  ctx: Context,
  actor: Clinician,
  images: readonly Image[],
  said: readonly string[] = [],
): Promise<Image[]> {
  const keys = images.map(({ upload_key }) => upload_key)
  const names = await withInstitution(ctx.db, actor.oid, (trx) => findOwnNames(trx, actor, keys))
  return images.map((image, index) => ({
    ...image,
    file_name: said[index] ?? names.get(image.upload_key) ?? image.file_name,
  }))
}
