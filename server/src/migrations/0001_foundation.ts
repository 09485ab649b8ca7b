import { sql, type Kysely } from 'kysely'

/**
 * The record. Every table with patient data carries `oid` and is guarded by row-level security:
 * the application's role sees the rows of the institution that the transaction has set, and no others.
 */
const SCHEMA = `
CREATE TABLE institutions (
  oid uuid PRIMARY KEY,
  name text NOT NULL,
  short_name text NOT NULL,
  describes text NOT NULL DEFAULT '',
  contact text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  logo text,
  area_id text[] NOT NULL,
  address text NOT NULL,
  account_limit integer NOT NULL DEFAULT 10,
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2)),
  join_time timestamptz NOT NULL DEFAULT now(),
  join_type smallint NOT NULL CHECK (join_type IN (1, 2)),
  review_status smallint NOT NULL DEFAULT 0 CHECK (review_status IN (0, 1, 2)),
  review_msg text NOT NULL DEFAULT '',
  review_time timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);

CREATE TABLE accounts (
  uid uuid PRIMARY KEY,
  oid uuid REFERENCES institutions,
  role text NOT NULL CHECK (role IN ('1', '2', '3', '4', '5')),
  -- 1 users (roles 1, 2, 5), 2 organisations (roles 3, 4): the two name spaces of the login.
  account_type smallint NOT NULL GENERATED ALWAYS AS (CASE WHEN role IN ('3', '4') THEN 2 ELSE 1 END) STORED,
  username text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL DEFAULT '',
  password_hash text NOT NULL,
  first_login boolean NOT NULL,
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2)),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK ((role IN ('3', '4')) = (oid IS NOT NULL))
);
CREATE UNIQUE INDEX accounts_username ON accounts (account_type, lower(username)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX accounts_email ON accounts (account_type, lower(email)) WHERE deleted_at IS NULL;
CREATE INDEX accounts_oid ON accounts (oid, created_at DESC) WHERE deleted_at IS NULL;

CREATE TABLE sessions (
  sid uuid PRIMARY KEY,
  uid uuid NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('logout', 'replaced', 'revoked', 'reused')),
  ip text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT ''
);
-- One live session per account.
CREATE UNIQUE INDEX sessions_live ON sessions (uid) WHERE ended_at IS NULL;

CREATE TABLE refresh_tokens (
  hash bytea PRIMARY KEY,
  sid uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX refresh_tokens_sid ON refresh_tokens (sid);

CREATE TABLE remembered_logins (
  hash bytea PRIMARY KEY,
  uid uuid NOT NULL REFERENCES accounts,
  account_type smallint NOT NULL,
  account text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX remembered_logins_uid ON remembered_logins (uid);

CREATE TABLE throttles (key text PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);

-- Signing keys and the key of signed addresses; every web process shares them.
CREATE TABLE server_keys (
  kid text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('token', 'url')),
  private_key bytea NOT NULL,
  public_key text,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  uid uuid,
  oid uuid,
  role text,
  ip text NOT NULL DEFAULT '',
  action text NOT NULL,
  target_type text,
  target_id text,
  outcome text NOT NULL CHECK (outcome IN ('success', 'refused', 'failed')),
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_oid ON audit_log (oid, id DESC);

CREATE TABLE patients (
  pid uuid PRIMARY KEY,
  oid uuid NOT NULL REFERENCES institutions,
  ad_card_number text NOT NULL,
  name text NOT NULL,
  gender smallint NOT NULL CHECK (gender IN (1, 2)),
  profession text NOT NULL,
  birthday date NOT NULL,
  phone text NOT NULL,
  area_id text[] NOT NULL,
  address text NOT NULL,
  allergic_history text,
  operation_history text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX patients_card ON patients (oid, ad_card_number) WHERE deleted_at IS NULL;
CREATE INDEX patients_list ON patients (oid, created_at DESC, pid DESC) WHERE deleted_at IS NULL;

CREATE TABLE archives (
  rid uuid PRIMARY KEY,
  oid uuid NOT NULL REFERENCES institutions,
  pid uuid NOT NULL REFERENCES patients,
  modality text NOT NULL CHECK (modality IN ('fundus', 'surface', 'octa')),
  record_date date NOT NULL,
  collect_device text NOT NULL,
  img_type smallint NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX archives_pid ON archives (pid, modality, record_date DESC, created_at DESC) WHERE deleted_at IS NULL;

CREATE TABLE archive_images (
  rid uuid NOT NULL REFERENCES archives,
  image_index smallint NOT NULL,
  oid uuid NOT NULL,
  -- What was uploaded; a second archive of the same upload is refused.
  upload_key text NOT NULL UNIQUE,
  file_name text NOT NULL,
  file_key text NOT NULL,
  thumb_key text NOT NULL,
  sha256 text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  PRIMARY KEY (rid, image_index)
);

CREATE TABLE analyses (
  analysis_record_id uuid PRIMARY KEY,
  oid uuid NOT NULL REFERENCES institutions,
  pid uuid NOT NULL REFERENCES patients,
  rid uuid NOT NULL REFERENCES archives,
  modality text NOT NULL CHECK (modality IN ('fundus', 'surface', 'octa')),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  stage text NOT NULL DEFAULT 'queued',
  progress real NOT NULL DEFAULT 0,
  reason text,
  attempts smallint NOT NULL DEFAULT 0,
  requested_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
-- One analysis of an archive at a time.
CREATE UNIQUE INDEX analyses_live ON analyses (rid) WHERE status IN ('queued', 'running');
CREATE INDEX analyses_rid ON analyses (rid, created_at DESC);

-- What the machine found; never changed.
CREATE TABLE analysis_images (
  analysis_record_id uuid NOT NULL REFERENCES analyses,
  image_index smallint NOT NULL,
  oid uuid NOT NULL,
  findings jsonb,
  overlays jsonb NOT NULL DEFAULT '[]',
  error text,
  PRIMARY KEY (analysis_record_id, image_index)
);

-- What the clinician corrected; the newest row counts.
CREATE TABLE eye_corrections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  analysis_record_id uuid NOT NULL REFERENCES analyses,
  image_index smallint NOT NULL,
  oid uuid NOT NULL,
  eye text NOT NULL CHECK (eye IN ('OD', 'OS')),
  uid uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX eye_corrections_analysis ON eye_corrections (analysis_record_id, image_index, id DESC);

CREATE TABLE reports (
  report_id uuid PRIMARY KEY,
  report_no text NOT NULL UNIQUE,
  oid uuid NOT NULL REFERENCES institutions,
  pid uuid NOT NULL REFERENCES patients,
  analysis_record_id uuid NOT NULL REFERENCES analyses,
  image_index smallint NOT NULL,
  diagnosis_class text NOT NULL CHECK (diagnosis_class IN ('1', '2', '3')),
  opinion text NOT NULL,
  -- The report as it was made, with file keys where addresses will stand.
  data jsonb NOT NULL,
  clinician uuid NOT NULL,
  -- The report of the same image that this one takes the place of.
  supersedes uuid UNIQUE REFERENCES reports,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reports_list ON reports (oid, created_at DESC, report_id DESC);
CREATE INDEX reports_analysis ON reports (analysis_record_id, image_index);
CREATE INDEX reports_pid ON reports (pid);
`

const PATIENT_DATA = [
  'patients',
  'archives',
  'archive_images',
  'analyses',
  'analysis_images',
  'eye_corrections',
  'reports',
]

/** What may be asked across institutions, each by a function that answers nothing more than that. */
const FUNCTIONS = `
CREATE FUNCTION report_institution(number text) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS 'SELECT oid FROM reports WHERE report_no = number';
CREATE FUNCTION image_count() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS 'SELECT count(*) FROM archive_images';
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of PATIENT_DATA) {
    await sql
      .raw(
        `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
         ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
         CREATE POLICY institution ON ${table} TO mingmou_app
           USING (oid = nullif(current_setting('app.oid', true), '')::uuid)
           WITH CHECK (oid = nullif(current_setting('app.oid', true), '')::uuid);`,
      )
      .execute(db)
  }
  // FORCE binds the owner too: the functions' owner needs a policy of his own to look across.
  await sql.raw(FUNCTIONS).execute(db)
  await sql
    .raw(
      `CREATE POLICY across ON reports FOR SELECT TO mingmou_owner USING (true);
       CREATE POLICY across ON archive_images FOR SELECT TO mingmou_owner USING (true);
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO mingmou_app;
       REVOKE UPDATE, DELETE ON audit_log, analysis_images, eye_corrections FROM mingmou_app;
       GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO mingmou_app;`,
    )
    .execute(db)
}
