import { sql, type Kysely } from 'kysely'

/** Answers kept for idempotency keys go by age, whichever client of the institution calls next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE INDEX client_answers_age ON client_answers (oid, begun_at)').execute(db)
}
