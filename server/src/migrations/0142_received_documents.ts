import { sql, type Kysely } from 'kysely'

/** A document that a device sent may be filed as a patient's. Where `pid` is set it is; a picture names its archive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE received_files ADD COLUMN pid uuid REFERENCES patients;
       CREATE INDEX received_files_pid ON received_files (pid) WHERE pid IS NOT NULL;`,
    )
    .execute(db)
}
