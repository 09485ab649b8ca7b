import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * A result is unread until somebody has opened it from the worklist, or signed a report of it. Every archive names the
 * analysis that nobody has read, so that an index holds the unread ones alone, in the order in which they are read.
 * Earlier results count as read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'result_reads',
    `analysis_record_id uuid NOT NULL REFERENCES analyses,
     PRIMARY KEY (analysis_record_id, created_by)`,
  )
  await sql
    .raw(
      `ALTER TABLE archives
         -- 1 referable, 2 ungradable, 3 review, 4 routine: of the newest analysis that has ended.
         ADD COLUMN urgency smallint CHECK (urgency BETWEEN 1 AND 4),
         ADD COLUMN unread_of uuid,
         ADD COLUMN unread_since timestamptz;
       CREATE INDEX archives_unread ON archives (oid, urgency, unread_since, rid)
         WHERE unread_of IS NOT NULL AND deleted_at IS NULL;
       CREATE INDEX archives_day ON archives (oid, record_date, created_at, rid)
         WHERE deleted_at IS NULL;

       -- A newer analysis that ended meanwhile stays unread.
       CREATE FUNCTION note_read() RETURNS trigger LANGUAGE plpgsql
         SET search_path = public, pg_temp AS $$
       BEGIN
         UPDATE archives SET unread_of = NULL FROM analyses
           WHERE analyses.analysis_record_id = NEW.analysis_record_id
             AND archives.rid = analyses.rid AND archives.unread_of = NEW.analysis_record_id;
         RETURN NULL;
       END $$;
       CREATE TRIGGER note_read AFTER INSERT ON result_reads
         FOR EACH ROW EXECUTE FUNCTION note_read();
       CREATE TRIGGER note_read AFTER INSERT ON reports
         FOR EACH ROW EXECUTE FUNCTION note_read();`,
    )
    .execute(db)
}
