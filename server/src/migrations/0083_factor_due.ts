import { sql, type Kysely } from 'kysely'

/** An account that had a second factor before its institution moved sets one up at its next sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('ALTER TABLE accounts ADD COLUMN factor_due boolean NOT NULL DEFAULT false')
    .execute(db)
}
