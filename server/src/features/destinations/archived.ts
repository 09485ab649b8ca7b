import type { Eye } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findEyes } from '../sittings/eyes.ts'
import type { Person } from './documents.ts'
import { findArchived, type PictureRow } from './queries.ts'

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
    return archived && { ...archived, eyes: await findEyes(trx, oid, rid) }
  })
