import { sql, type Kysely } from 'kysely'

/**
 * A sitting keeps by which rules it was settled. Earlier ones had reasons that were poorer, and counted treated eyes
 * without lesions as stage 0: the worker settles them anew, and what they say stands until then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE dataset_images ADD COLUMN settled_by smallint NOT NULL DEFAULT 0;
       CREATE INDEX dataset_images_settled_by ON dataset_images (oid, settled_by, rid) WHERE analysed;
       DROP INDEX dataset_images_unsettled;`,
    )
    .execute(db)
}
