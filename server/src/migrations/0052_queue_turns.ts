import { sql, type Kysely } from 'kysely'

/**
 * When each person had the last turn at a kind of job. The queue takes the lane and the person that
 * waited longest for one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE queue_turns (
         job text NOT NULL,
         lane text NOT NULL,
         person text NOT NULL,
         taken_at timestamptz NOT NULL,
         PRIMARY KEY (job, lane, person)
       );
       GRANT SELECT, INSERT, UPDATE, DELETE ON queue_turns TO mingmou_app;`,
    )
    .execute(db)
}
