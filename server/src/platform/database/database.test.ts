import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, openPool, type Database } from './database.ts'
import { openDiskFiles } from '../files/files-disk.ts'
import { noted } from '../files/noted.ts'
import { openKeys } from '../keys/keys.ts'
import { openLine } from '../line.ts'
import { migrate } from './migrate.ts'
import { plannedOnce } from './planned-once.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await testDatabase()
  database = openDatabase(test.url, pino({ level: 'silent' }))
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

describe('the database', () => {
  it('hands dates over as text and works as the application role', async () => {
    const { rows } = await sql<{ day: string; role: string }>`
      select date '1960-02-29' as day, current_user as role`.execute(database.db)
    expect(rows).toEqual([{ day: '1960-02-29', role: 'mingmou_app' }])
  })

  it('says where a transaction waits for a second connection, another machine or the store of files', async () => {
    const said: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => said.push(line) })
    const other = openDatabase(test.url, log)
    const folder = await mkdtemp(join(tmpdir(), 'mingmou-files-'))
    const keys = await openKeys(database.db)
    const files = noted(await openDiskFiles({ folder, reserveBytes: 0 }, keys, () => new Date()))
    const NOBODY = { address: '127.0.0.1', port: 1, tls: null }
    const outside = () => Promise.allSettled([openLine(NOBODY), files.stat('a/b.jpg')])
    await other.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      await sql`select 1`.execute(other.db)
      await outside()
    })
    await sql`select 1`.execute(other.db)
    await outside()
    await other.close()
    const waits = said.map((line) => /a transaction waits for [^"\\]+/.exec(line)?.[0])
    expect(waits).toEqual([
      'a transaction waits for a second connection',
      'a transaction waits for 127.0.0.1',
      'a transaction waits for the store of files',
    ])
  })

  it('keeps the statements of frequent work, and goes on after a migration changed what one answers with', async () => {
    const { db } = database
    const owner = openPool(test.url, 'mingmou_owner', 1)
    await owner.query('create table kept (n int); grant select on kept to mingmou_app')
    // Of a transaction every statement goes to one connection, which the pool hands out again.
    const look = (n: number) =>
      db.transaction().execute(async (trx) => {
        await sql`select * from kept where n = ${n}`.execute(trx)
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_prepared_statements`.execute(trx)
        return rows[0]?.count
      })
    expect(await look(1)).toBe(0)
    expect(await plannedOnce(() => look(2))).toBe(1)
    expect(await plannedOnce(() => look(3))).toBe(1)
    await owner.query('alter table kept add column more int')
    await expect(plannedOnce(() => look(4))).rejects.toMatchObject({ code: '0A000' })
    expect(await plannedOnce(() => look(5))).toBe(1)
    await owner.query('drop table kept')
    await owner.end()
  })

  it('tries a transaction again that waited for another one, which waited for it', async () => {
    const { db } = database
    let tries = 0
    let arrived = 0
    let go: () => void = () => undefined
    const both = new Promise<void>((resolve) => (go = resolve))
    const hold = (first: number, second: number) =>
      db.transaction().execute(async (trx) => {
        tries += 1
        await sql`select pg_advisory_xact_lock(${first})`.execute(trx)
        if (++arrived === 2) go()
        await both
        await sql`select pg_advisory_xact_lock(${second})`.execute(trx)
        return first
      })
    expect(await Promise.all([hold(1, 2), hold(2, 1)])).toEqual([1, 2])
    expect(tries).toBe(3)
  })

  it('does not try again what it refuses', async () => {
    let tries = 0
    const wrong = database.db.transaction().execute(async (trx) => {
      tries += 1
      await sql`select 1 / 0`.execute(trx)
    })
    await expect(wrong).rejects.toThrow('division by zero')
    expect(tries).toBe(1)
  })

  it('may be migrated again, and by several programs at once', async () => {
    const starts = Array.from({ length: 8 }, () => migrate(test.url))
    expect(await Promise.allSettled(starts)).toEqual(starts.map(() => ({ status: 'fulfilled' })))
  })
})
