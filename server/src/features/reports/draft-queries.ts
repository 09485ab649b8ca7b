import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** A draft goes with its patient and its archive. */
const living = (trx: Trx, oid: string) =>
  trx
    .selectFrom('report_drafts')
    .innerJoin('archives', 'archives.rid', 'report_drafts.rid')
    .innerJoin('patients', 'patients.pid', 'report_drafts.pid')
    .leftJoin('accounts', 'accounts.uid', 'report_drafts.updated_by')
    .where('report_drafts.oid', '=', oid)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)

export type DraftRow = Pick<
  Selectable<Tables['report_drafts']>,
  | 'draft_id'
  | 'pid'
  | 'rid'
  | 'image_index'
  | 'fellow_index'
  | 'opinion'
  | 'version'
  | 'updated_by'
  | 'updated_at'
> & { changed_by: string | null }

const drafts = (trx: Trx, oid: string) =>
  living(trx, oid).select([
    'report_drafts.draft_id',
    'report_drafts.pid',
    'report_drafts.rid',
    'report_drafts.image_index',
    'report_drafts.fellow_index',
    'report_drafts.opinion',
    'report_drafts.version',
    'report_drafts.updated_by',
    'report_drafts.updated_at',
    'accounts.name as changed_by',
  ])

export function findDrafts(trx: Trx, oid: string, rid: string): Promise<DraftRow[]> {
  return drafts(trx, oid).where('report_drafts.rid', '=', rid).execute()
}

/** What a draft is of: a sitting has one of both eyes, and one of each photograph. */
export interface DraftKey {
  rid: string
  image_index: number
  fellow_index: number | null
}

/** Locked until the transaction ends. */
export function holdDraft(
  trx: Trx,
  oid: string,
  by: DraftKey | { draft_id: string },
): Promise<DraftRow | undefined> {
  const held = drafts(trx, oid).forUpdate('report_drafts')
  if ('draft_id' in by) return held.where('draft_id', '=', by.draft_id).executeTakeFirst()
  const ofSitting = held.where('report_drafts.rid', '=', by.rid)
  return by.fellow_index === null
    ? ofSitting
        .where('image_index', '=', by.image_index)
        .where('fellow_index', 'is', null)
        .executeTakeFirst()
    : ofSitting.where('fellow_index', 'is not', null).executeTakeFirst()
}

/** False where somebody made one a moment before. */
export async function insertDraft(
  trx: Trx,
  row: DraftKey & { draft_id: string; oid: string; pid: string; opinion: string; uid: string },
): Promise<boolean> {
  const { uid, ...draft } = row
  const inserted = await trx
    .insertInto('report_drafts')
    .values({ ...draft, created_by: uid, updated_by: uid })
    .onConflict((conflict) => conflict.doNothing())
    .returning('draft_id')
    .execute()
  return inserted.length > 0
}

export async function updateDraft(
  trx: Trx,
  draft_id: string,
  change: Omit<DraftKey, 'rid'> & { opinion: string; updated_by: string; version: number },
): Promise<void> {
  await trx
    .updateTable('report_drafts')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('draft_id', '=', draft_id)
    .execute()
}

export async function removeDraft(trx: Trx, draft_id: string): Promise<void> {
  await trx.deleteFrom('report_drafts').where('draft_id', '=', draft_id).execute()
}

export type ListedDraft = DraftRow & {
  name: string
  ad_card_number: string
  modality: Selectable<Tables['archives']>['modality']
  record_date: string
}

export function listDrafts(
  trx: Trx,
  oid: string,
  page: { page: number; size: number },
): Promise<Page<ListedDraft>> {
  const query = drafts(trx, oid).select([
    'patients.name',
    'patients.ad_card_number',
    'archives.modality',
    'archives.record_date',
  ])
  return pageOf(trx, query, sql`updated_at DESC, draft_id DESC`, page)
}

/** The patient of an archive whose photographs these are. */
export async function patientOf(
  trx: Trx,
  oid: string,
  { rid, image_index, fellow_index }: DraftKey,
): Promise<string | null> {
  const indices = fellow_index === null ? [image_index] : [image_index, fellow_index]
  const found = await trx
    .selectFrom('archives')
    .innerJoin('patients', 'patients.pid', 'archives.pid')
    .innerJoin('archive_images', 'archive_images.rid', 'archives.rid')
    .select('archives.pid')
    .where('archives.oid', '=', oid)
    .where('archives.rid', '=', rid)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)
    .where('archive_images.image_index', 'in', indices)
    .execute()
  return found.length === new Set(indices).size ? (found[0]?.pid ?? null) : null
}

/** Whether the institution asks for the password at signing. */
export async function signsByPassword(trx: Trx, oid: string): Promise<boolean> {
  const { sign_password } = await trx
    .selectFrom('institutions')
    .select('sign_password')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
  return sign_password
}
