import { sql, type Kysely } from 'kysely'

/**
 * Systems of the hospital that results are sent to by HL7 v2, beside archives. What a later version of a report made
 * needless is not sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
ALTER TABLE destinations DROP CONSTRAINT destinations_kind_check;
ALTER TABLE destinations ADD CONSTRAINT destinations_kind_check
  CHECK (kind = ANY (ARRAY['dicom', 'stow', 'hl7']));
ALTER TABLE destinations
  -- MSH-3 to MSH-6.
  ADD COLUMN sending_application text,
  ADD COLUMN sending_facility text,
  ADD COLUMN receiving_application text,
  ADD COLUMN receiving_facility text,
  ADD COLUMN charset text,
  -- The PDF of a report goes with its figures.
  ADD COLUMN pdf boolean NOT NULL DEFAULT false;

ALTER TABLE deliveries DROP CONSTRAINT deliveries_state_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_state_check
  CHECK (state = ANY (ARRAY['waiting', 'sent', 'failed', 'dropped']));
-- How often the other side answered, and refused: a message that goes again after that has a number of its own.
ALTER TABLE deliveries ADD COLUMN refusals integer NOT NULL DEFAULT 0;
`.execute(db)
}
