import { sql, type Kysely } from 'kysely'

/** Addresses an account has signed in from: what strangers try elsewhere does not shut its owner out there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE known_places (
         uid uuid NOT NULL REFERENCES accounts,
         ip text NOT NULL,
         seen_at timestamptz NOT NULL,
         PRIMARY KEY (uid, ip)
       );
       GRANT SELECT, INSERT, UPDATE, DELETE ON known_places TO mingmou_app;`,
    )
    .execute(db)
}
