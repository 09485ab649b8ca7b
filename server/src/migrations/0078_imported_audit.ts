import { sql, type Kysely } from 'kysely'
import { wall } from './patient-table.ts'

/**
 * What the audit log of another installation says of an institution that moved here. It is a record
 * and no part of the chain of this installation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE imported_audit (
         entry_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
         oid uuid NOT NULL REFERENCES institutions,
         imported_at timestamptz NOT NULL DEFAULT now(),
         entry jsonb NOT NULL
       );
       CREATE INDEX imported_audit_oid ON imported_audit (oid);
       GRANT SELECT ON imported_audit TO mingmou_app;`,
    )
    .execute(db)
  await wall(db, 'imported_audit')
}
