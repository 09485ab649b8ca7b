import { sql, type Kysely } from 'kysely'

/** Links to a version of the questionnaire, each good for one answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE questionnaires ADD COLUMN links_only boolean NOT NULL DEFAULT false;
       CREATE TABLE questionnaire_links (
         -- SHA-256 of the token in the link. Answers by a link have it as their browser.
         link bytea PRIMARY KEY,
         version integer NOT NULL REFERENCES questionnaires,
         made_at timestamptz NOT NULL
       );
       CREATE INDEX questionnaire_links_version ON questionnaire_links (version);
       GRANT SELECT, INSERT ON questionnaire_links TO mingmou_app;`,
    )
    .execute(db)
}
