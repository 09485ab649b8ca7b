import {
  type AnalysisStatus,
  drawingsHeld,
  type DRAWN_STATES,
  type Eye,
  type EyeSource,
  type Findings,
  type Modality,
  type Stage,
} from '@mingmou/contract'
import type { Said } from '@mingmou/analysis/image'
import { sql, type Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { StoredJson } from '../../platform/database/stored-json.ts'
import { correctionsOf, type CorrectionRow } from '../sittings/corrections.ts'
import { drawingsOf, drawnOf, type DrawingRow } from '../sittings/drawings.ts'
import { eyeStatedBy, factsOf, judged, withFacts } from '../sittings/stated.ts'
import type { OverlayFile } from '../sittings/overlays.ts'
import { isOutdated } from '../sittings/outdated.ts'
import { photographsOf, type Photographed } from '../sittings/photographs.ts'
import { findingsJson } from '../sittings/stored-findings.ts'

/** Analyses whose archive and patient are not deleted. */
const living = (trx: Trx, oid: string) =>
  trx
    .selectFrom('analyses')
    .innerJoin('archives', 'archives.rid', 'analyses.rid')
    .innerJoin('patients', 'patients.pid', 'analyses.pid')
    .where('analyses.oid', '=', oid)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)

export type AnalysisRow = Selectable<Tables['analyses']>
export type LivingRow = AnalysisRow & { outdated: boolean }

export async function findAnalysis(
  trx: Trx,
  oid: string,
  id: string,
  modality: Modality,
): Promise<LivingRow | undefined> {
  return living(trx, oid)
    .selectAll('analyses')
    .select(isOutdated.as('outdated'))
    .where('analysis_record_id', '=', id)
    .where('analyses.modality', '=', modality)
    .executeTakeFirst()
}

/** The analysis, locked until the transaction ends. */
export async function holdAnalysis(
  trx: Trx,
  oid: string,
  id: string,
): Promise<LivingRow | undefined> {
  return living(trx, oid)
    .selectAll('analyses')
    .select(isOutdated.as('outdated'))
    .where('analysis_record_id', '=', id)
    .forUpdate('analyses')
    .executeTakeFirst()
}

/** The newest analysis of an archive that did not fail, locked until the transaction ends. */
export async function holdNewestAnalysis(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<LivingRow | undefined> {
  return living(trx, oid)
    .selectAll('analyses')
    .select(isOutdated.as('outdated'))
    .where('analyses.rid', '=', rid)
    .where('status', 'in', ['queued', 'running', 'done'])
    .orderBy('analyses.created_at', 'desc')
    .orderBy('analysis_record_id', 'desc')
    .limit(1)
    .forUpdate('analyses')
    .executeTakeFirst()
}

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
  /** What the machine found. */
  found: Findings | null
  /** The same, read with what clinicians stated of the eye. */
  machine: Findings | null
  /** With what clinicians drew and the values that they corrected. */
  findings: Findings | null
  overlays: OverlayFile[]
  /** What was found with what clinicians drew, where they did and it is measured. */
  measured: Findings | null
  /** Every drawing of a clinician, the newest first. */
  drawings: DrawingRow[]
  /** Of an image on which drawings hold: whether they are measured, and the maps that the machine made. */
  drawn: { state: (typeof DRAWN_STATES)[number]; overlays: OverlayFile[] } | null
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
      'found.findings',
      'found.error',
    ])
    .select((row) => [
      row.fn.coalesce('found.overlays', sql<{ name: string; key: string }[]>`'[]'`).as('overlays'),
      correctionsOf('image.rid', 'image.image_index').as('corrections'),
      drawingsOf('image.rid', 'image.image_index').as('drawings'),
      drawnOf<StoredJson>('findings', DRAWN).as('drawn_findings'),
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
  'findings' | 'found' | 'machine' | 'stated' | 'corrected' | 'eye_source' | 'drawn' | 'measured'
> & {
  findings: StoredJson | null
  /** Of the drawings that hold, once they are measured. */
  drawn_findings: StoredJson | null
  drawn_overlays: OverlayFile[] | null
}

/** The machine's findings, read; what clinicians drew and stated; and all together. */
function toAnalysed({
  findings: stored,
  drawn_findings,
  drawn_overlays,
  ...row
}: StoredRow): AnalysedRow {
  const { corrections, overlays } = row
  const found = stored && findingsJson.read(stored)
  const machine = found && withFacts(found, corrections)
  const measured = drawn_findings && findingsJson.read(drawn_findings)
  const drawn = measured && withFacts(measured, corrections)
  // A row without findings says that the drawings could not be measured.
  const ended = drawn_overlays ? 'failed' : 'measuring'
  const state = drawn ? 'measured' : ended
  const { findings, stated } = machine
    ? judged(machine, corrections, drawn ?? machine)
    : { findings: null, stated: [] }
  return {
    ...row,
    ...{ found, machine, measured, findings, stated, corrected: factsOf(corrections).eye },
    eye_source: eyeStatedBy(corrections) ?? ((measured ?? found)?.eye ? 'machine' : null),
    overlays: (drawn && drawn_overlays) ?? overlays,
    drawn: heldOf(row.drawings).length > 0 ? { state, overlays } : null,
  }
}

/** The drawings that hold, in the order in which they were made. */
export const heldOf = (drawings: readonly DrawingRow[]): DrawingRow[] =>
  drawingsHeld(drawings).toReversed()

/** Reports of both eyes, the newest first. */
export async function findSittingReports(
  trx: Trx,
  oid: string,
  analysis_record_id: string,
): Promise<AnalysedRow['reports']> {
  return trx
    .selectFrom('reports')
    .select(['report_id', 'report_no'])
    .where('oid', '=', oid)
    .where('analysis_record_id', '=', analysis_record_id)
    .where('fellow_index', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('report_id', 'desc')
    .execute()
}

/** The newest analysis of an archive that is done. */
export async function findNewestDone(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<string | undefined> {
  const newest = await living(trx, oid)
    .select('analysis_record_id')
    .where('analyses.rid', '=', rid)
    .where('status', '=', 'done')
    .orderBy('analyses.created_at', 'desc')
    .orderBy('analysis_record_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.analysis_record_id
}

/** The record of the live analysis of an archive: a new one, or the existing one. */
export async function insertAnalysis(
  trx: Trx,
  oid: string,
  analysis: {
    analysis_record_id: string
    pid: string
    rid: string
    modality: Modality
    requested_by: string
  },
): Promise<{ analysis_record_id: string; started: boolean }> {
  const inserted = await trx
    .insertInto('analyses')
    .values({ ...analysis, oid })
    .onConflict((conflict) =>
      conflict.column('rid').where('status', 'in', ['queued', 'running']).doNothing(),
    )
    .returning('analysis_record_id')
    .executeTakeFirst()
  if (inserted) return { ...inserted, started: true }
  const live = await trx
    .selectFrom('analyses')
    .select('analysis_record_id')
    .where('oid', '=', oid)
    .where('rid', '=', analysis.rid)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  // It ended between the two statements: the next try inserts.
  return live ? { ...live, started: false } : insertAnalysis(trx, oid, analysis)
}

export interface ListedRow {
  rid: string
  record_date: string
  collect_device: string
  created_at: Date
  image_count: number
  thumb_key: string
  analysis_record_id: string | null
  status: AnalysisStatus | null
  progress: number | null
  stage: Stage | null
  photographs: Photographed[]
  reports: { report_id: string; report_no: string }[]
}

/** The archives of a patient, each with its newest analysis and its reports, in one query. */
export async function findArchivesWithAnalysis(
  trx: Trx,
  oid: string,
  pid: string,
  modality: Modality,
): Promise<ListedRow[]> {
  return trx
    .selectFrom('archives')
    .innerJoin('patients', 'patients.pid', 'archives.pid')
    .innerJoinLateral(
      (row) =>
        row
          .selectFrom('archive_images')
          .whereRef('archive_images.rid', '=', 'archives.rid')
          .select(sql<number>`count(*)::int`.as('image_count'))
          .select(sql<string>`(array_agg(thumb_key ORDER BY image_index))[1]`.as('thumb_key'))
          .as('images'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (row) =>
        row
          .selectFrom('analyses')
          .whereRef('analyses.rid', '=', 'archives.rid')
          .select(['analysis_record_id', 'status', 'progress', 'stage'])
          .orderBy('analyses.created_at', 'desc')
          .orderBy('analysis_record_id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .where('archives.oid', '=', oid)
    .where(ofPerson('archives.pid', pid))
    .where('archives.modality', '=', modality)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)
    .select([
      'archives.rid',
      'archives.record_date',
      'archives.collect_device',
      'archives.created_at',
      'images.image_count',
      'images.thumb_key',
      'newest.analysis_record_id',
      'newest.status',
      'newest.progress',
      'newest.stage',
    ])
    .select(photographsOf('newest.analysis_record_id').as('photographs'))
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('reports')
          .innerJoin('analyses', 'analyses.analysis_record_id', 'reports.analysis_record_id')
          .whereRef('analyses.rid', '=', 'archives.rid')
          .select(['report_id', 'report_no'])
          .orderBy('reports.created_at', 'desc')
          .orderBy('report_id', 'desc'),
      ).as('reports'),
    )
    .orderBy('archives.record_date', 'desc')
    .orderBy('archives.created_at', 'desc')
    .orderBy('archives.rid', 'desc')
    .execute()
}
