import type { Modality } from '@mingmou/contract'
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { livingArchives, type ImageRow } from '../sittings/archive.ts'

export type NewArchive = Insertable<Tables['archives']>
export type NewImage = Omit<Insertable<Tables['archive_images']>, 'oid' | 'rid'>
export type KeptImage = Selectable<Tables['archive_images']>
/** An archive that an image was filed as, or from. */
interface OtherRow {
  modality: Modality
  rid: string
  record_date: string
}
export type ArchiveRow = Selectable<Tables['archives']> & {
  images: (ImageRow & { filed_as: OtherRow[]; filed_from: OtherRow | null })[]
}

export async function findArchives(
  trx: Trx,
  oid: string,
  pid: string,
  modality: Modality,
): Promise<ArchiveRow[]> {
  return livingArchives(trx, oid)
    .where(ofPerson('archives.pid', pid))
    .where('archives.modality', '=', modality)
    .selectAll('archives')
    .select((archive) =>
      jsonArrayFrom(
        archive
          .selectFrom('archive_images')
          .select(['image_index', 'file_name', 'width', 'height', 'file_key', 'thumb_key'])
          .select((image) => [
            jsonArrayFrom(
              image
                .selectFrom('archive_images as copy')
                .innerJoin('archives as other', 'other.rid', 'copy.rid')
                .select(['other.modality', 'other.rid', 'other.record_date'])
                .whereRef('copy.filed_from_rid', '=', 'archive_images.rid')
                .whereRef('copy.filed_from_index', '=', 'archive_images.image_index')
                .where('other.deleted_at', 'is', null)
                .orderBy('other.rid'),
            ).as('filed_as'),
            jsonObjectFrom(
              image
                .selectFrom('archives as other')
                .select(['other.modality', 'other.rid', 'other.record_date'])
                .whereRef('other.rid', '=', 'archive_images.filed_from_rid')
                .where('other.deleted_at', 'is', null),
            ).as('filed_from'),
          ])
          .whereRef('archive_images.rid', '=', 'archives.rid')
          .orderBy('image_index'),
      ).as('images'),
    )
    .orderBy('archives.record_date', 'desc')
    .orderBy('archives.created_at', 'desc')
    .orderBy('archives.rid', 'desc')
    .execute()
}

export interface Known {
  sha256: string
  pid: string
  name: string
  record_date: string
}

/** Finds photographs by their checksum, each with its newest sitting. */
export async function findKnown(
  trx: Trx,
  oid: string,
  checksum: 'sha256' | 'upload_sha256',
  values: readonly string[],
): Promise<Known[]> {
  return livingArchives(trx, oid)
    .innerJoin('archive_images', 'archive_images.rid', 'archives.rid')
    .where('archive_images.oid', '=', oid)
    .where(`archive_images.${checksum}`, 'in', values)
    .distinctOn(`archive_images.${checksum}`)
    .select([
      `archive_images.${checksum} as sha256`,
      'archives.pid',
      'patients.name',
      'archives.record_date',
    ])
    .orderBy(`archive_images.${checksum}`)
    .orderBy('archives.record_date', 'desc')
    .orderBy('archives.created_at', 'desc')
    .$narrowType<{ sha256: string }>()
    .execute()
}

export type UploadUser = Pick<Selectable<Tables['archive_images']>, 'upload_key' | 'file_key'>

/** Archives made of these uploads, deleted ones too. */
export async function findUsers(
  trx: Trx,
  oid: string,
  keys: readonly string[],
): Promise<UploadUser[]> {
  return trx
    .selectFrom('archive_images')
    .select(['upload_key', 'file_key'])
    .where('oid', '=', oid)
    .where('upload_key', 'in', keys)
    .execute()
}

/**
 * The archive with its images. False when an upload was taken meanwhile: the caller then has to
 * roll back.
 */
export async function insertArchive(
  trx: Trx,
  archive: NewArchive,
  images: readonly NewImage[],
): Promise<boolean> {
  await trx.insertInto('archives').values(archive).execute()
  const inserted = await trx
    .insertInto('archive_images')
    .values(images.map((image) => ({ ...image, rid: archive.rid, oid: archive.oid })))
    .onConflict((conflict) => conflict.column('upload_key').doNothing())
    .returning('image_index')
    .execute()
  return inserted.length === images.length
}

/** Whether an archive is as `state` says. */
export async function mayGrow(
  trx: Trx,
  oid: string,
  rid: string,
  state: RawBuilder<boolean>,
): Promise<boolean> {
  const found = await livingArchives(trx, oid)
    .where('archives.rid', '=', rid)
    .where(state)
    .select('archives.rid')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Adds images behind those of an archive. Returns the place of the first of them; null when an upload was taken
 * meanwhile: the caller then has to roll back.
 */
export async function addImages(
  trx: Trx,
  { rid, oid, bytes }: { rid: string; oid: string; bytes: number },
  images: readonly NewImage[],
): Promise<number | null> {
  const { first } = await trx
    .selectFrom('archive_images')
    .select(sql<number>`max(image_index) + 1`.as('first'))
    .where('rid', '=', rid)
    .executeTakeFirstOrThrow()
  const inserted = await trx
    .insertInto('archive_images')
    .values(images.map((image, at) => ({ ...image, image_index: first + at, rid, oid })))
    .onConflict((conflict) => conflict.column('upload_key').doNothing())
    .returning('image_index')
    .execute()
  await trx
    .updateTable('archives')
    .set({ stored_bytes: sql<number>`stored_bytes + ${bytes}`, grown_at: sql<Date>`now()` })
    .where('rid', '=', rid)
    .execute()
  return inserted.length === images.length ? first : null
}

export async function updateArchive(
  trx: Trx,
  oid: string,
  rid: string,
  fields: Pick<NewArchive, 'record_date' | 'collect_device' | 'fields'>,
): Promise<void> {
  await trx
    .updateTable('archives')
    .set(fields)
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .execute()
}

export async function hideArchive(trx: Trx, oid: string, rid: string): Promise<void> {
  await trx
    .updateTable('archives')
    .set({ deleted_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .execute()
}

/** An archive of any kind. `images`: those that may be filed as another kind, with all that a copy of them holds. */
export async function findForFiling(
  trx: Trx,
  oid: string,
  rid: string,
  indexes: readonly number[],
): Promise<{ pid: string; modality: Modality; images: KeptImage[] } | undefined> {
  const archive = await livingArchives(trx, oid)
    .where('archives.rid', '=', rid)
    .select(['archives.pid', 'archives.modality'])
    .forUpdate('archives')
    .executeTakeFirst()
  if (!archive) return undefined
  const images = await trx
    .selectFrom('archive_images')
    .selectAll()
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .where('image_index', 'in', indexes)
    .orderBy('image_index')
    .execute()
  return { ...archive, images }
}

/** Names of those images of an archive that stand in one of the modality. */
export async function findFiled(
  trx: Trx,
  oid: string,
  { rid, indexes, modality }: { rid: string; indexes: readonly number[]; modality: Modality },
): Promise<string[]> {
  const rows = await livingArchives(trx, oid)
    .innerJoin('archive_images', 'archive_images.rid', 'archives.rid')
    .where('archives.modality', '=', modality)
    .where('archive_images.filed_from_rid', '=', rid)
    .where('archive_images.filed_from_index', 'in', indexes)
    .select('archive_images.file_name')
    .orderBy('archive_images.filed_from_index')
    .execute()
  return rows.map(({ file_name }) => file_name)
}
