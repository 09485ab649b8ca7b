import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Photographs that were ordered for a day. `rid` is the archive that closed the order: it is open while there is none
 * and nobody cancelled it, and again once that archive is deleted. Numbers are counted by the institution, so that the
 * number of an erased order is not given again.
 */
const ORDERS = `order_id uuid PRIMARY KEY,
  pid uuid NOT NULL REFERENCES patients,
  accession text NOT NULL CHECK (accession ~ '^[A-Z0-9]{1,16}$'),
  modality text NOT NULL,
  eyes text NOT NULL CHECK (eyes IN ('both', 'right', 'left')),
  day date NOT NULL,
  -- HH:MM in Shanghai; null: any time of the day.
  day_time text CHECK (day_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- null: whichever device comes first.
  device_id uuid REFERENCES devices,
  rid uuid REFERENCES archives,
  done_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid,
  reason text,
  version integer NOT NULL DEFAULT 1,
  updated_by uuid NOT NULL,
  CHECK (done_at IS NULL OR rid IS NOT NULL),
  CHECK ((cancelled_at IS NULL) = (reason IS NULL)),
  CHECK (rid IS NULL OR cancelled_at IS NULL)`

const REST = `
CREATE UNIQUE INDEX orders_accession ON orders (oid, accession);
CREATE INDEX orders_day ON orders (oid, day);
CREATE INDEX orders_open ON orders (oid, day) WHERE rid IS NULL AND cancelled_at IS NULL;
CREATE INDEX orders_pid ON orders (pid);
CREATE INDEX orders_rid ON orders (rid) WHERE rid IS NOT NULL;

ALTER TABLE institutions ADD COLUMN orders_made integer NOT NULL DEFAULT 0;

CREATE FUNCTION open_orders_again() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE orders SET rid = NULL, done_at = NULL, updated_at = now() WHERE oid = NEW.oid AND rid = NEW.rid;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_open_again AFTER UPDATE OF deleted_at ON archives
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION open_orders_again();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'orders', ORDERS)
  await sql.raw(REST).execute(db)
}
