import type { Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Values of HbA1c and fasting glucose by their day. The record of a patient's diabetes holds the most recent of each;
 * these are those that it held.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'dm_values',
    `pid uuid NOT NULL REFERENCES patients,
     kind text NOT NULL CHECK (kind IN ('hba1c', 'fbg')),
     day date NOT NULL,
     -- percent, mmol/L
     value double precision NOT NULL,
     PRIMARY KEY (pid, kind, day)`,
  )
}
