import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { OverlayFile } from '../sittings/overlays.ts'

interface Drawn {
  analysis_record_id: string
  image_index: number
  drawings: string[]
}

export async function isMeasured(
  trx: Trx,
  { analysis_record_id, image_index, drawings }: Drawn,
): Promise<boolean> {
  const found = await trx
    .selectFrom('drawn_images')
    .select('image_index')
    .where('analysis_record_id', '=', analysis_record_id)
    .where('image_index', '=', image_index)
    .where(sql<boolean>`drawings = ${drawings}::uuid[]`)
    .executeTakeFirst()
  return found !== undefined
}

/** False where another run has measured the same. `findings` null: it could not be measured. */
export async function insertDrawn(
  trx: Trx,
  row: Drawn & { oid: string; created_by: string; findings: string | null },
  overlays: readonly OverlayFile[],
): Promise<boolean> {
  const inserted = await trx
    .insertInto('drawn_images')
    .values({ ...row, overlays: JSON.stringify(overlays) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('image_index')
    .executeTakeFirst()
  return inserted !== undefined
}
