import { sql, type Kysely } from 'kysely'
import { patientTable, wall } from './patient-table.ts'

/**
 * Programs of a hospital that call in the name of the institution, and how often each did so on a day. Of a secret its
 * hash is kept; the one before holds beside a new one until `overlap_until`. Whatever records who made or changed it
 * takes the id of the client where it takes that of an account: `actor_name` finds the name of either.
 */
const CLIENTS = `client_id uuid PRIMARY KEY,
  name text NOT NULL,
  scopes text[] NOT NULL,
  -- Where it may call from; empty: anywhere.
  networks text[] NOT NULL,
  expires_on date,
  secret_hash bytea,
  earlier_hash bytea,
  overlap_until timestamptz,
  -- PEM. A client with a key has no secret.
  public_pem text,
  -- Tokens of an earlier series end where a secret or key may be in the wrong hands.
  series integer NOT NULL DEFAULT 0,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CHECK ((earlier_hash IS NULL) = (overlap_until IS NULL))`

const REST = `
CREATE TABLE client_calls (
  client_id uuid NOT NULL REFERENCES clients,
  day date NOT NULL,
  calls integer NOT NULL,
  oid uuid NOT NULL REFERENCES institutions,
  PRIMARY KEY (client_id, day)
);
CREATE INDEX client_calls_oid ON client_calls (oid);
GRANT SELECT, INSERT, UPDATE ON client_calls TO mingmou_app;

CREATE FUNCTION actor_name(actor uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT accounts.name FROM accounts WHERE accounts.uid = actor),
    (SELECT clients.name FROM clients WHERE clients.client_id = actor))
$$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'clients', CLIENTS)
  await sql.raw(REST).execute(db)
  await wall(db, 'client_calls')
}
