import type { Eye } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { findNewestDone } from './analyses.ts'
import { findAnalysedImages } from './analysed-images.ts'
import { eyeOf } from './sitting.ts'

/** The eye of each image of an archive, by its place, as the newest analysis and its corrections have it. */
export async function findEyes(trx: Trx, oid: string, rid: string): Promise<Map<number, Eye>> {
  const analysis_record_id = await findNewestDone(trx, oid, rid)
  if (analysis_record_id === undefined) return new Map()
  const images = await findAnalysedImages(trx, oid, { analysis_record_id, rid })
  return new Map(
    images.flatMap((image) => {
      const eye = eyeOf(image)
      return eye === null ? [] : [[image.image_index, eye] as const]
    }),
  )
}
