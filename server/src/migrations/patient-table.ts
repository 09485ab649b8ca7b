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

/**
 * Makes a table of records of which a patient has any number (`features/patients/patient-record.ts`): its id, its columns,
 * the patient, the version, and who changed it last.
 */
export async function patientRecordTable(
  db: Kysely<unknown>,
  table: string,
  { id, columns }: { id: string; columns: string },
): Promise<void> {
  await patientTable(
    db,
    table,
    `${id} uuid PRIMARY KEY,
     pid uuid NOT NULL REFERENCES patients,
     ${columns},
     version integer NOT NULL DEFAULT 1,
     updated_by uuid NOT NULL`,
  )
  await sql
    .raw(`CREATE INDEX ${table}_pid ON ${table} (pid, created_at DESC) WHERE deleted_at IS NULL;`)
    .execute(db)
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
