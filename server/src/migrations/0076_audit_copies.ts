import { sql, type Kysely } from 'kysely'

/** How far the audit log, or its head, was copied to a place outside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE audit_copies (
         place text PRIMARY KEY,
         -- The last place in the chain that is there.
         seq bigint NOT NULL,
         at timestamptz NOT NULL
       );
       GRANT SELECT, INSERT, UPDATE ON audit_copies TO mingmou_app;`,
    )
    .execute(db)
}
