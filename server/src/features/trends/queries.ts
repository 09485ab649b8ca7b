import type { Modality } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { StoredJson } from '../../platform/database/stored-json.ts'
import { drawnOf } from '../sittings/drawings.ts'
import { correctionsOf, type CorrectionRow } from '../sittings/corrections.ts'
import { isOutdated } from '../sittings/outdated.ts'

export interface PhotographRow {
  rid: string
  modality: Modality
  record_date: string
  collect_device: string
  /** Of the newest analysis that is done. */
  analysis_record_id: string | null
  outdated: boolean | null
  image_index: number
  findings: StoredJson | null
  /** With what clinicians drew, where they did. */
  drawn: StoredJson | null
  corrections: CorrectionRow[]
}

/** Every photograph of a patient with what was found on it, the oldest sitting first, in one query. */
export async function findPhotographs(
  trx: Trx,
  oid: string,
  pid: string,
): Promise<PhotographRow[]> {
  return trx
    .selectFrom('archives')
    .innerJoin('archive_images as image', 'image.rid', 'archives.rid')
    .leftJoinLateral(
      (row) =>
        row
          .selectFrom('analyses')
          .whereRef('analyses.rid', '=', 'archives.rid')
          .where('status', '=', 'done')
          .select(['analysis_record_id', isOutdated.as('outdated')])
          .orderBy('analyses.created_at', 'desc')
          .orderBy('analysis_record_id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .leftJoin('analysis_images as found', (join) =>
      join
        .onRef('found.analysis_record_id', '=', 'newest.analysis_record_id')
        .onRef('found.image_index', '=', 'image.image_index'),
    )
    .where('archives.oid', '=', oid)
    .where(ofPerson('archives.pid', pid))
    .where('archives.deleted_at', 'is', null)
    .select([
      'archives.rid',
      'archives.modality',
      'archives.record_date',
      'archives.collect_device',
      'newest.analysis_record_id',
      'newest.outdated',
      'image.image_index',
      'found.findings',
    ])
    .select(correctionsOf('image.rid', 'image.image_index').as('corrections'))
    .select(
      drawnOf<StoredJson>('findings', {
        analysis: 'newest.analysis_record_id',
        rid: 'image.rid',
        image_index: 'image.image_index',
      }).as('drawn'),
    )
    .orderBy('archives.record_date')
    .orderBy('archives.created_at')
    .orderBy('archives.rid')
    .orderBy('image.image_index')
    .execute()
}
