import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Archives that signed reports are sent to, and what was sent or waits: a row for each document and
 * archive. A document has one UID for ever, and goes to an archive once. The folder of the PDFs that
 * were sent goes with the rows of its report.
 */
const DESTINATIONS = `destination_id uuid PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind = ANY (ARRAY['dicom', 'stow'])),
  -- Of a peer of DICOM.
  host text,
  port integer,
  called_title text,
  calling_title text,
  tls boolean NOT NULL DEFAULT false,
  -- Of a server of DICOMweb. The token is sealed, for this destination alone.
  url text,
  token bytea,
  photographs boolean NOT NULL,
  active boolean NOT NULL,
  sent_at timestamptz,
  -- What went wrong last, as an encoded message.
  fault text,
  fault_at timestamptz`

const DELIVERIES = `delivery_id uuid PRIMARY KEY,
  destination_id uuid NOT NULL REFERENCES destinations,
  report_id uuid NOT NULL REFERENCES reports,
  pid uuid NOT NULL REFERENCES patients,
  what text NOT NULL CHECK (what = ANY (ARRAY['report', 'void', 'photograph'])),
  -- Of a photograph.
  rid uuid REFERENCES archives,
  image_index integer,
  sop_uid text NOT NULL,
  -- The language of the document.
  language text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state = ANY (ARRAY['waiting', 'sent', 'failed'])),
  tries integer NOT NULL DEFAULT 0,
  -- Why the last try went wrong, as an encoded message.
  reason text,
  sent_at timestamptz`

const REST = `
CREATE UNIQUE INDEX deliveries_once ON deliveries (destination_id, sop_uid);
CREATE INDEX deliveries_report ON deliveries (report_id);
CREATE INDEX deliveries_open ON deliveries (destination_id, state) WHERE state <> 'sent';

CREATE FUNCTION forget_sent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO erased_folders SELECT DISTINCT 'sent/' || oid || '/' || report_id || '/' FROM gone
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER sent_forgotten AFTER DELETE ON deliveries
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_sent();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'destinations', DESTINATIONS)
  await patientTable(db, 'deliveries', DELIVERIES)
  await sql.raw(REST).execute(db)
}
