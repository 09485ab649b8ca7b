import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/** Complications of diabetes and how they were treated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'complications',
    `row_id uuid PRIMARY KEY,
     pid uuid NOT NULL REFERENCES patients,
     disease_type text NOT NULL,
     start_date date NOT NULL,
     end_date date CHECK (end_date >= start_date),
     treat_plan text,
     version integer NOT NULL DEFAULT 1,
     updated_by uuid NOT NULL`,
  )
  await sql
    .raw(
      `CREATE INDEX complications_pid ON complications (pid, created_at DESC) WHERE deleted_at IS NULL;`,
    )
    .execute(db)
}
