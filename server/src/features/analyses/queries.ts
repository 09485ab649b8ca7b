import type { AnalysisStatus, Modality, Stage } from '@mingmou/contract'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { AnalysedRow } from '../sittings/analysed-images.ts'
import { photographsOf, type Photographed } from '../sittings/photographs.ts'

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
