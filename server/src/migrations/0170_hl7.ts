import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Systems of a hospital that send by HL7 v2, and their messages as they came. A message that cannot be used waits for a
 * person. Whatever records who made or changed it takes the id of the system: `actor_name` finds its name.
 */
const PEERS = `peer_id uuid PRIMARY KEY,
  name text NOT NULL,
  -- MSH-3 and MSH-4 of its messages.
  application text NOT NULL,
  facility text NOT NULL,
  -- Addresses and networks that it calls from.
  addresses text[] NOT NULL,
  -- The codes of its orders, by the kind of image.
  codes jsonb NOT NULL,
  heard_at timestamptz,
  -- What went wrong last, by its name.
  fault text,
  fault_at timestamptz`

const MESSAGES = `message_id uuid PRIMARY KEY,
  peer_id uuid NOT NULL REFERENCES hl7_peers,
  -- MSH-10 and MSH-9.
  control_id text NOT NULL,
  type text NOT NULL,
  bytes bytea NOT NULL,
  sha256 text NOT NULL,
  charset text NOT NULL,
  -- Of the number that it says, where a patient has it.
  pid uuid REFERENCES patients,
  said jsonb NOT NULL,
  state text NOT NULL CHECK (state = ANY (ARRAY['waiting', 'done', 'closed'])),
  -- Why it waits, or what was left out, as an encoded message, and the field.
  reason text,
  field text,
  -- What was answered: the same message again is answered the same.
  answer jsonb NOT NULL,
  settled_at timestamptz,
  settled_by uuid,
  -- Why a person closed it.
  why text,
  CHECK ((state = 'waiting') = (settled_at IS NULL))`

const REST = `
CREATE UNIQUE INDEX hl7_peers_sender ON hl7_peers (oid, application, facility) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX hl7_messages_once ON hl7_messages (peer_id, control_id, sha256);
CREATE INDEX hl7_messages_list ON hl7_messages (oid, (state <> 'waiting'), created_at DESC, message_id);
CREATE INDEX hl7_messages_waiting ON hl7_messages (oid) WHERE state = 'waiting';
CREATE INDEX hl7_messages_settled ON hl7_messages (oid, settled_at);
CREATE INDEX hl7_messages_number ON hl7_messages (oid, (said->>'number'), created_at);
CREATE INDEX hl7_messages_pid ON hl7_messages (pid) WHERE pid IS NOT NULL;
GRANT DELETE ON hl7_messages TO mingmou_app;

CREATE OR REPLACE FUNCTION actor_name(actor uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT accounts.name FROM accounts WHERE accounts.uid = actor),
    (SELECT clients.name FROM clients WHERE clients.client_id = actor),
    (SELECT hl7_peers.name FROM hl7_peers WHERE hl7_peers.peer_id = actor))
$$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'hl7_peers', PEERS)
  await patientTable(db, 'hl7_messages', MESSAGES)
  await sql.raw(REST).execute(db)
}
