import { sql, type Kysely } from 'kysely'

/** News of the public site, in both languages. Drafts are not published; deleted ones are hidden. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE news (
         nid uuid PRIMARY KEY,
         happened_on date NOT NULL,
         title_zh text NOT NULL,
         title_en text NOT NULL,
         body_zh text NOT NULL,
         body_en text NOT NULL,
         picture text,
         published boolean NOT NULL,
         updated_by uuid NOT NULL REFERENCES accounts,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now(),
         deleted_at timestamptz
       );
       CREATE INDEX news_newest ON news (happened_on DESC, nid DESC) WHERE deleted_at IS NULL;
       GRANT SELECT, INSERT, UPDATE ON news TO mingmou_app;`,
    )
    .execute(db)
}
