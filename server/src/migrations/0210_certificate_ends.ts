import { sql, type Kysely } from 'kysely'

/**
 * When the certificate that we show to a destination ends, beside it since it is sealed, and when the main account saw last
 * that it does. Who connects to this server has the certificate of the server: that was seen by the institution.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE destinations ADD COLUMN certificate_until timestamptz,
    ADD COLUMN certificate_seen_at timestamptz`.execute(db)
  await sql`ALTER TABLE institutions ADD COLUMN receivers_seen_at timestamptz`.execute(db)
}
