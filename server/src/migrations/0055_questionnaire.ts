import { sql, type Kysely } from 'kysely'

/** The questionnaire: its account, its versions, and what visitors answer to them. */
const TABLES = `
CREATE TABLE questionnaire_account (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  account text NOT NULL,
  password_hash text NOT NULL,
  set_at timestamptz NOT NULL
);
CREATE TABLE questionnaires (
  version integer PRIMARY KEY CHECK (version > 0),
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'open', 'closed')),
  -- Goes up with every change of a draft.
  revision integer NOT NULL DEFAULT 1,
  title jsonb NOT NULL,
  intro jsonb NOT NULL,
  questions jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  opened_at timestamptz,
  closed_at timestamptz
);
CREATE UNIQUE INDEX questionnaires_draft ON questionnaires (status) WHERE status = 'draft';
CREATE UNIQUE INDEX questionnaires_open ON questionnaires (status) WHERE status = 'open';
CREATE TABLE questionnaire_answers (
  answer_id uuid PRIMARY KEY,
  version integer NOT NULL REFERENCES questionnaires,
  -- SHA-256 of the token in the browser's cookie.
  browser bytea NOT NULL,
  answers jsonb NOT NULL DEFAULT '[]',
  updated_at timestamptz NOT NULL,
  submitted_at timestamptz,
  UNIQUE (version, browser)
);
CREATE INDEX questionnaire_answers_submitted
  ON questionnaire_answers (version, submitted_at DESC, answer_id DESC) WHERE submitted_at IS NOT NULL;
CREATE INDEX questionnaire_answers_kept ON questionnaire_answers (updated_at) WHERE submitted_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON questionnaire_account TO mingmou_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON questionnaires, questionnaire_answers TO mingmou_app;
`

const KEPT = `
-- What was published stays as its readers saw it.
CREATE FUNCTION keep_published() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.status = 'draft' THEN RETURN coalesce(NEW, OLD); END IF;
  IF TG_OP = 'DELETE' OR NEW.status = 'draft' OR (OLD.status = 'closed' AND NEW.status <> 'closed')
    OR (NEW.version, NEW.title, NEW.intro, NEW.questions)
      IS DISTINCT FROM (OLD.version, OLD.title, OLD.intro, OLD.questions)
  THEN RAISE EXCEPTION 'a published questionnaire is kept as it is'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_published BEFORE UPDATE OR DELETE ON questionnaires
  FOR EACH ROW EXECUTE FUNCTION keep_published();

-- What was handed in is never changed.
CREATE FUNCTION keep_submitted() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.submitted_at IS NOT NULL THEN RAISE EXCEPTION 'answers that were handed in are kept as they are'; END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER keep_submitted BEFORE UPDATE OR DELETE ON questionnaire_answers
  FOR EACH ROW EXECUTE FUNCTION keep_submitted();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [TABLES, KEPT]) await sql.raw(part).execute(db)
}
