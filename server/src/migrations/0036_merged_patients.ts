import { sql, type Kysely } from 'kysely'

/**
 * A record of a patient may be merged into another one of the same person. Nothing is moved: both rows and all that is
 * filed under them stay, and `person` is the record that stands for both. Lists and their totals show it alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE patients
         ADD COLUMN merged_into uuid REFERENCES patients CHECK (merged_into <> pid),
         ADD COLUMN merged_by uuid,
         ADD COLUMN merged_at timestamptz,
         ADD COLUMN person uuid NOT NULL GENERATED ALWAYS AS (coalesce(merged_into, pid)) STORED;
       CREATE INDEX patients_person ON patients (person);
       DROP INDEX patients_list;
       CREATE INDEX patients_list ON patients (oid, created_at DESC, pid DESC)
         WHERE deleted_at IS NULL AND merged_into IS NULL;

       CREATE OR REPLACE FUNCTION tally_patient() RETURNS trigger LANGUAGE plpgsql
         SET search_path = public, pg_temp AS $$
       DECLARE
         was boolean := TG_OP = 'UPDATE' AND OLD.deleted_at IS NULL AND OLD.merged_into IS NULL;
         listed boolean := NEW.deleted_at IS NULL AND NEW.merged_into IS NULL;
       BEGIN
         IF TG_OP = 'UPDATE' AND (NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL) THEN
           -- The reports of a patient who is deleted are not listed; those of a merged record are.
           PERFORM tally(NEW.oid, 'reports', min(created_at),
             CASE WHEN NEW.deleted_at IS NULL THEN count(*) ELSE -count(*) END) FROM reports
             WHERE pid = NEW.pid GROUP BY (created_at AT TIME ZONE 'UTC')::date;
         END IF;
         IF listed <> was THEN
           PERFORM tally(NEW.oid, 'patients', NEW.created_at, CASE WHEN listed THEN 1 ELSE -1 END);
         END IF;
         RETURN NULL;
       END $$;
       DROP TRIGGER tally_patient ON patients;
       CREATE TRIGGER tally_patient AFTER INSERT OR UPDATE OF deleted_at, merged_into ON patients
         FOR EACH ROW EXECUTE FUNCTION tally_patient();`,
    )
    .execute(db)
}
