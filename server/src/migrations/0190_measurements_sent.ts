import { sql, type Kysely } from 'kysely'

/** Measurements of a report go to archives that are to get them, as a structured report beside the PDF. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
ALTER TABLE destinations ADD COLUMN measurements boolean NOT NULL DEFAULT false;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_what_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_what_check
  CHECK (what = ANY (ARRAY['report', 'void', 'photograph', 'measurements', 'measurements_void']));
`.execute(db)
}
