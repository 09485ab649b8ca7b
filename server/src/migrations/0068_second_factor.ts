import { sql, type Kysely } from 'kysely'

/** One-time passwords of an app, recovery codes, and the steps of a sign-in that wait for the next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE server_keys DROP CONSTRAINT server_keys_purpose_check;
       ALTER TABLE server_keys ADD CHECK (purpose IN ('token', 'url', 'seal'));
       ALTER TABLE institutions ADD COLUMN require_factor boolean NOT NULL DEFAULT false;
       CREATE TABLE totp_factors (
         uid uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
         -- Sealed, for this account alone.
         secret bytea NOT NULL,
         -- The period of the last code: no code is good twice.
         last_step bigint NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now()
       );
       CREATE TABLE recovery_codes (
         uid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
         hash bytea NOT NULL,
         -- The codes of one account share it, so that a try costs one hash.
         salt bytea NOT NULL,
         used_at timestamptz,
         PRIMARY KEY (uid, hash)
       );
       CREATE TABLE sign_in_steps (
         hash bytea PRIMARY KEY,
         kind text NOT NULL,
         uid uuid REFERENCES accounts ON DELETE CASCADE,
         data jsonb NOT NULL,
         expires_at timestamptz NOT NULL
       );
       CREATE INDEX sign_in_steps_uid ON sign_in_steps (uid);
       CREATE INDEX sign_in_steps_expires_at ON sign_in_steps (expires_at);
       GRANT SELECT, INSERT, UPDATE, DELETE ON totp_factors, recovery_codes, sign_in_steps
         TO mingmou_app;`,
    )
    .execute(db)
}
