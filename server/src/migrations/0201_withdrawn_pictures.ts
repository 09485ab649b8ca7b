import { sql, type Kysely } from 'kysely'

/**
 * What an archive was told of a photograph: its eye and the number of its patient. One that is not so any more is
 * withdrawn there, and what says so is a delivery of its own. Earlier photographs have what their report says.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
ALTER TABLE deliveries
  ADD COLUMN eye text CHECK (eye = ANY (ARRAY['OD', 'OS'])),
  ADD COLUMN number text,
  ADD COLUMN withdrawn boolean NOT NULL DEFAULT false,
  -- The delivery that is taken back.
  ADD COLUMN rejects uuid;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_what_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_what_check CHECK (what = ANY (
  ARRAY['report', 'void', 'photograph', 'measurements', 'measurements_void', 'rejection']));
CREATE INDEX deliveries_pictures ON deliveries (rid, image_index) WHERE rid IS NOT NULL;

UPDATE deliveries SET
  number = reports.data->>'id',
  eye = (SELECT said.eye FROM (SELECT CASE
      WHEN (reports.data->>'image_index')::int = deliveries.image_index THEN reports.data->>'eye'
      ELSE reports.data->'fellow'->>'eye' END AS eye) AS said WHERE said.eye IN ('OD', 'OS'))
FROM reports WHERE reports.report_id = deliveries.report_id AND what = 'photograph';
`.execute(db)
}
