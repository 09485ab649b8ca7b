import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Cameras that send their files by DICOM, and the files as they came. A file that is a picture waits in the batch of
 * the institution; once it is filed, `rid` names its archive. What an institution stores counts against its limit, and
 * is given back when the row goes. The folder of a row that is gone is removed as those of erased patients are.
 */
const COLUMNS = `
ALTER TABLE institutions ADD COLUMN ae_title text UNIQUE
  DEFAULT 'MINGMOU' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8))
  CHECK (ae_title ~ '^[A-Z0-9_-]{1,16}$');
`

const DEVICES = `device_id uuid PRIMARY KEY,
  name text NOT NULL,
  -- What the device calls itself.
  ae_title text NOT NULL,
  -- Addresses and networks that it calls from.
  addresses text[] NOT NULL,
  -- Where it answers an echo; null: nowhere.
  port integer CHECK (port BETWEEN 1 AND 65535),
  -- What the archive of its pictures says: kind, device, and the fields of the kind.
  modality text NOT NULL,
  collect_device text NOT NULL,
  fields jsonb NOT NULL,
  heard_at timestamptz,
  -- What went wrong last, by its name.
  fault text,
  fault_at timestamptz`

const RECEIVED = `received_id uuid PRIMARY KEY,
  device_id uuid NOT NULL REFERENCES devices,
  sop_class text NOT NULL,
  sop_uid text NOT NULL,
  sha256 text NOT NULL,
  -- The file as it came, behind a head of its own.
  file_key text NOT NULL,
  stored_bytes bigint NOT NULL,
  -- The same UID came before with other bytes.
  differs boolean NOT NULL,
  -- When its content was looked at; null: not yet.
  read_at timestamptz,
  -- What it says of its patient; null where nothing can be read.
  facts jsonb,
  -- Why it is no picture to be filed, as an encoded message.
  problem text,
  -- The copy that is filed, as the batch names it.
  upload_key text UNIQUE,
  -- A person took it back after it was filed: it files itself no more.
  taken_back_at timestamptz,
  rid uuid REFERENCES archives`

const REST = `
CREATE UNIQUE INDEX devices_ae_title ON devices (oid, ae_title) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX received_files_once ON received_files (oid, sop_uid, sha256);
CREATE INDEX received_files_device ON received_files (device_id, created_at DESC);
CREATE INDEX received_files_unread ON received_files (device_id) WHERE read_at IS NULL;
CREATE INDEX received_files_rid ON received_files (rid) WHERE rid IS NOT NULL;
GRANT DELETE ON received_files TO mingmou_app;

ALTER TABLE batch_files ADD COLUMN device_id uuid REFERENCES devices;
CREATE INDEX batch_files_device ON batch_files (oid, created_at) WHERE device_id IS NOT NULL;

CREATE TRIGGER storage_given_back AFTER DELETE ON received_files
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION give_back_storage();

CREATE FUNCTION forget_received() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO erased_folders SELECT DISTINCT 'received/' || oid || '/' || received_id || '/' FROM gone
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER received_forgotten AFTER DELETE ON received_files
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_received();

-- Whoever files the copy of a received file says where it is.
CREATE FUNCTION file_received() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE received_files SET rid = added.rid, updated_at = now()
  FROM added WHERE received_files.oid = added.oid AND received_files.upload_key = added.upload_key;
  RETURN NULL;
END $$;
CREATE TRIGGER received_filed AFTER INSERT ON archive_images
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION file_received();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(COLUMNS).execute(db)
  await patientTable(db, 'devices', DEVICES)
  await patientTable(db, 'received_files', RECEIVED)
  await sql.raw(REST).execute(db)
}
