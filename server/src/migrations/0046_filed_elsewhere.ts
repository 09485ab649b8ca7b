import { sql, type Kysely } from 'kysely'

/** An image filed as another kind names the one that it was filed from. Both stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE archive_images
         ADD COLUMN filed_from_rid uuid,
         ADD COLUMN filed_from_index smallint,
         ADD CHECK ((filed_from_rid IS NULL) = (filed_from_index IS NULL)),
         ADD FOREIGN KEY (filed_from_rid, filed_from_index) REFERENCES archive_images;
       CREATE INDEX archive_images_filed_from ON archive_images (filed_from_rid, filed_from_index)
         WHERE filed_from_rid IS NOT NULL;`,
    )
    .execute(db)
}
