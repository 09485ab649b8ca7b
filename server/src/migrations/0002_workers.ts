import { sql, type Kysely } from 'kysely'

/** Who works on the queue; the number is also the worker's advisory lock, which dies with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE workers (
         id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         seen_at timestamptz NOT NULL DEFAULT now()
       );
       GRANT SELECT, INSERT, UPDATE, DELETE ON workers TO mingmou_app;`,
    )
    .execute(db)
}
