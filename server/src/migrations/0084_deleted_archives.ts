import { sql, type Kysely } from 'kysely'

/** How much of its storage an institution deleted is summed without reading the sittings that are there. */
const SCHEMA = `
CREATE INDEX archives_deleted ON archives (oid) INCLUDE (stored_bytes) WHERE deleted_at IS NOT NULL;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
