import { sql, type Kysely } from 'kysely'

/** Codes by e-mail, the language a person reads, and initial passwords that are still to be mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE email_codes (
         -- A hash of the purpose, whose it is and the address: an address typed wrong is nobody's business.
         key text PRIMARY KEY,
         -- The last one asked for; an older mail that comes to be sent late is dropped.
         request uuid NOT NULL,
         -- null until it is mailed, and for ever where there is nobody to mail it to.
         code_hash text,
         tries smallint NOT NULL DEFAULT 0,
         expires_at timestamptz NOT NULL
       );
       GRANT SELECT, INSERT, UPDATE, DELETE ON email_codes TO mingmou_app;
       ALTER TABLE accounts
         ADD COLUMN language text NOT NULL DEFAULT 'zh-CN' CHECK (language IN ('zh-CN', 'en')),
         -- Set while an initial password is to be made and mailed; null once the owner chose his own.
         ADD COLUMN initial_request uuid;`,
    )
    .execute(db)
}
