import { sql, type Kysely } from 'kysely'

/** What others change of a clinician's account: asked for, done, or ended without effect. */
const TABLE = `
ALTER TABLE accounts
  -- The first sign-in. Before it nobody is there who could be asked.
  ADD COLUMN entered_at timestamptz;

CREATE TABLE account_changes (
  change_id uuid PRIMARY KEY,
  oid uuid NOT NULL REFERENCES institutions,
  -- Whose account it is.
  uid uuid NOT NULL REFERENCES accounts,
  -- No reference: an administrator stays where the institution was.
  by_uid uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('made', 'email', 'password', 'factor', 'sso')),
  -- The new address.
  email text,
  asked_at timestamptz NOT NULL,
  -- When it takes effect by itself; null: it was done at once.
  due_at timestamptz,
  done_at timestamptz,
  agreed boolean NOT NULL DEFAULT false,
  -- Refused, withdrawn or overtaken.
  ended_at timestamptz,
  -- Until then the account signs nothing.
  holds_until timestamptz,
  CHECK ((kind = 'email') = (email IS NOT NULL)),
  CHECK (done_at IS NULL OR ended_at IS NULL),
  CHECK (done_at IS NOT NULL OR due_at IS NOT NULL)
);
CREATE UNIQUE INDEX account_changes_open ON account_changes (uid, kind)
  WHERE done_at IS NULL AND ended_at IS NULL;
CREATE INDEX account_changes_due ON account_changes (due_at)
  WHERE done_at IS NULL AND ended_at IS NULL;
CREATE INDEX account_changes_uid ON account_changes (uid, asked_at DESC);
CREATE INDEX account_changes_oid ON account_changes (oid);
GRANT SELECT, INSERT, UPDATE (due_at, done_at, agreed, ended_at, holds_until)
  ON account_changes TO mingmou_app;
`

const FUNCTIONS = `
CREATE FUNCTION account_entered() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE accounts SET entered_at = NEW.created_at WHERE uid = NEW.uid AND entered_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER account_entered AFTER INSERT ON sessions
  FOR EACH ROW EXECUTE FUNCTION account_entered();

CREATE FUNCTION account_change_stays() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.done_at IS NOT NULL OR OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'change % is settled', OLD.change_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_change_stays BEFORE UPDATE ON account_changes
  FOR EACH ROW EXECUTE FUNCTION account_change_stays();

-- Whether one of two people made, reset or changed the other's account within 30 days, or asked to.
CREATE FUNCTION accounts_bound(one uuid, other uuid, at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM account_changes
    WHERE ended_at IS NULL
      AND (uid = one AND by_uid = other OR uid = other AND by_uid = one)
      AND coalesce(done_at, 'infinity') > at - interval '30 days')
$$;

-- Whether an account may sign nothing at a time.
CREATE FUNCTION account_held(who uuid, at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM account_changes
    WHERE uid = who AND ended_at IS NULL AND (done_at IS NULL OR holds_until > at))
$$;

-- On an update alone: the program may not insert who confirmed, and an import brings what was.
CREATE FUNCTION erasure_of_two() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.confirmed_by IS NULL OR OLD.confirmed_by IS NOT NULL THEN
    RETURN NEW;
  END IF;
  IF accounts_bound(NEW.asked_by, NEW.confirmed_by, now()) THEN
    RAISE EXCEPTION 'erasure % takes two people of whom neither changed the other', NEW.erasure_id;
  END IF;
  IF account_held(NEW.confirmed_by, now()) THEN
    RAISE EXCEPTION 'erasure % is confirmed by an account that was changed', NEW.erasure_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER erasure_of_two BEFORE UPDATE ON erasures
  FOR EACH ROW EXECUTE FUNCTION erasure_of_two();
`

/** Who was there before, and what the log says was changed within the last 30 days. */
const FILL = `
UPDATE accounts SET entered_at = created_at
WHERE NOT first_login OR EXISTS (SELECT FROM sessions WHERE sessions.uid = accounts.uid)
  OR EXISTS (SELECT FROM known_places WHERE known_places.uid = accounts.uid);

INSERT INTO account_changes (change_id, oid, uid, by_uid, kind, email, asked_at, done_at)
  SELECT gen_random_uuid(), accounts.oid, accounts.uid, entry.uid, kind,
    CASE kind WHEN 'email' THEN accounts.email END, at, at
  FROM audit_log AS entry
  JOIN (VALUES ('account.add', 'made'), ('account.change-email', 'email'),
    ('account.reset-initial-password', 'password'), ('factor.reset', 'factor'),
    ('sso.unlink', 'sso')) AS kinds (action, kind) USING (action)
  JOIN accounts ON accounts.uid::text = entry.target_id
  WHERE entry.target_type = 'account' AND entry.outcome = 'success'
    AND entry.at > now() - interval '30 days'
    AND accounts.role IN ('3', '4') AND accounts.oid IS NOT NULL AND entry.uid <> accounts.uid;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [TABLE, FUNCTIONS, FILL]) await sql.raw(part).execute(db)
}
