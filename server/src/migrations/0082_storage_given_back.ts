import { sql, type Kysely } from 'kysely'

/**
 * What a sitting counted against the limit of its institution is given back when its row goes. A
 * sitting from before this column counted too, and gives nothing back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE archives ADD COLUMN stored_bytes bigint;

       CREATE FUNCTION give_back_storage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
         SET search_path = public, pg_temp AS $$
       BEGIN
         UPDATE institutions SET stored_bytes = greatest(0, institutions.stored_bytes - freed.bytes)
         FROM (SELECT oid, sum(stored_bytes) AS bytes FROM gone GROUP BY oid) AS freed
         WHERE institutions.oid = freed.oid AND freed.bytes > 0;
         RETURN NULL;
       END $$;
       CREATE TRIGGER storage_given_back AFTER DELETE ON archives
         REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION give_back_storage();`,
    )
    .execute(db)
}
