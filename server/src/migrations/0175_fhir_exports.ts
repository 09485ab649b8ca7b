import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/** What a client takes out of its institution as a whole by FHIR. Its files are named by its id and their types. */
const EXPORTS = `export_id uuid PRIMARY KEY,
  client_id uuid NOT NULL REFERENCES clients,
  types text[] NOT NULL,
  since text,
  -- The address that was asked.
  request text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state = ANY (ARRAY['queued', 'running', 'done', 'failed'])),
  -- Resources that were written.
  done integer NOT NULL DEFAULT 0,
  output jsonb NOT NULL DEFAULT '[]',
  bytes bigint NOT NULL DEFAULT 0,
  -- Why it failed, as an encoded message.
  reason text,
  begun_at timestamptz,
  ended_at timestamptz`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'fhir_exports', EXPORTS)
  await sql.raw('GRANT DELETE ON fhir_exports TO mingmou_app').execute(db)
}
