import { sql, type Kysely } from 'kysely'

/** The first fault since a device or an archive went well last. `fault_at` is the time of the last one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['devices', 'destinations'])
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN failing_since timestamptz`.execute(db)
}
