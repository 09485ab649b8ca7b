import { sql, type Kysely } from 'kysely'

/** Other systems read sittings and reports page by page in the sequence of their ids, and those of a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE INDEX archives_in_turn ON archives (oid, rid) WHERE deleted_at IS NULL;
       CREATE INDEX archives_filed ON archives (oid, created_at) WHERE deleted_at IS NULL;
       CREATE INDEX reports_in_turn ON reports (oid, report_id);`,
    )
    .execute(db)
}
