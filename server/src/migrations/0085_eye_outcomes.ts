import { sql, type Kysely } from 'kysely'

/**
 * What a sitting says of the eye of a photograph, for figures of the institution. `eye_reasons` is null until the sitting is
 * settled; the worker settles earlier ones.
 */
const SCHEMA = `
ALTER TABLE dataset_images
  ADD COLUMN eye_stage smallint CHECK (eye_stage BETWEEN 0 AND 4),
  ADD COLUMN eye_reasons text[];
CREATE INDEX dataset_images_unsettled ON dataset_images (oid, rid) WHERE analysed AND eye_reasons IS NULL;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
