import { sql, type Kysely } from 'kysely'

/** Passkeys: credentials of WebAuthn that the device finds by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE passkeys (
         passkey_id uuid PRIMARY KEY,
         uid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
         -- base64url, as the browser sends it.
         credential_id text NOT NULL UNIQUE,
         public_key bytea NOT NULL,
         counter bigint NOT NULL,
         transports text[] NOT NULL,
         name text NOT NULL,
         created_at timestamptz NOT NULL,
         used_at timestamptz
       );
       CREATE INDEX passkeys_uid ON passkeys (uid, created_at);
       GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO mingmou_app;`,
    )
    .execute(db)
}
