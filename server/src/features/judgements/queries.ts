import type { CorrectedValue, Mask, StatedBy } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'

export interface NewCorrection {
  correction_id: string
  rid: string
  image_index: number
  analysis_record_id: string | null
  name: string
  value: CorrectedValue | null
  reason: string
  source: StatedBy
  replaces: string | null
  created_by: string
  created_at: Date
}

export async function insertCorrection(
  trx: Trx,
  oid: string,
  { value, ...correction }: NewCorrection,
): Promise<void> {
  await trx
    .insertInto('corrections')
    .values({ ...correction, oid, value: value === null ? null : JSON.stringify(value) })
    .execute()
}

export async function insertDrawing(
  trx: Trx,
  oid: string,
  {
    mask,
    ...drawing
  }: {
    drawing_id: string
    rid: string
    image_index: number
    analysis_record_id: string
    layer: string
    mask: Mask | null
    replaces: string | null
    created_by: string
    created_at: Date
  },
): Promise<void> {
  await trx
    .insertInto('drawings')
    .values({ ...drawing, oid, mask: mask === null ? null : JSON.stringify(mask) })
    .execute()
}
