import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * What of a patient's record an outside system and the clinic say differently: both values of a field, whenever one of
 * them overwrites what the other had written.
 */
const COLUMNS = `change_id uuid PRIMARY KEY,
  pid uuid NOT NULL REFERENCES patients,
  field text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL`

const REST = `
CREATE INDEX outside_changes_pid ON outside_changes (pid, change_id DESC);

-- The name of a client or of a system that speaks HL7; null for an account.
CREATE FUNCTION outside_name(actor uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT clients.name FROM clients WHERE clients.client_id = actor),
    (SELECT hl7_peers.name FROM hl7_peers WHERE hl7_peers.peer_id = actor))
$$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'outside_changes', COLUMNS)
  await sql.raw(REST).execute(db)
}
