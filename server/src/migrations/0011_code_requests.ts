import { sql, type Kysely } from 'kysely'

/**
 * A code belongs to the request that asked for it: each asker has one of his own for an address, and tries of his own.
 * Codes are good for ten minutes; earlier ones are not carried over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `DROP TABLE email_codes;
       CREATE TABLE email_codes (
         -- An older mail of the same asker that comes to be sent late is dropped.
         request uuid PRIMARY KEY,
         -- A hash of the purpose, whose it is and the address: an address typed wrong is nobody's business.
         key text NOT NULL,
         -- A hash of the browser's ticket, or of the account that is signed in.
         asker text NOT NULL,
         -- The address of the network it was asked from: by it a client is known that keeps no ticket.
         place text NOT NULL,
         -- null until it is mailed, and for ever where there is nobody to mail it to.
         code_hash text,
         tries smallint NOT NULL DEFAULT 0,
         -- Without a ticket, from the same place.
         tries_by_place smallint NOT NULL DEFAULT 0,
         expires_at timestamptz NOT NULL,
         UNIQUE (key, asker)
       );
       CREATE INDEX email_codes_place ON email_codes (key, place, request DESC);
       CREATE INDEX known_places_ip ON known_places (ip, seen_at);
       GRANT SELECT, INSERT, UPDATE, DELETE ON email_codes TO mingmou_app;`,
    )
    .execute(db)
}
