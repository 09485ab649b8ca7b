import { addImageNote, setDmConditions } from '@mingmou/contract'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patientTable } from '../../migrations/patient-table.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { keepFindings, makeArchive, makePatient } from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let clinician: SignedIn
beforeAll(async () => {
  app = await testApp()
  clinician = await makeAccount(app, { role: '4' })
})
afterAll(() => app.close())

const tamper = (statement: string) =>
  withFullRights(app.context.config.databaseUrl, (client) => client.query(statement))

const LONG_AGO = '2001-02-03'

/** A patient with a sitting, a note and a record of diabetes, all of long ago. */
async function makeOld() {
  const pid = await makePatient(app, clinician)
  const rid = await makeArchive(app, clinician, pid)
  const analysis_record_id = await keepFindings(app, clinician, { pid, rid })
  const note = { image_index: 0, points: [[10, 10]] as [number, number][], text: '微血管瘤' }
  await succeed(app, addImageNote, { image_id: rid, ...note }, clinician)
  const value = { recently_HbA1c_date: LONG_AGO, recently_HbA1c_value: 8 }
  await succeed(app, setDmConditions, { pid, version: 0, ...value }, clinician)
  await tamper(`set session_replication_role = replica;
    update archives set record_date = '${LONG_AGO}';
    do $$ declare one regclass; begin
      for one in select attrelid::regclass from pg_attribute join pg_class on pg_class.oid = attrelid
        where relrowsecurity and attname = 'created_at' and not attisdropped
      loop execute format('update %s set created_at = %L', one, '${LONG_AGO}'); end loop;
    end $$;
    update dm_conditions set updated_at = '${LONG_AGO}'`)
  return { pid, rid, analysis_record_id }
}

async function lastDayOf(pid: string): Promise<string | undefined> {
  const found = await tamper(`select last_day_of('${pid}')::text as day`)
  const [row] = found.rows as { day: string }[]
  return row?.day
}

describe('the time until an erasure begins', () => {
  test.each([
    ['a note on a photograph', 'image_notes', 'created_at'],
    ['a value of HbA1c by its day', 'dm_values', 'day'],
    ['a change of the record of diabetes', 'dm_conditions', 'updated_at'],
    ['a sitting', 'archives', 'record_date'],
    ['an analysis', 'analyses', 'created_at'],
  ])('with %s, where that is the last of a person', async (_, table, column) => {
    const { pid, rid } = await makeOld()
    expect(await lastDayOf(pid)).toBe(LONG_AGO)
    const whose = table === 'image_notes' ? `rid = '${rid}'` : `pid = '${pid}'`
    await tamper(`set session_replication_role = replica;
      update ${table} set ${column} = '2004-05-06' where ${whose}`)
    expect(await lastDayOf(pid)).toBe('2004-05-06')
  })

  test('not with the opening of a result, which records nothing', async () => {
    const { pid, analysis_record_id } = await makeOld()
    await tamper(`set session_replication_role = replica;
      insert into result_reads (analysis_record_id, oid, created_by)
      values ('${analysis_record_id}', '${clinician.oid ?? ''}', '${clinician.uid}')`)
    expect(await lastDayOf(pid)).toBe(LONG_AGO)
  })

  test('with a row of a table that a later version adds', async () => {
    const { pid } = await makeOld()
    const full = new URL(app.context.config.databaseUrl)
    const pool = new pg.Pool({ connectionString: full.href, max: 1 })
    const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    try {
      await sql`set role mingmou_owner`.execute(owner)
      await patientTable(
        owner,
        'later_notes',
        'note_id uuid PRIMARY KEY, pid uuid NOT NULL, day date',
      )
    } finally {
      await owner.destroy()
    }
    await migrate(app.context.config.databaseUrl)
    await tamper(`insert into later_notes (note_id, pid, day, oid, created_by, created_at)
      values (gen_random_uuid(), '${pid}', '2005-06-07', '${clinician.oid ?? ''}',
        '${clinician.uid}', '${LONG_AGO}')`)
    expect(await lastDayOf(pid)).toBe('2005-06-07')
  })
})
