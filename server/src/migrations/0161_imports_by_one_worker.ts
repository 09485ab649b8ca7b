import { sql, type Kysely } from 'kysely'

/**
 * A worker takes an import with a number of its own, so that one that was believed dead writes nothing more. The last
 * row that was written says until when it can be taken back, of an import that broke off too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE patient_imports ADD COLUMN taken_by uuid;
       -- The owner sees rows that are there while the wall is down, in this transaction.
       ALTER TABLE patient_imports NO FORCE ROW LEVEL SECURITY;
       UPDATE patient_imports SET written_at = updated_at
         WHERE written_at IS NULL AND at_line > 0 AND state NOT IN ('checking', 'checked', 'cancelled');
       ALTER TABLE patient_imports FORCE ROW LEVEL SECURITY;`,
    )
    .execute(db)
}
