import { sql, type Kysely } from 'kysely'

/** A trial account is a tenant of its own: a hidden institution with one technical patient. */
const KIND = `
ALTER TABLE institutions
  ADD COLUMN kind text NOT NULL DEFAULT 'clinic' CHECK (kind IN ('clinic', 'trial')),
  ADD COLUMN trial_of uuid UNIQUE REFERENCES accounts,
  ADD CONSTRAINT trial_whole CHECK ((kind = 'trial') = (trial_of IS NOT NULL));
DROP INDEX institutions_list, institutions_reviews, institutions_deleted;
CREATE INDEX institutions_list ON institutions (created_at DESC, oid DESC)
  WHERE deleted_at IS NULL AND review_status = 1 AND kind = 'clinic';
CREATE INDEX institutions_reviews ON institutions (coalesce(review_time, created_at) DESC, oid DESC)
  WHERE deleted_at IS NULL AND join_type = 1 AND kind = 'clinic';
CREATE INDEX institutions_deleted ON institutions (deleted_at DESC, oid DESC)
  WHERE deleted_at IS NOT NULL AND purged_at IS NULL AND kind = 'clinic';
CREATE INDEX institutions_unpurged ON institutions (oid) WHERE final_at IS NOT NULL AND purged_at IS NULL;
`

/** The figure of the home page is of what clinics keep. */
const IMAGE_COUNT = `
CREATE OR REPLACE FUNCTION image_count() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS '
  SELECT count(*) FROM archive_images
  WHERE oid NOT IN (SELECT oid FROM institutions WHERE kind = ''trial'')';
`

/** Earlier accounts get what a new one is made with. */
const FILL = `
INSERT INTO institutions (oid, kind, trial_of, name, short_name, contact, phone, email, area_id, address, join_type, review_status)
  SELECT gen_random_uuid(), 'trial', uid, '', '', '', '', '', '{}', '', 1, 1
  FROM accounts WHERE role = '5' AND deleted_at IS NULL;
DO $$
DECLARE tenant institutions;
BEGIN
  FOR tenant IN SELECT * FROM institutions WHERE kind = 'trial' LOOP
    PERFORM set_config('app.purge', tenant.oid::text, true);
    INSERT INTO patients (pid, oid, ad_card_number, name, gender, birthday, created_by)
      VALUES (gen_random_uuid(), tenant.oid, 'TRIAL', '', 1, '1900-01-01', tenant.trial_of);
  END LOOP;
  PERFORM set_config('app.purge', '', true);
END $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [KIND, IMAGE_COUNT, FILL]) await sql.raw(part).execute(db)
}
