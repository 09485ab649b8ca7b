import pg from 'pg'
import { digestQuery } from '../backup/digest.ts'
import type { TableDigest } from '../backup/manifest.ts'
import { BackupFault } from '../backup/fault.ts'
import type { Sequence } from './manifest.ts'

/** A table with rows of its own; the parts of a divided table count as that table. */
export interface Table {
  /** With its schema, quoted where that is needed. */
  name: string
  /** Without those that the database derives. */
  columns: string[]
  /** Row-level security binds the owner too: it reads one institution after the other. */
  walled: boolean
}

/** The migrations are not carried over: the schema must be the same on both sides. */
const TABLES = `select format('%I.%I', nspname, relname) as name, relforcerowsecurity as walled,
    array(select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
    and nspname !~ '^pg_' and nspname not in ('information_schema', 'migrations')
  order by 1`

/** Behind a wall every row names its institution, or it would not be found. */
const UNOWNED = `select c.oid::regclass::text as name from pg_class c
  where relforcerowsecurity and not exists (
    select from pg_attribute where attrelid = c.oid and attname = 'oid' and attnotnull)`

export async function listAll(client: pg.ClientBase): Promise<Table[]> {
  const unowned = await client.query<{ name: string }>(UNOWNED)
  const [lost] = unowned.rows
  if (lost) throw new Error(`${lost.name}: a row need not have an institution`)
  const { rows } = await client.query<Table>(TABLES)
  return rows
}

const AT_ONCE = 500

/** Every row as PostgreSQL writes it, as one line of JSON each. */
export async function* linesOfAll(
  client: pg.ClientBase,
  { name, walled }: Table,
  oids: readonly string[],
): AsyncGenerator<string> {
  for (const where of walled ? oids.map(ofInstitution) : [null]) {
    await bindTo(client, where)
    await client.query(
      `declare everything no scroll cursor for select t::text as line from ${name} t ${where?.condition ?? ''}`,
    )
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${AT_ONCE} from everything`)
      if (rows.length === 0) break
      for (const { line } of rows) yield JSON.stringify(line)
    }
    await client.query('close everything')
  }
}

/** Rows and hash of a table, as the database counts them. */
export async function digestOfAll(
  client: pg.ClientBase,
  { name, walled }: Table,
  oids: readonly string[],
): Promise<TableDigest> {
  const sum = { rows: 0, hash: 0n }
  for (const where of walled ? oids.map(ofInstitution) : [null]) {
    await bindTo(client, where)
    const { rows } = await client.query<{ rows: string; hash: string }>(
      `${digestQuery(name)} ${where?.condition ?? ''}`,
    )
    sum.rows += Number(rows[0]?.rows ?? 0)
    sum.hash += BigInt(rows[0]?.hash ?? 0)
  }
  return { rows: sum.rows, hash: sum.hash.toString() }
}

const ofInstitution = (oid: string) => ({
  oid,
  condition: `where oid = ${pg.escapeLiteral(oid)}`,
})

async function bindTo(client: pg.ClientBase, where: { oid: string } | null): Promise<void> {
  if (where) await client.query(`select set_config('app.purge', $1, true)`, [where.oid])
}

/** Those that have given a number. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where last_value is not null order by 1`,
  )
  return rows
}

/** Empties all tables and fills them anew, with neither triggers nor walls in the way. */
export async function replaceAll(
  client: pg.ClientBase,
  tables: readonly Table[],
  lines: (table: Table) => AsyncIterable<string>,
): Promise<void> {
  const each = async (statement: (table: Table) => string, wanted = tables) => {
    for (const table of wanted) await client.query(statement(table))
  }
  const walled = tables.filter((table) => table.walled)
  const keys = await client.query<{ relation: string; name: string; after: string }>(KEYS)
  await each(({ name }) => `alter table ${name} disable trigger user`)
  await each(({ name }) => `alter table ${name} no force row level security`, walled)
  for (const { relation, name } of keys.rows) {
    await client.query(
      `alter table ${relation} alter constraint ${name} deferrable initially deferred`,
    )
  }
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const table of tables) await fill(client, table, lines(table))
  await client.query('set constraints all immediate')
  for (const { relation, name, after } of keys.rows) {
    await client.query(`alter table ${relation} alter constraint ${name} ${after}`)
  }
}

/** The walls stand again before anything is committed. */
export async function closeAgain(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name, walled } of tables) {
    await client.query(`alter table ${name} enable trigger user`)
    if (walled) await client.query(`alter table ${name} force row level security`)
  }
}

/** References, of which some go in a circle, are checked when all rows are there. */
const KEYS = `select conrelid::regclass::text as relation, quote_ident(conname) as name,
    case when not condeferrable then 'not deferrable' when condeferred
      then 'deferrable initially deferred' else 'deferrable initially immediate' end as after
  from pg_constraint join pg_class on pg_class.oid = conrelid
  join pg_namespace n on n.oid = relnamespace
  where contype = 'f' and conparentid = 0 and nspname !~ '^pg_' and nspname <> 'migrations'`

const BATCH_BYTES = 4 * 1024 * 1024

async function fill(
  client: pg.ClientBase,
  { name, columns }: Table,
  lines: AsyncIterable<string>,
): Promise<void> {
  const listed = columns.join(', ')
  let batch: string[] = []
  let bytes = 0
  const insert = async () => {
    await client.query(
      `insert into ${name} (${listed}) overriding system value
       select ${listed} from unnest($1::${name}[])`,
      [batch],
    )
    batch = []
    bytes = 0
  }
  for await (const line of lines) {
    const row: unknown = JSON.parse(line)
    if (typeof row !== 'string') throw new BackupFault(`${name}: holds what is no row`)
    batch.push(row)
    bytes += row.length
    if (batch.length >= AT_ONCE || bytes >= BATCH_BYTES) await insert()
  }
  if (batch.length > 0) await insert()
}
