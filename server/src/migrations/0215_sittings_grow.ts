import { sql, type Kysely } from 'kysely'

/** Other systems ask for photographs that joined a sitting since a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE archives ADD COLUMN grown_at timestamptz;
       CREATE INDEX archives_grown ON archives (oid, grown_at) WHERE grown_at IS NOT NULL;`,
    )
    .execute(db)
}
