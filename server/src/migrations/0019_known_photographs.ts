import { sql, type Kysely } from 'kysely'

/** The checksum of a photograph as it was uploaded, which a browser can compute too; both checksums are looked up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE archive_images ADD COLUMN upload_sha256 text;
       CREATE INDEX archive_images_uploaded ON archive_images (oid, upload_sha256);
       CREATE INDEX archive_images_kept ON archive_images (oid, sha256);`,
    )
    .execute(db)
}
