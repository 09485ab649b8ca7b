import type { Trx } from '../../platform/database/database.ts'

/**
 * Every card number of the institution, of deleted patients too: a deleted patient is not made
 * again.
 */
export async function findCards(
  trx: Trx,
  oid: string,
): Promise<Map<string, { pid: string; deleted: boolean }>> {
  const rows = await trx
    .selectFrom('patients')
    .select(['ad_card_number', 'pid', 'deleted_at'])
    .where('oid', '=', oid)
    .execute()
  return new Map(
    rows.map(({ ad_card_number, pid, deleted_at }) => [
      ad_card_number,
      { pid, deleted: deleted_at !== null },
    ]),
  )
}

/** The archive made of these uploads, and whether no work is left for it. */
export async function findSitting(
  trx: Trx,
  oid: string,
  files_path: readonly string[],
): Promise<{ rid: string; analysed: boolean } | undefined> {
  return trx
    .selectFrom('archive_images')
    .innerJoin('archives', 'archives.rid', 'archive_images.rid')
    .where('archive_images.oid', '=', oid)
    .where('upload_key', 'in', files_path)
    .select('archives.rid')
    .select((row) =>
      row
        .or([
          row('archives.deleted_at', 'is not', null),
          row.exists(
            row
              .selectFrom('analyses')
              .select('analysis_record_id')
              .whereRef('analyses.rid', '=', 'archives.rid'),
          ),
        ])
        .as('analysed'),
    )
    .$castTo<{ rid: string; analysed: boolean }>()
    .limit(1)
    .executeTakeFirst()
}
