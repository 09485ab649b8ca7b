import type { DRAWN_STATES, Eye, EyeSource, Findings } from '@mingmou/contract'
import type { Said } from '@mingmou/analysis/image'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Trx } from '../../platform/database/database.ts'
import type { StoredJson } from '../../platform/database/stored-json.ts'
import { correctionsOf, type CorrectionRow } from './corrections.ts'
import { drawingsOf, drawnOf, heldOf, type DrawingRow } from './drawings.ts'
import type { OverlayFile } from './overlays.ts'
import { eyeStatedBy, factsOf, judged, withFacts } from './stated.ts'
import { findingsJson } from './stored-findings.ts'

export interface AnalysedRow {
  image_index: number
  file_name: string
  width: number
  height: number
  file_key: string
  thumb_key: string
  sha256: string
  /** What its file says of itself; null where it says nothing. */
  said: Said | null
  /** Of the file as it was received; null of images from before it was kept. */
  upload_sha256: string | null
  /** What the machine found in the image alone. */
  machine_findings: Findings | null
  /** The same, read with what clinicians stated of the eye. */
  informed_findings: Findings | null
  /** What was found with what clinicians drew, where they did and it is measured. */
  drawn_findings: Findings | null
  /** What holds: informed, drawn, and with the values that clinicians corrected. */
  judged_findings: Findings | null
  overlays: OverlayFile[]
  /** Every drawing of a clinician, the newest first. */
  drawings: DrawingRow[]
  /** Of an image on which drawings hold: whether they are measured, and the maps that the machine made. */
  drawing: { state: (typeof DRAWN_STATES)[number]; overlays: OverlayFile[] } | null
  error: string | null
  /** Every statement of a clinician, the newest first. */
  corrections: CorrectionRow[]
  /** The judgements among them that hold. */
  stated: ReturnType<typeof judged>['stated']
  /** The eye as a clinician or the file stated it. */
  corrected: Eye | null
  /** Where the eye comes from that the image is filed under; null where none is known. */
  eye_source: EyeSource | null
  reports: { report_id: string; report_no: string }[]
}

/** Where the columns of an image are in the query below. */
const DRAWN = {
  analysis: 'found.analysis_record_id',
  rid: 'image.rid',
  image_index: 'image.image_index',
}

/** The images of an analysis in their order, each with the findings and their corrections. */
export async function findAnalysedImages(
  trx: Trx,
  oid: string,
  { analysis_record_id, rid }: { analysis_record_id: string; rid: string },
): Promise<AnalysedRow[]> {
  const rows = await trx
    .selectFrom('archive_images as image')
    .leftJoin('analysis_images as found', (join) =>
      join
        .onRef('found.image_index', '=', 'image.image_index')
        .on('found.analysis_record_id', '=', analysis_record_id),
    )
    .where('image.oid', '=', oid)
    .where('image.rid', '=', rid)
    .select([
      'image.image_index',
      'image.file_name',
      'image.width',
      'image.height',
      'image.file_key',
      'image.thumb_key',
      'image.sha256',
      'image.said',
      'image.upload_sha256',
      'found.findings as stored',
      'found.error',
    ])
    .select((row) => [
      row.fn.coalesce('found.overlays', sql<{ name: string; key: string }[]>`'[]'`).as('overlays'),
      correctionsOf('image.rid', 'image.image_index').as('corrections'),
      drawingsOf('image.rid', 'image.image_index').as('drawings'),
      drawnOf<StoredJson>('findings', DRAWN).as('drawn_stored'),
      drawnOf<OverlayFile[]>('overlays', DRAWN).as('drawn_overlays'),
      jsonArrayFrom(
        row
          .selectFrom('reports')
          .select(['report_id', 'report_no'])
          .where('reports.analysis_record_id', '=', analysis_record_id)
          .whereRef('reports.image_index', '=', 'image.image_index')
          .where('reports.fellow_index', 'is', null)
          .orderBy('created_at', 'desc')
          .orderBy('report_id', 'desc'),
      ).as('reports'),
    ])
    .orderBy('image.image_index')
    .execute()
  return rows.map(toAnalysed)
}

type StoredRow = Omit<
  AnalysedRow,
  | `${'machine' | 'informed' | 'drawn' | 'judged'}_findings`
  | ('stated' | 'corrected' | 'eye_source' | 'drawing')
> & {
  stored: StoredJson | null
  /** Of the drawings that hold, once they are measured. */
  drawn_stored: StoredJson | null
  drawn_overlays: OverlayFile[] | null
}

/** The machine's findings, read; what clinicians drew and stated; and all together. */
function toAnalysed({ stored, drawn_stored, drawn_overlays, ...row }: StoredRow): AnalysedRow {
  const { corrections, overlays } = row
  const machine_findings = stored && findingsJson.read(stored)
  const informed_findings = machine_findings && withFacts(machine_findings, corrections)
  const drawn_findings = drawn_stored && findingsJson.read(drawn_stored)
  const drawn = drawn_findings && withFacts(drawn_findings, corrections)
  // A row without findings says that the drawings could not be measured.
  const ended = drawn_overlays ? 'failed' : 'measuring'
  const state = drawn ? 'measured' : ended
  const { findings: judged_findings, stated } = informed_findings
    ? judged(informed_findings, corrections, drawn ?? informed_findings)
    : { findings: null, stated: [] }
  const eye = (drawn_findings ?? machine_findings)?.eye
  return {
    ...row,
    machine_findings,
    informed_findings,
    drawn_findings,
    judged_findings,
    stated,
    corrected: factsOf(corrections).eye,
    eye_source: eyeStatedBy(corrections) ?? (eye ? 'machine' : null),
    overlays: (drawn && drawn_overlays) ?? overlays,
    drawing: heldOf(row.drawings).length > 0 ? { state, overlays } : null,
  }
}
