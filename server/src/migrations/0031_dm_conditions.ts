import type { Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/** Diabetes of a patient, at most one row each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'dm_conditions',
    `pid uuid PRIMARY KEY REFERENCES patients,
     onset_date date,
     diagnosis_date date,
     somatotype smallint CHECK (somatotype BETWEEN 1 AND 4),
     fbg_date date,
     -- mmol/L
     fbg double precision CHECK (fbg BETWEEN 1 AND 50),
     hba1c_date date,
     -- percent
     hba1c double precision CHECK (hba1c BETWEEN 3 AND 20),
     medication text,
     version integer NOT NULL DEFAULT 1,
     updated_by uuid NOT NULL`,
  )
}
