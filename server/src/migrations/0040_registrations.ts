import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/** Pictures of an eye laid over each other: made once for each pair of analysed pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'registrations',
    `registration_id uuid PRIMARY KEY,
     pid uuid NOT NULL REFERENCES patients,
     before_record_id uuid NOT NULL REFERENCES analyses (analysis_record_id),
     before_index smallint NOT NULL,
     after_record_id uuid NOT NULL REFERENCES analyses (analysis_record_id),
     after_index smallint NOT NULL,
     status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'done', 'failed')),
     -- What was found, once it is done.
     result jsonb`,
  )
  await sql
    .raw(
      `CREATE UNIQUE INDEX registrations_pair
         ON registrations (before_record_id, before_index, after_record_id, after_index);
       CREATE INDEX registrations_after ON registrations (after_record_id);
       CREATE INDEX registrations_pid ON registrations (pid);`,
    )
    .execute(db)
}
