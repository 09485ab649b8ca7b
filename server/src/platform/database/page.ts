import { LIST_COUNT_LIMIT } from '@mingmou/contract'
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { hiddenNow } from './blind.ts'
import type { Db, Trx } from './database.ts'

export interface Page<Row> {
  page: number
  total_count: number
  /** There are more rows than were counted. Left out of a list that was counted to its end. */
  total_more: true | undefined
  rows: Row[]
}

interface Wanted {
  page: number
  size: number
}

interface Shown {
  page_no: number
  page_total: number
  page_more: boolean
}

type Query<DB, TB extends keyof DB, Row> = SelectQueryBuilder<DB, TB, Row>

/**
 * One page of a query and its total in one round trip. A page past the end returns the last one.
 * Counting stops at LIST_COUNT_LIMIT: nobody turns more pages, and a search for one row is
 * narrowed.
 */
export async function pageOf<DB, TB extends keyof DB, Row extends object>(
  db: Db,
  query: Query<DB, TB, Row>,
  orderBy: RawBuilder<unknown>,
  wanted: Wanted,
): Promise<Page<Row>> {
  const { size } = wanted
  const counted: Expression<unknown> = query.limit(LIST_COUNT_LIMIT + 1)
  const found: Expression<unknown> = query
  const { rows } = await sql<Row & Shown>`
    WITH counted AS (
      SELECT least(count(*), ${LIST_COUNT_LIMIT})::int AS page_total,
        count(*) > ${LIST_COUNT_LIMIT} AS page_more FROM (${counted}) AS counted),
    shown AS (
      SELECT page_total, page_more, ${pageNo(wanted)} AS page_no FROM counted)
    SELECT page_no, page_total, page_more, found.*
    FROM shown LEFT JOIN LATERAL (
      SELECT * FROM (${found}) AS every ORDER BY ${orderBy}
      LIMIT ${size}::int OFFSET (SELECT (page_no - 1) * ${size}::int FROM shown)
    ) AS found ON true
    ORDER BY ${orderBy}`.execute(db)
  return toPage(rows)
}

/**
 * One page of a list that is kept in `tallies`, newest first by `created_at`. The tallies give the
 * number of rows and the day on which the page begins, so that no earlier row is read.
 */
export async function pageOfDays<DB, TB extends keyof DB, Row extends object>(
  db: Trx,
  query: Query<DB, TB, Row>,
  { oid, list, id }: { oid: string; list: 'patients' | 'reports'; id: string },
  wanted: Wanted,
): Promise<Page<Row>> {
  const { size } = wanted
  const found: Expression<unknown> = query
  const orderBy = sql`created_at DESC, ${sql.ref(id)} DESC`
  // The tallies count what is hidden from whoever asks too.
  if (hiddenNow().length > 0) return pageOf(db, query, orderBy, wanted)
  const { rows } = await sql<Row & Shown>`
    WITH days AS (
      SELECT day, rows, sum(rows) OVER (ORDER BY day DESC)::int AS upto FROM tallies
      WHERE oid = ${oid} AND list = ${list} AND rows > 0),
    counted AS (SELECT coalesce(max(upto), 0) AS page_total FROM days),
    shown AS (
      SELECT page_total, false AS page_more, ${pageNo(wanted)} AS page_no FROM counted),
    start AS (
      SELECT (day + 1)::timestamp AT TIME ZONE 'UTC' AS before,
        (page_no - 1) * ${size}::int - (upto - rows) AS skipped
      FROM days, shown WHERE upto > (page_no - 1) * ${size}::int ORDER BY day DESC LIMIT 1)
    SELECT page_no, page_total, page_more, found.*
    FROM shown LEFT JOIN LATERAL (
      SELECT * FROM (${found}) AS every WHERE created_at < (SELECT before FROM start)
      ORDER BY ${orderBy} LIMIT ${size}::int OFFSET (SELECT skipped FROM start)
    ) AS found ON true
    ORDER BY ${orderBy}`.execute(db)
  return toPage(rows)
}

/** The page asked for, or the last one. */
const pageNo = ({ page, size }: Wanted) =>
  sql`least(${page}::int, greatest(1, ceil(page_total / ${size}::float)::int))`

/** The query always returns a row. An empty list has one that says only this. */
function toPage<Row>(rows: readonly (Row & Shown)[]): Page<Row> {
  const { page_no: page = 1, page_total: total_count = 0, page_more } = rows[0] ?? {}
  const total_more = page_more === true || undefined
  return { page, total_count, total_more, rows: total_count === 0 ? [] : [...rows] }
}
