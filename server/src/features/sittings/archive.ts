import type { Modality, Scale } from '@mingmou/contract'
import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** Archives that are not deleted and whose patients are not deleted. */
export const livingArchives = (trx: Trx, oid: string) =>
  trx
    .selectFrom('archives')
    .innerJoin('patients', 'patients.pid', 'archives.pid')
    .where('archives.oid', '=', oid)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)

/** The date and device of an archive, of a deleted one too. */
export async function findArchive(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<
  Pick<Selectable<Tables['archives']>, 'record_date' | 'collect_device' | 'fields'> | undefined
> {
  return trx
    .selectFrom('archives')
    .select(['record_date', 'collect_device', 'fields'])
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .executeTakeFirst()
}

/**
 * The archive's patient, locked until the transaction ends against deletion, and with `change`
 * against any change.
 */
export async function holdArchive(
  trx: Trx,
  oid: string,
  rid: string,
  modality: Modality,
  hold: 'keep' | 'change',
): Promise<{ pid: string } | undefined> {
  const archive = livingArchives(trx, oid)
    .where('archives.rid', '=', rid)
    .where('archives.modality', '=', modality)
    .select('archives.pid')
  return (hold === 'keep' ? archive.forShare() : archive.forUpdate('archives')).executeTakeFirst()
}

/** The archive, locked first: a correction and the end of an analysis see each other. */
export async function holdArchiveRow(trx: Trx, oid: string, rid: string): Promise<void> {
  await trx
    .selectFrom('archives')
    .select('rid')
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .forUpdate()
    .execute()
}

export type ImageRow = Pick<
  Selectable<Tables['archive_images']>,
  'image_index' | 'file_name' | 'width' | 'height' | 'file_key' | 'thumb_key'
>
/** The images of an archive in their order. */
export async function findImages(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<(ImageRow & { scale: Scale | null; imageType: string[] })[]> {
  const rows = await trx
    .selectFrom('archive_images')
    .select(['image_index', 'file_name', 'width', 'height', 'file_key', 'thumb_key'])
    .select(['mm_per_px', 'scale_source', 'said'])
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .orderBy('image_index')
    .execute()
  return rows.map(({ mm_per_px, scale_source, said, ...image }) => ({
    ...image,
    imageType: said?.imageType ?? [],
    scale: mm_per_px && scale_source ? { mm_per_px, source: scale_source } : null,
  }))
}
