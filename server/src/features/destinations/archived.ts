import type { Eye } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findEyes } from '../sittings/eyes.ts'
import type { Person } from './documents.ts'
import { findArchived, findPictures, type PictureRow } from './queries.ts'

export type Picture = PictureRow

/** A sitting that is not deleted: whose it is, its pictures, and the eye of each. */
export interface Archived {
  person: Person & { pid: string }
  pictures: readonly Picture[]
  eyes: ReadonlyMap<number, Eye>
}

export const openArchived = (
  ctx: Context,
  oid: string,
  rid: string,
): Promise<Archived | undefined> =>
  withInstitution(ctx.db, oid, async (trx) => {
    const archived = await findArchived(trx, oid, rid)
    const eyes = archived && (await findEyes(trx, oid, [rid])).get(rid)
    return archived && { ...archived, eyes: eyes ?? new Map<number, Eye>() }
  })

/** The pictures of several sittings that are not deleted, and the eye of each. */
export async function picturesIn(trx: Trx, oid: string, rids: readonly string[]) {
  const eyes = await findEyes(trx, oid, rids)
  const pictures = new Map<string, PictureRow[]>()
  for (const picture of await findPictures(trx, oid, rids))
    pictures.set(picture.rid, [...(pictures.get(picture.rid) ?? []), picture])
  return new Map(
    rids.map((rid) => [
      rid,
      { pictures: pictures.get(rid) ?? [], eyes: eyes.get(rid) ?? new Map<number, Eye>() },
    ]),
  )
}
