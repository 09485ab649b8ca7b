import { sql, type Kysely } from 'kysely'

/** Until when one process copies to a place. It needs no transaction that waits for the receiver. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE audit_copies ADD COLUMN held_until timestamptz`.execute(db)
}
