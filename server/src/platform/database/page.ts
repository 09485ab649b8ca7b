import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from './database.ts'

export interface Page<Row> {
  page: number
  total_count: number
  rows: Row[]
}

interface Shown {
  page_no: number
  page_total: number
}

/** One page of a query and its total in one round trip; a page past the end answers the last one. */
export async function pageOf<DB, TB extends keyof DB, Row extends object>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  orderBy: RawBuilder<unknown>,
  { page, size }: { page: number; size: number },
): Promise<Page<Row>> {
  const found: Expression<unknown> = query
  const { rows } = await sql<Row & Shown>`
    WITH shown AS (
      SELECT count(*)::int AS page_total,
        least(${page}::int, greatest(1, ceil(count(*) / ${size}::float)::int)) AS page_no
      FROM (${found}) AS counted)
    SELECT page_no, page_total, found.*
    FROM shown LEFT JOIN LATERAL (
      SELECT * FROM (${found}) AS every ORDER BY ${orderBy}
      LIMIT ${size}::int OFFSET (SELECT (page_no - 1) * ${size}::int FROM shown)
    ) AS found ON true
    ORDER BY ${orderBy}`.execute(db)
  const first = rows[0]
  const total = first?.page_total ?? 0
  return { page: first?.page_no ?? 1, total_count: total, rows: total === 0 ? [] : rows }
}

/** `column` contains `part`, whatever its case; an empty part finds everything. No character is special. */
export function contains(column: string, part: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${part})) > 0`
}
