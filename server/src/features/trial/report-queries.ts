import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { StoredJson } from '../../platform/database/stored-json.ts'
import type { OverlayFile } from '../sittings/overlays.ts'

export interface AnalysedRow {
  rid: string
  image_index: number
  file_key: string
  sha256: string
  upload_sha256: string | null
  width: number
  height: number
  overlays: OverlayFile[]
  findings: StoredJson
}

/** The photographs of a batch whose analysis found something, with the newest findings. */
export async function findAnalysed(trx: Trx, oid: string, anal_id: string): Promise<AnalysedRow[]> {
  const { rows } = await sql<AnalysedRow>`
    SELECT DISTINCT ON (photograph.rid) photograph.rid, photograph.image_index, image.file_key,
      image.sha256, image.upload_sha256, image.width, image.height, found.overlays, found.findings
    FROM trial_photographs AS photograph
    JOIN archive_images AS image ON image.rid = photograph.rid
    JOIN analyses ON analyses.rid = photograph.rid AND analyses.status = 'done'
    JOIN analysis_images AS found ON found.analysis_record_id = analyses.analysis_record_id
    WHERE photograph.oid = ${oid} AND photograph.anal_id = ${anal_id} AND found.findings IS NOT NULL
    ORDER BY photograph.rid, analyses.created_at DESC, analyses.analysis_record_id DESC`.execute(
    trx,
  )
  return rows
}
