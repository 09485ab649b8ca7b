import { createHash } from 'node:crypto'
import pg from 'pg'
import { PLAINLY } from '../backup/digest.ts'

/** A table with an institution, as the catalogue describes it. */
export interface OwnedTable {
  name: string
  /** Without those that the database derives. */
  columns: string[]
  key: string[]
}

/** Sees and writes the rows of this institution alone, until the transaction ends. */
export async function bindTo(client: pg.ClientBase, oid: string): Promise<void> {
  await client.query(PLAINLY)
  await client.query(`select set_config('app.purge', $1, true)`, [oid])
}

/**
 * Every table with an institution, those that others refer to first. An institution refers to an
 * account only as a trial tenant, which never moves.
 */
const TABLES = `with recursive owned as (
    select attrelid as relid from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'oid'
      and not attisdropped),
  referring (relid, depth) as (
    select relid, 0 from owned
    union all
    select conrelid, depth + 1 from referring join pg_constraint on confrelid = relid
    where contype = 'f' and conrelid <> confrelid and conrelid <> 'institutions'::regclass)
  select relname as name, array(select attname::text from pg_attribute
      where attrelid = relid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns,
    array(select attname::text from pg_index join pg_attribute on attrelid = indrelid
      where indrelid = relid and indisprimary and attnum = any(indkey) order by attnum) as key
  from referring join owned using (relid) join pg_class on pg_class.oid = relid
  group by relid, relname order by max(depth), relname`

export async function listOwned(client: pg.ClientBase): Promise<OwnedTable[]> {
  const { rows } = await client.query<OwnedTable>(TABLES)
  return rows
}

const AT_ONCE = 200

/** Each row as a line of JSON, in the order of the key. */
export async function* linesOf(
  client: pg.ClientBase,
  { name, columns, key }: OwnedTable,
  oid: string,
): AsyncGenerator<string> {
  const derived = `array(select attname::text from pg_attribute
    where attrelid = '${name}'::regclass and attnum > 0 and attname <> all(array[${columns
      .map((column) => pg.escapeLiteral(column))
      .join(', ')}]))`
  const order = key.map((column) => `t.${pg.escapeIdentifier(column)}::text collate "C"`)
  await client.query(
    `declare owned no scroll cursor for
     select (to_jsonb(t) - ${derived})::text as line from ${pg.escapeIdentifier(name)} t
     where oid = ${pg.escapeLiteral(oid)} order by ${order.join(', ')}`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${AT_ONCE} from owned`)
    if (rows.length === 0) break
    for (const { line } of rows) yield line
  }
  await client.query('close owned')
}

/** Rows and hash of a table as they are now. */
export async function digestOf(
  client: pg.ClientBase,
  table: OwnedTable,
  oid: string,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const line of linesOf(client, table, oid)) {
    hash.update(`${line}\n`)
    rows++
  }
  return { rows, sha256: hash.digest('hex') }
}

/** The last migration of the database. */
export async function schemaOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations.kysely_migration order by name desc limit 1',
  )
  return rows[0]?.name ?? ''
}
