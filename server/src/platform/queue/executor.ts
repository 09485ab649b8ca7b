import { CompiledQuery, type Kysely } from 'kysely'
import type PgBoss from 'pg-boss'
import type { Tables } from '../database/tables.ts'

/** Lets pg-boss work through our connection, and so inside our transaction. */
export function executor(db: Kysely<Tables>): PgBoss.Db {
  return {
    executeSql: async (text: string, values: unknown[]) => ({
      rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows,
    }),
  }
}
