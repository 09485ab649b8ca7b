import type { Duty } from '../../duty.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { sweptHourly } from '../files/sweep.ts'
import { findImages } from '../sittings/archive.ts'

export const archiveDuties: readonly Duty[] = [
  sweptHourly('archives/', async (ctx, oid, rid) => {
    const images = await withInstitution(ctx.db, oid, (trx) => findImages(trx, oid, rid))
    return images.flatMap((image) => [image.file_key, image.thumb_key])
  }),
]
