import { sql, type Kysely } from 'kysely'
import { wall } from './patient-table.ts'

/**
 * The number that an ordering system gave an order of ours, and what a client was answered to a write, for a day: the
 * same write again gets the same answer. What is under way has no status yet.
 */
const TABLES = `
ALTER TABLE orders ADD COLUMN placer text CHECK (length(placer) BETWEEN 1 AND 64);
CREATE UNIQUE INDEX orders_placer ON orders (oid, placer) WHERE placer IS NOT NULL;

CREATE TABLE client_answers (
  client_id uuid NOT NULL REFERENCES clients,
  idempotency text NOT NULL,
  sha256 text NOT NULL,
  status integer,
  body jsonb,
  begun_at timestamptz NOT NULL,
  oid uuid NOT NULL REFERENCES institutions,
  PRIMARY KEY (client_id, idempotency)
);
CREATE INDEX client_answers_oid ON client_answers (oid);
CREATE INDEX client_answers_begun ON client_answers (client_id, begun_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON client_answers TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db)
  await wall(db, 'client_answers')
}
