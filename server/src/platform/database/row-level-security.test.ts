import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { v7 as newId } from 'uuid'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { clientConfig, openDatabase, type Database } from './database.ts'
import { withInstitution } from './institution.ts'

/**
 * Tables with an institution but no patient data: accounts, the audit log, and the tables that
 * administrators review.
 */
const NOT_PATIENT_DATA = [
  ...['accounts', 'admission_documents', 'audit_log', 'institutions'],
  // Whoever signs in there is looked up before the institution is known.
  ...['sso_links', 'sso_providers'],
  // Of accounts: the worker carries out what is due, and administrators ask for it.
  'account_changes',
  // Bytes on their way, counted over all institutions: no file name, no patient. The sweep of uploads removes them.
  'unfiled_uploads',
]

let test: TestDatabase
let database: Database
let tables: string[]
const ours = newId()
const theirs = newId()

beforeAll(async () => {
  test = await testDatabase()
  // A single connection, so that state left by one transaction shows in the next.
  database = openDatabase(test.url, pino({ level: 'silent' }), 1)
  await asSuperuser(async (client) => {
    const { rows } = await client.query<{ table_name: string }>(
      `select table_name from information_schema.columns
       where table_schema = 'public' and column_name = 'oid' and table_name <> all($1)
       order by table_name`,
      [NOT_PATIENT_DATA],
    )
    tables = rows.map((row) => row.table_name)
    await fill(client)
  })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

async function asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(inject('databaseServer').superuserUrl)
  url.pathname = new URL(test.url).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** One row of the own institution in every table of patient data, whatever its columns are. */
async function fill(client: pg.Client): Promise<void> {
  for (const oid of [ours, theirs]) {
    await client.query(
      `insert into institutions (oid, name, short_name, contact, phone, email, area_id, address, join_type)
       values ($1, '演示机构', '演示', '-', '-', '-', '{}', '-', 1)`,
      [oid],
    )
  }
  await client.query(`set session_replication_role = replica`)
  for (const table of tables) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select column_name as name, udt_name as type from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_nullable = 'NO'
         and column_default is null and is_identity = 'NO'
         and is_generated = 'NEVER'`,
      [table],
    )
    const checks = await client.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint
       where conrelid = $1::regclass and contype = 'c'`,
      [table],
    )
    const values = rows.map(({ name, type }) => {
      if (name === 'oid') return ours
      const allowed = checks.rows.find(({ text }) => text.includes(`((${name} = ANY`))?.text
      return /'([^']+)'::text/.exec(allowed ?? '')?.[1] ?? SAMPLE[type] ?? '1'
    })
    const names = rows.map(({ name }) => name).join(', ')
    const places = rows.map((_, index) => `$${index + 1}`).join(', ')
    await client.query(`insert into ${table} (${names}) values (${places})`, values)
  }
}

const SAMPLE: Record<string, string> = {
  uuid: newId(),
  date: '2020-02-29',
  jsonb: '{}',
  _text: '{}',
  _int8: '{}',
  _uuid: '{}',
  timestamptz: '2020-02-29T00:00:00Z',
}

const count = async (trx: Parameters<Parameters<typeof withInstitution>[2]>[0], table: string) => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from ${sql.table(table)}`.execute(trx)
  return rows[0]?.n
}

describe('patient data', () => {
  it('is guarded in every table that has it', async () => {
    expect(tables).toContain('patients')
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relrowsecurity and relforcerowsecurity order by relname`.execute(database.db)
    expect(rows.map((row) => row.name)).toEqual(tables)
  })

  it('is seen by its own institution, even by a query without a condition', async () => {
    for (const table of tables) {
      expect([table, await withInstitution(database.db, ours, (trx) => count(trx, table))]).toEqual(
        [table, 1],
      )
    }
  })

  it('is not seen by another institution, even by a query that forgot its condition', async () => {
    for (const table of tables) {
      expect([
        table,
        await withInstitution(database.db, theirs, (trx) => count(trx, table)),
      ]).toEqual([table, 0])
    }
  })

  it('is not seen with no institution set, also right after one was', async () => {
    for (const table of tables) {
      await withInstitution(database.db, ours, (trx) => count(trx, table))
      const visible = await database.db.transaction().execute((trx) => count(trx, table))
      expect([table, visible]).toEqual([table, 0])
    }
  })

  it('cannot be changed, deleted or written for another institution', async () => {
    for (const table of tables) {
      const name = sql.table(table)
      const changed = await withInstitution(database.db, theirs, (trx) =>
        sql`update ${name} set oid = oid`.execute(trx),
      ).catch((error: unknown) => refusal(error))
      expect([0n, 'permission denied']).toContain(
        typeof changed === 'string' ? changed : changed.numAffectedRows,
      )
      const deleted = await withInstitution(database.db, theirs, (trx) =>
        sql`delete from ${name}`.execute(trx),
      ).catch((error: unknown) => refusal(error))
      expect([0n, 'permission denied']).toContain(
        typeof deleted === 'string' ? deleted : deleted.numAffectedRows,
      )
      await expect(
        withInstitution(database.db, ours, (trx) =>
          sql`insert into ${name} (oid) values (${theirs})`.execute(trx),
        ),
      ).rejects.toThrow(/row-level security|not-null constraint|permission denied/)
    }
  })

  it('stays guarded: the application cannot lift the guard, and the owner is bound by it', async () => {
    const lift = [
      'alter table patients disable row level security',
      'alter table patients no force row level security',
      'drop policy institution on patients',
      'create policy everything on patients using (true)',
      'truncate patients cascade',
    ]
    for (const statement of lift) {
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(
        /must be owner|permission denied/,
      )
    }
    await expect(
      database.db.transaction().execute(async (trx) => {
        await sql`set local row_security = off`.execute(trx)
        await count(trx, 'patients')
      }),
    ).rejects.toThrow('row-level security')
    const owner = new pg.Client(clientConfig(test.url, 'mingmou_owner'))
    await owner.connect()
    const { rows } = await owner.query('select pid from patients')
    await owner.end()
    expect(rows).toEqual([])
  })

  it('tells across institutions only whose a report is and how many images there are', async () => {
    const { rows } = await sql<{ oid: string; images: string }>`
      select report_institution('1') as oid, image_count() as images`.execute(database.db)
    expect(rows).toEqual([{ oid: ours, images: '1' }])
  })
})

/** The columns that say that a report is void, by whom and why. */
const VOID = ['voided_at', 'voided_by', 'void_reason']

describe('a report', () => {
  it('can be declared void by the program, and neither changed otherwise nor deleted', async () => {
    const { rows } = await sql<{ name: string }>`select column_name as name
      from information_schema.columns where table_name = 'reports'`.execute(database.db)
    const changes = rows.map(({ name }) => [name, `update reports set ${name} = ${name}`] as const)
    expect(changes.length).toBeGreaterThan(10)
    for (const [name, change] of [...changes, ['', 'delete from reports'] as const]) {
      const done = withInstitution(database.db, ours, (trx) => sql.raw(change).execute(trx))
      if (VOID.includes(name)) expect((await done).numAffectedRows).toBe(1n)
      else if (name === 'stage') await expect(done, change).rejects.toThrow()
      else await expect(done, change).rejects.toThrow('permission denied')
    }
  })

  it('that is void stays void, with its reason', async () => {
    const set = (change: string) =>
      withInstitution(database.db, ours, (trx) =>
        sql.raw(`update reports set ${change}`).execute(trx),
      )
    await set(`voided_at = now(), void_reason = '-'`)
    for (const change of ['voided_at = null, void_reason = null', `void_reason = 'other'`])
      await expect(set(change)).rejects.toThrow('stays void')
  })
})

describe('what an institution had', () => {
  it('goes from every table once its deletion is final, and not before', async () => {
    const purge = () => sql`select purge_institution(${ours})`.execute(database.db)
    await expect(purge()).rejects.toThrow('not to be removed')
    await database.db
      .updateTable('institutions')
      .set({ final_at: new Date() })
      .where('oid', '=', ours)
      .execute()
    await purge()
    for (const table of tables) {
      const left = await asSuperuser((client) => client.query(`select from ${table}`))
      expect([table, left.rowCount]).toEqual([table, 0])
    }
  })
})

describe('the audit log', () => {
  it('takes entries, and lets nobody change or remove one', async () => {
    await sql`insert into audit_log (action, outcome) values ('test', 'success')`.execute(
      database.db,
    )
    for (const change of [
      `update audit_log set action = 'other'`,
      'delete from audit_log',
      'truncate audit_log',
      `insert into audit_log (at, action, outcome) values ('2020-01-01', 'test', 'success')`,
      `insert into audit_chain (seq, id, hash) values (9, 9, '')`,
      'update audit_chain set seq = 9',
      'delete from audit_chain',
      `update audit_head set hash = ''`,
      'delete from audit_head',
      'update audit_anchors set seq = 9',
      'delete from audit_anchors',
      'select audit_link(entry) from audit_log entry',
      'alter table audit_log disable trigger audit_linked',
      `set session_replication_role = 'replica'`,
    ]) {
      await expect(sql.raw(change).execute(database.db), change).rejects.toThrow(
        /permission denied|must be owner/,
      )
    }
  })
})

function refusal(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  return text.startsWith('permission denied') ? 'permission denied' : text
}
