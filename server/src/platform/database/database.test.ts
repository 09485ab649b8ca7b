import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'

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

  it('may be migrated again, and by several programs at once', async () => {
    await Promise.all([migrate(test.url), migrate(test.url), migrate(test.url)])
  })
})
