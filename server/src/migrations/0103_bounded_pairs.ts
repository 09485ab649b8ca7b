import { sql, type Kysely } from 'kysely'

/** Pairs that wait are counted by the account that asked; a pair is made again, so the oldest of a patient may go. */
const SCHEMA = `
CREATE INDEX registrations_waiting ON registrations (oid, created_by) WHERE status = 'queued';
GRANT DELETE ON registrations TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
