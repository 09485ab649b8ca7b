import { Kysely, PostgresDialect, sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { openDatabase, openPool, type Database } from '../platform/database/database.ts'
import { withInstitution } from '../platform/database/institution.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { patientTable } from './patient-table.ts'

let empty: TestDatabase
let database: Database
const ours = newId()
const theirs = newId()

beforeAll(async () => {
  empty = await testDatabase()
  database = openDatabase(empty.url, pino({ level: 'silent' }), 1)
  const pool = openPool(empty.url, 'mingmou_owner', 1)
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  await patientTable(owner, 'notes', 'note_id uuid PRIMARY KEY, note text NOT NULL')
  await owner.destroy()
  for (const oid of [ours, theirs]) {
    await database.db
      .insertInto('institutions')
      .values({
        oid,
        name: '演示机构',
        short_name: '演示',
        contact: '-',
        phone: '-',
        email: '-',
        area_id: [],
        address: '-',
        join_type: 2,
      })
      .execute()
  }
})
afterAll(async () => {
  await database.close()
  await empty.drop()
})

const inside = (oid: string, statement: ReturnType<typeof sql>) =>
  withInstitution(database.db, oid, (trx) => statement.execute(trx))

test('a new table of patient data is walled, dated and removed with its institution', async () => {
  await inside(
    ours,
    sql`insert into notes (note_id, note, oid, created_by) values (${newId()}, '-', ${ours}, ${newId()})`,
  )
  const read = sql<{ note: string; created_at: Date }>`select note, created_at from notes`
  expect((await inside(ours, read)).rows).toMatchObject([{ created_at: expect.any(Date) as Date }])
  expect((await inside(theirs, read)).rows).toEqual([])
  await expect(
    inside(
      theirs,
      sql`insert into notes (note_id, note, oid, created_by) values (${newId()}, '-', ${ours}, ${newId()})`,
    ),
  ).rejects.toThrow('row-level security')
  await expect(inside(ours, sql`delete from notes`)).rejects.toThrow('permission denied')
  await database.db
    .updateTable('institutions')
    .set({ final_at: new Date() })
    .where('oid', '=', ours)
    .execute()
  await sql`select purge_institution(${ours})`.execute(database.db)
  expect((await inside(ours, read)).rows).toEqual([])
})
