import { CompiledQuery } from 'kysely'
import type PgBoss from 'pg-boss'
import type { Db } from '../database/database.ts'

/** Lets pg-boss work on the given connection, and so inside its transaction. */
export function executor(db: Db): PgBoss.Db {
  return {
    executeSql: async (text: string, values: unknown[]) => ({
      rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows,
    }),
  }
}
