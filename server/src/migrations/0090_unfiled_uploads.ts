import { sql, type Kysely } from 'kysely'

/**
 * Uploads that no record has taken in yet, so that their bytes are bounded before they are written.
 * The folder of a form is named by a random number, and no file name is kept.
 */
const SCHEMA = `
CREATE TABLE unfiled_uploads (
  upload_id uuid PRIMARY KEY,
  -- Of the form; the whole key where the form is for one key among others.
  folder text NOT NULL,
  -- null: of a visitor.
  uid uuid,
  oid uuid,
  -- Of a visitor or a trial user: all of them together have a bound.
  stranger boolean NOT NULL,
  -- As much as may come, until it has come.
  bytes bigint NOT NULL,
  begun_at timestamptz NOT NULL
);
CREATE INDEX unfiled_uploads_folder ON unfiled_uploads (folder);
CREATE INDEX unfiled_uploads_uid ON unfiled_uploads (uid) INCLUDE (bytes);
CREATE INDEX unfiled_uploads_oid ON unfiled_uploads (oid) INCLUDE (bytes);
CREATE INDEX unfiled_uploads_strangers ON unfiled_uploads (stranger) INCLUDE (bytes) WHERE stranger;
GRANT SELECT, INSERT, UPDATE, DELETE ON unfiled_uploads TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
