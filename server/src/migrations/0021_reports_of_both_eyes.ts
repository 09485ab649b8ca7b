import { sql, type Kysely } from 'kysely'

/** A report may be of both eyes. What it says of referral is searched for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE reports
         -- The photograph of OS, where that of OD is \`image_index\` and the report is of both.
         ADD COLUMN fellow_index smallint,
         ADD COLUMN referral text CHECK (referral IN ('none', 'review', 'referable'));
       CREATE INDEX reports_referral ON reports (oid, referral, created_at DESC, report_id DESC);`,
    )
    .execute(db)
}
