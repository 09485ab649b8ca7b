import { sql, type Kysely } from 'kysely'

/** When somebody was last told that a copy of the audit log does not come about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE audit_copies ADD COLUMN alarmed_at timestamptz').execute(db)
}
