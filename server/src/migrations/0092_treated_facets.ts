import { sql, type Kysely } from 'kysely'

/**
 * Photographs of treated eyes were counted among those without retinopathy. The worker settles anew the sittings whose
 * reasons are gone.
 */
const UNSETTLE = `
DO $$
DECLARE each uuid;
BEGIN
  FOR each IN SELECT oid FROM institutions LOOP
    PERFORM set_config('app.purge', each::text, true);
    UPDATE dataset_images SET eye_reasons = NULL
      WHERE oid = each AND 'treated.review' = ANY (eye_reasons);
  END LOOP;
  PERFORM set_config('app.purge', '', true);
END $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(UNSETTLE).execute(db)
}
