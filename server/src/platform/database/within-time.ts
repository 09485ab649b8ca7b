import { sql } from 'kysely'
import type { Trx } from './database.ts'

/** A query took longer than it may. */
export class TooCostly extends Error {
  override name = 'TooCostly'
}

/** Queries of programs, which may ask for anything, hold a connection and a core at most so long. */
const MOST_MS = 5000

/** `query_canceled` of PostgreSQL. */
const isCancelled = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** Ends a query of this transaction that takes too long. */
export async function withinTime<Result>(
  trx: Trx,
  work: () => Promise<Result>,
  mostMs = MOST_MS,
): Promise<Result> {
  await sql`select set_config('statement_timeout', ${String(mostMs)}, true)`.execute(trx)
  try {
    return await work()
  } catch (error) {
    throw isCancelled(error) ? new TooCostly() : error
  }
}
