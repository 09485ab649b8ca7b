import { sql, type Kysely } from 'kysely'

/**
 * Who shut an account out: `banned` by its manager, `locked` by the platform where an institution manages it.
 * The status follows from the two. Until now one state stood for both: trial users and main accounts could be locked alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE accounts
         ADD COLUMN banned boolean NOT NULL DEFAULT false,
         ADD COLUMN locked boolean NOT NULL DEFAULT false;
       UPDATE accounts SET banned = role NOT IN ('3', '5'), locked = role IN ('3', '5') WHERE status = 2;
       ALTER TABLE accounts DROP COLUMN status;
       ALTER TABLE accounts
         ADD COLUMN status smallint NOT NULL
           GENERATED ALWAYS AS (CASE WHEN banned OR locked THEN 2 ELSE 1 END) STORED;`,
    )
    .execute(db)
}
