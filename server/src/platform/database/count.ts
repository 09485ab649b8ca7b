import { sql, type SelectQueryBuilder } from 'kysely'

/** How many rows a query finds; it selects nothing itself. */
export async function countOf<Db, Table extends keyof Db>(
  query: SelectQueryBuilder<Db, Table, object>,
): Promise<number> {
  const { count } = await query
    .select(sql<number>`count(*)::int`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}
