import { sql, type Kysely } from 'kysely'

/**
 * The job that began last to send this. While a worker works on that job, the other side may be about to have it: what
 * must come after it waits, without a lock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE deliveries ADD COLUMN sending uuid`.execute(db)
}
