import { sql, type Kysely } from 'kysely'

/**
 * The UID of the study that a sitting is in files of DICOM, as `uidOf('study', rid)` makes it: a viewer asks by it. The
 * database derives it, so that sittings that were there before have theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE FUNCTION study_uid_of(of uuid) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
         SET search_path = public, pg_temp AS $$
       DECLARE
         hash bytea := substr(sha256(convert_to('study/' || of::text, 'UTF8')), 1, 16);
         number numeric := 0;
       BEGIN
         hash := set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128);
         hash := set_byte(hash, 8, (get_byte(hash, 8) & 63) | 128);
         FOR place IN 0..15 LOOP
           number := number * 256 + get_byte(hash, place);
         END LOOP;
         RETURN '2.25.' || number::text;
       END $$;
       ALTER TABLE archives ADD COLUMN study_uid text GENERATED ALWAYS AS (study_uid_of(rid)) STORED;
       CREATE INDEX archives_study_uid ON archives (study_uid);`,
    )
    .execute(db)
}
