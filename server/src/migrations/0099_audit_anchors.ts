import { sql, type Kysely } from 'kysely'

/** Which heads of the audit log lie among the files, one for each day: so one that was removed there is missed. */
const SCHEMA = `
CREATE TABLE audit_anchors (day date PRIMARY KEY, seq bigint NOT NULL, hash bytea NOT NULL);
GRANT SELECT, INSERT ON audit_anchors TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
