import pg from 'pg'
import type { TableDigest } from './manifest.ts'

/** What rows look like as text must not depend on the machine. */
export const PLAINLY = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1`

/** Tables with rows of their own; the parts of a divided table count as that table. */
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by 1`

export async function listTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  return rows.map(({ name }) => name)
}

export const digestQuery = (table: string) =>
  `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash
   from ${table} t`

/** Counts and hashes of every table, as the transaction of the client sees them. */
export async function digestTables(client: pg.ClientBase): Promise<Record<string, TableDigest>> {
  await client.query(`${PLAINLY}; set local row_security = off`)
  const found: Record<string, TableDigest> = {}
  for (const table of await listTables(client)) {
    const { rows } = await client.query<{ rows: string; hash: string }>(digestQuery(table))
    const [row] = rows
    if (row) found[table] = { rows: Number(row.rows), hash: row.hash }
  }
  return found
}

/** Names of the tables that differ. */
export function differing(
  a: Record<string, TableDigest>,
  b: Record<string, TableDigest>,
): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].filter(
    (name) => a[name]?.rows !== b[name]?.rows || a[name]?.hash !== b[name]?.hash,
  )
}
