import type { Eye, Modality } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import { countOf } from '../../platform/database/count.ts'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import { findEyes } from './eyes.ts'

/** A photograph as other systems read it. */
export interface OutsidePhotograph {
  rid: string
  image_index: number
  /** The record that stands for its patient. */
  pid: string
  modality: Modality
  record_date: string
  collect_device: string
  created_at: Date
  /** When it was filed, joined by another or analysed, or a clinician stated or drew something of it, whichever came last. */
  changed_at: Date
  file_key: string
  width: number
  height: number
  eye: Eye | null
}

export interface WantedPhotographs {
  /** Those behind this one. */
  after?: Pick<OutsidePhotograph, 'rid' | 'image_index'> | null
  one?: Pick<OutsidePhotograph, 'rid' | 'image_index'> | undefined
  rid?: string | undefined
  pid?: string | undefined
  /** Conditions on `archives` and `archive_images`, of whoever asks. */
  where?: readonly RawBuilder<boolean>[]
}

/** Of a photograph, as `changed_at`. */
export const PHOTOGRAPH_CHANGED = sql<Date>`greatest(archives.created_at, archives.grown_at,
  (SELECT max(ended_at) FROM analyses WHERE analyses.rid = archives.rid AND status = 'done'),
  (SELECT max(corrections.created_at) FROM corrections WHERE corrections.rid = archives.rid
    AND corrections.image_index = archive_images.image_index),
  (SELECT max(drawings.created_at) FROM drawings WHERE drawings.rid = archives.rid
    AND drawings.image_index = archive_images.image_index),
  (SELECT max(drawn_images.created_at) FROM analyses JOIN drawn_images USING (analysis_record_id)
    WHERE analyses.rid = archives.rid AND drawn_images.image_index = archive_images.image_index))`

/** Of sittings in which something changed at a time or later: what changed is worked out for their photographs alone. */
export const changedSittings = (oid: string, from: Date) => sql<boolean>`archives.rid IN (
  SELECT rid FROM archives AS filed WHERE filed.oid = ${oid} AND filed.created_at >= ${from}
    AND filed.deleted_at IS NULL
  UNION SELECT rid FROM archives AS grown WHERE grown.oid = ${oid} AND grown.grown_at >= ${from}
  UNION SELECT rid FROM analyses WHERE oid = ${oid} AND status = 'done' AND ended_at >= ${from}
  UNION SELECT rid FROM corrections WHERE oid = ${oid} AND created_at >= ${from}
  UNION SELECT rid FROM drawings WHERE oid = ${oid} AND created_at >= ${from}
  UNION SELECT analyses.rid FROM drawn_images JOIN analyses USING (analysis_record_id)
    WHERE drawn_images.oid = ${oid} AND drawn_images.created_at >= ${from})`

function asked(
  trx: Trx,
  oid: string,
  { after = null, one, rid, pid, where = [] }: WantedPhotographs,
) {
  let found = trx
    .selectFrom('archive_images')
    .innerJoin('archives', 'archives.rid', 'archive_images.rid')
    .innerJoin('patients as own', 'own.pid', 'archives.pid')
    .innerJoin('patients as shown', 'shown.pid', 'own.person')
    .where('archives.oid', '=', oid)
    .where('archives.deleted_at', 'is', null)
    .where('shown.deleted_at', 'is', null)
  if (after !== null)
    found = found.where(
      sql<boolean>`(archive_images.rid, archive_images.image_index) > (${after.rid}, ${after.image_index})`,
    )
  if (one !== undefined)
    found = found
      .where('archives.rid', '=', one.rid)
      .where('archive_images.image_index', '=', one.image_index)
  if (rid !== undefined) found = found.where('archives.rid', '=', rid)
  if (pid !== undefined) found = found.where(ofPerson('archives.pid', pid))
  for (const condition of where) found = found.where(condition)
  return found
}

/** How many there are of these. */
export const countOutsidePhotographs = (
  trx: Trx,
  oid: string,
  wanted: WantedPhotographs,
): Promise<number> => countOf(asked(trx, oid, wanted))

/** Photographs of patients that are not deleted, in the sequence in which they were filed. */
export async function findOutsidePhotographs(
  trx: Trx,
  oid: string,
  wanted: WantedPhotographs,
  most: number,
): Promise<OutsidePhotograph[]> {
  const rows = await asked(trx, oid, wanted)
    .select(['archives.rid', 'archives.modality', 'archives.record_date'])
    .select(['archives.collect_device', 'archives.created_at', 'shown.pid'])
    .select(['archive_images.image_index', 'archive_images.file_key'])
    .select(['archive_images.width', 'archive_images.height'])
    .select(PHOTOGRAPH_CHANGED.as('changed_at'))
    .orderBy('archive_images.rid')
    .orderBy('archive_images.image_index')
    .limit(most)
    .execute()
  const eyes = await findEyes(trx, oid, [...new Set(rows.map((row) => row.rid))])
  return rows.map((row) => ({ ...row, eye: eyes.get(row.rid)?.get(row.image_index) ?? null }))
}
