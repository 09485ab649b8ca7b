import { sql, type Kysely } from 'kysely'

/**
 * Feedback of visitors and accounts, for the administrators of the platform. What was sent is never rewritten. Each
 * step is made once; the status follows from them. Contact and attachments go some time after the last one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE feedback (
         fid uuid PRIMARY KEY,
         category text NOT NULL,
         topic text NOT NULL,
         content text NOT NULL,
         contact text,
         uid uuid REFERENCES accounts,
         language text NOT NULL,
         return_time date,
         created_at timestamptz NOT NULL,
         read_at timestamptz,
         processing_time timestamptz,
         processed_by uuid REFERENCES accounts,
         finished_time timestamptz CHECK (finished_time IS NULL OR processing_time IS NOT NULL),
         finished_by uuid REFERENCES accounts,
         result text,
         status smallint NOT NULL GENERATED ALWAYS AS (
           CASE WHEN finished_time IS NOT NULL THEN 3 WHEN processing_time IS NOT NULL THEN 2 ELSE 1 END) STORED
       );
       CREATE INDEX feedback_list ON feedback (created_at DESC, fid DESC);
       CREATE INDEX feedback_category ON feedback (category, created_at DESC, fid DESC);
       CREATE INDEX feedback_status ON feedback (status, created_at DESC, fid DESC);
       CREATE INDEX feedback_unread ON feedback (fid) WHERE read_at IS NULL;
       CREATE TABLE feedback_files (
         file_id uuid PRIMARY KEY,
         fid uuid NOT NULL REFERENCES feedback,
         place smallint NOT NULL,
         file_key text NOT NULL,
         type text NOT NULL,
         size integer NOT NULL
       );
       CREATE INDEX feedback_files_fid ON feedback_files (fid, place);
       GRANT SELECT, INSERT ON feedback TO mingmou_app;
       GRANT UPDATE (contact, read_at, processing_time, processed_by, finished_time, finished_by, result)
         ON feedback TO mingmou_app;
       GRANT SELECT, INSERT, DELETE ON feedback_files TO mingmou_app;`,
    )
    .execute(db)
}
