import { sql, type Kysely } from 'kysely'

/** Filters of the gallery, and the patients of unread results, are counted from an index alone. */
const SCHEMA = `
DROP INDEX dataset_images_list, dataset_images_shared, archives_unread;
CREATE INDEX dataset_images_list ON dataset_images (oid, modality, record_date DESC, image DESC)
  INCLUDE (facets, analysed, gradable, collect_device, img_type) WHERE NOT hidden;
CREATE INDEX dataset_images_shared ON dataset_images (modality, month DESC, image DESC)
  INCLUDE (oid, facets, analysed, gradable, collect_device, img_type) WHERE NOT hidden;
CREATE INDEX archives_unread ON archives (oid, urgency, unread_since, rid) INCLUDE (pid)
  WHERE unread_of IS NOT NULL AND deleted_at IS NULL;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
