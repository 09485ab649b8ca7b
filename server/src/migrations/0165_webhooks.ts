import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Addresses that are told of events, and what each was told or is to be told. The body of an event is kept as it was
 * written first, so that every try sends the same. The log is forgotten after a while, and with its patient.
 */
const WEBHOOKS = `webhook_id uuid PRIMARY KEY,
  name text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  active boolean NOT NULL,
  -- Sealed, for this webhook alone. None after a move: the other installation cannot open it.
  secret bytea,
  sent_at timestamptz,
  failing_since timestamptz,
  -- What went wrong last, as an encoded message.
  fault text`

const DELIVERIES = `delivery_id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks,
  event_id uuid NOT NULL,
  type text NOT NULL,
  -- None of a test.
  pid uuid REFERENCES patients,
  rid uuid REFERENCES archives,
  body text NOT NULL,
  told_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state = ANY (ARRAY['waiting', 'sent', 'failed'])),
  tries integer NOT NULL DEFAULT 0,
  -- Of the job that may send it. One of an earlier round does nothing.
  round integer NOT NULL DEFAULT 0,
  -- The day of its tries begins then.
  begun_at timestamptz NOT NULL,
  next_at timestamptz,
  status integer,
  reason text,
  sent_at timestamptz`

const REST = `
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at DESC, delivery_id);
CREATE INDEX webhook_deliveries_pid ON webhook_deliveries (pid);
CREATE INDEX webhook_deliveries_rid ON webhook_deliveries (rid);
GRANT DELETE ON webhook_deliveries TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'webhooks', WEBHOOKS)
  await patientTable(db, 'webhook_deliveries', DELIVERIES)
  await sql.raw(REST).execute(db)
}
