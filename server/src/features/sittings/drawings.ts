import type { Mask } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** A drawing of a clinician, as a row of its image carries it. */
export interface DrawingRow {
  drawing_id: string
  layer: string
  withdrawn: boolean
  holds: boolean
  clinician: string
  made_at: string
  analysis_record_id: string
}

/** A drawing holds that withdraws nothing and whose place no other took. */
const HOLDS = sql<boolean>`(drawings.mask IS NOT NULL
  AND NOT EXISTS (SELECT FROM drawings AS after WHERE after.replaces = drawings.drawing_id))`

/** Every drawing of the image of a row, the newest first. Names the columns of its archive and its place in it. */
export const drawingsOf = (rid: string, image_index: string) => sql<DrawingRow[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
      'drawing_id', drawing_id, 'layer', layer, 'withdrawn', mask IS NULL, 'holds', ${HOLDS},
      'clinician', coalesce(accounts.name, ''), 'made_at', drawings.created_at,
      'analysis_record_id', drawings.analysis_record_id)
    ORDER BY drawings.created_at DESC, drawing_id DESC), '[]')
  FROM drawings LEFT JOIN accounts ON accounts.uid = drawings.created_by
  WHERE drawings.rid = ${sql.ref(rid)} AND drawings.image_index = ${sql.ref(image_index)})`

/** Those of an image that hold, in the order of their ids. */
const held = (rid: RawBuilder<unknown>, image_index: RawBuilder<unknown>) => sql<string[]>`(
  SELECT coalesce(array_agg(drawing_id ORDER BY drawing_id), '{}') FROM drawings
  WHERE drawings.rid = ${rid} AND drawings.image_index = ${image_index} AND ${HOLDS})`

/** A column of an image's findings as the drawings change them that hold now; null where none does, or none is measured. */
export const drawnOf = <Of>(
  column: 'findings' | 'overlays',
  from: { analysis: string; rid: string; image_index: string },
) => sql<Of | null>`(
  SELECT ${sql.ref(`measured.${column}`)} FROM drawn_images AS measured
  WHERE measured.analysis_record_id = ${sql.ref(from.analysis)}
    AND measured.image_index = ${sql.ref(from.image_index)}
    AND measured.drawings = ${held(sql.ref(from.rid), sql.ref(from.image_index))})`

export interface HeldDrawing {
  drawing_id: string
  layer: string
  mask: Mask
  created_by: string
}

/** The drawings of an image that hold, in the order of their ids. */
export async function findHeld(trx: Trx, rid: string, image_index: number): Promise<HeldDrawing[]> {
  const rows = await trx
    .selectFrom('drawings')
    .select(['drawing_id', 'layer', 'mask', 'created_by'])
    .where('rid', '=', rid)
    .where('image_index', '=', image_index)
    .where(HOLDS)
    .orderBy('drawing_id')
    .execute()
  return rows.flatMap(({ mask, ...row }) => (mask ? [{ ...row, mask }] : []))
}

/** The places of the images of an archive on which drawings hold. */
export async function findDrawnIndexes(trx: Trx, rid: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('drawings')
    .select('image_index')
    .distinct()
    .where('rid', '=', rid)
    .where(HOLDS)
    .execute()
  return rows.map(({ image_index }) => image_index)
}

/** The drawings that hold, in the order in which they were made. */
export const heldOf = (drawings: readonly DrawingRow[]): DrawingRow[] =>
  drawings.filter(({ holds }) => holds).toReversed()
