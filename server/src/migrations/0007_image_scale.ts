import { sql, type Kysely } from 'kysely'

/** Millimetres for one px of an image, as its file or the clinician says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE archive_images
         ADD COLUMN mm_per_px double precision CHECK (mm_per_px > 0),
         ADD COLUMN scale_source text CHECK (scale_source IN ('dicom', 'stated')),
         ADD CONSTRAINT scale_whole CHECK ((mm_per_px IS NULL) = (scale_source IS NULL));`,
    )
    .execute(db)
}
