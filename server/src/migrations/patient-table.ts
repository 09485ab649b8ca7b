import { sql, type Kysely } from 'kysely'

/**
 * Makes a table of patient data: its columns, the institution it belongs to and who made a row and when. The
 * application's role sees and writes the rows of the institution that the transaction has set; it hides rows and
 * removes none. Every row goes with its institution.
 */
export async function patientTable(
  db: Kysely<unknown>,
  table: string,
  columns: string,
): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE ${table} (
         ${columns},
         oid uuid NOT NULL REFERENCES institutions,
         created_by uuid NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now(),
         deleted_at timestamptz
       );
       CREATE INDEX ${table}_oid ON ${table} (oid, created_at DESC);
       GRANT SELECT, INSERT, UPDATE ON ${table} TO mingmou_app;`,
    )
    .execute(db)
  await wall(db, table)
}

/** Row-level security around a table that carries `oid`, as around all patient data. */
export async function wall(db: Kysely<unknown>, table: string): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
       ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
       CREATE POLICY institution ON ${table} TO mingmou_app
         USING (oid = nullif(current_setting('app.oid', true), '')::uuid)
         WITH CHECK (oid = nullif(current_setting('app.oid', true), '')::uuid);
       CREATE POLICY purge ON ${table} TO mingmou_owner
         USING (oid = nullif(current_setting('app.purge', true), '')::uuid);`,
    )
    .execute(db)
}
