import { sql, type Kysely } from 'kysely'

/**
 * The form in which numbers of patients are compared, as columns: behind the wall an index on an expression is not
 * looked into, since the database does not know that the expression tells nothing, and all numbers of an institution are
 * read. What is filed under many patients is asked at once. Whoever writes many patients lets the database look at
 * them, which plans by what it saw before they came.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE patient_identifiers
         ADD COLUMN form text GENERATED ALWAYS AS (upper(rtrim(value, '-'))) STORED;
       DROP INDEX patient_identifiers_form;
       CREATE INDEX patient_identifiers_form ON patient_identifiers (oid, form) WHERE deleted_at IS NULL;
       ALTER TABLE patients
         ADD COLUMN card_form text GENERATED ALWAYS AS (upper(rtrim(ad_card_number, '-'))) STORED;
       DROP INDEX patients_card_form;
       CREATE INDEX patients_card_form ON patients (oid, card_form);
       CREATE INDEX deliveries_pid ON deliveries (pid);

       DROP FUNCTION has_filed(uuid);
       CREATE FUNCTION filed_of(which uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql STABLE
         SET search_path = public, pg_temp AS $$
       DECLARE
         name regclass;
       BEGIN
         FOR name IN SELECT attrelid::regclass FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
           WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relrowsecurity
             AND attname = 'pid' AND NOT attisdropped
             AND relname NOT IN ('patients', 'patient_identifiers', 'patient_import_rows', 'patient_pieces',
               'erasures', 'erased_reports') LOOP
           RETURN QUERY EXECUTE format('SELECT pid FROM %s WHERE pid = ANY($1)', name) USING which;
         END LOOP;
         RETURN QUERY SELECT person FROM patients WHERE person = ANY(which) AND pid <> person;
       END $$;

       CREATE FUNCTION look_at_patients() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
         SET search_path = public, pg_temp AS $$
       BEGIN
         ANALYZE (SKIP_LOCKED) patients, patient_identifiers;
       END $$;
       REVOKE EXECUTE ON FUNCTION look_at_patients() FROM PUBLIC;
       GRANT EXECUTE ON FUNCTION look_at_patients() TO mingmou_app;`,
    )
    .execute(db)
}
