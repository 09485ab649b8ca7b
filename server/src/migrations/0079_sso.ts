import { sql, type Kysely } from 'kysely'

/** The provider of identity of an institution, and who of its accounts is linked to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE sso_providers (
         oid uuid PRIMARY KEY REFERENCES institutions ON DELETE CASCADE,
         -- Whoever signs in names the institution by it.
         sign_in_code text NOT NULL UNIQUE,
         name text NOT NULL,
         issuer text NOT NULL,
         client_id text NOT NULL,
         -- Sealed, for this institution alone.
         client_secret bytea NOT NULL,
         enabled boolean NOT NULL,
         required boolean NOT NULL,
         fresh boolean NOT NULL
       );
       CREATE TABLE sso_links (
         uid uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
         oid uuid NOT NULL REFERENCES institutions ON DELETE CASCADE,
         issuer text NOT NULL,
         sub text NOT NULL,
         created_at timestamptz NOT NULL
       );
       CREATE UNIQUE INDEX sso_links_sub ON sso_links (oid, issuer, sub);
       GRANT SELECT, INSERT, UPDATE, DELETE ON sso_providers, sso_links TO mingmou_app;`,
    )
    .execute(db)
}
