import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** Archives that are not deleted, of patients who are not. */
const living = (trx: Trx, oid: string) =>
  trx
    .selectFrom('archives')
    .innerJoin('patients', 'patients.pid', 'archives.pid')
    .where('archives.oid', '=', oid)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)

export async function findSitting(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<{ pid: string } | undefined> {
  return living(trx, oid).select('archives.pid').where('archives.rid', '=', rid).executeTakeFirst()
}

/** An image of a living archive, locked until the transaction ends, so that its notes can be counted. */
export async function holdImage(
  trx: Trx,
  oid: string,
  rid: string,
  image_index: number,
): Promise<{ pid: string; width: number; height: number } | undefined> {
  return living(trx, oid)
    .innerJoin('archive_images as image', 'image.rid', 'archives.rid')
    .select(['archives.pid', 'image.width', 'image.height'])
    .where('archives.rid', '=', rid)
    .where('image.image_index', '=', image_index)
    .forUpdate('image')
    .executeTakeFirst()
}

export type NoteRow = Selectable<Tables['image_notes']> & { author: string | null }

const notes = (trx: Trx, oid: string) =>
  trx
    .selectFrom('image_notes')
    .leftJoin('accounts', 'accounts.uid', 'image_notes.created_by')
    .selectAll('image_notes')
    .select('accounts.name as author')
    .where('image_notes.oid', '=', oid)
    .where('image_notes.deleted_at', 'is', null)

/** The notes of an archive, image by image, the oldest first. */
export async function findNotes(trx: Trx, oid: string, rid: string): Promise<NoteRow[]> {
  return notes(trx, oid)
    .where('rid', '=', rid)
    .orderBy('image_index')
    .orderBy('image_notes.created_at')
    .orderBy('note_id')
    .execute()
}

export async function holdNote(
  trx: Trx,
  oid: string,
  note_id: string,
): Promise<NoteRow | undefined> {
  return notes(trx, oid).where('note_id', '=', note_id).forUpdate('image_notes').executeTakeFirst()
}

export async function countNotes(
  trx: Trx,
  oid: string,
  rid: string,
  image_index: number,
): Promise<number> {
  const { count } = await trx
    .selectFrom('image_notes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .where('image_index', '=', image_index)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

type NewNote = Pick<
  NoteRow,
  'note_id' | 'rid' | 'image_index' | 'text' | 'created_by' | 'created_at' | 'points'
>

export async function insertNote(
  trx: Trx,
  oid: string,
  { points, ...note }: NewNote,
): Promise<void> {
  await trx
    .insertInto('image_notes')
    .values({ ...note, oid, points: JSON.stringify(points) })
    .execute()
}

export async function hideNote(
  trx: Trx,
  oid: string,
  note_id: string,
  deleted_at: Date,
): Promise<void> {
  await trx
    .updateTable('image_notes')
    .set({ deleted_at })
    .where('oid', '=', oid)
    .where('note_id', '=', note_id)
    .execute()
}
