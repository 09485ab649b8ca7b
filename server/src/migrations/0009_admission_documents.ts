import { sql, type Kysely } from 'kysely'

/** What institutions hand in with their sign-up: licences, IDs, qualifications. Read by administrators alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE admission_documents (
         document_id uuid PRIMARY KEY,
         oid uuid NOT NULL REFERENCES institutions,
         kind text NOT NULL CHECK (kind IN ('licence', 'identity', 'qualification', 'other')),
         name text NOT NULL,
         file_key text NOT NULL,
         type text NOT NULL,
         size integer NOT NULL,
         sha256 text NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now()
       );
       CREATE INDEX admission_documents_oid ON admission_documents (oid);
       GRANT SELECT, INSERT, DELETE ON admission_documents TO mingmou_app;`,
    )
    .execute(db)
}
