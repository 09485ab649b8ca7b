import {
  askErasure,
  confirmErasure,
  deletePatient,
  mergePatients,
  unmergePatient,
} from '@mingmou/contract'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller, Clinician } from '../../http/actor.ts'
import { patientRecordTable } from '../../migrations/patient-table.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { makePatient } from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { bindTo, digestOf, listOwned } from '../move/rows.ts'
import { patientRecord, type KeptRow } from './patient-record.ts'

/** A record that no feature has: vaccinations, in a table of their own. */
interface Vaccination extends KeptRow {
  row_id: string
  against: string
  day: string
}
const VACCINATIONS = patientRecord<
  Vaccination,
  { against: string; day: string },
  { row_id: string; against: string; day: string; version: number; changed_by: string }
>({
  record: 'complication',
  table: 'vaccinations',
  columns: ({ against, day }) => ({ against, day }),
  days: ({ day }) => ({ day }),
  shown: ({ row_id, against, day, version, changed_by }) => ({
    row_id,
    against,
    day,
    version,
    changed_by: changed_by ?? '',
  }),
})

let app: TestApp
let by: SignedIn
let colleague: SignedIn
let pid: string
beforeAll(async () => {
  app = await testApp()
  const pool = new pg.Pool({ connectionString: app.context.config.databaseUrl, max: 1 })
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`set role mingmou_owner`.execute(owner)
    const columns = 'against text NOT NULL, day date NOT NULL'
    await patientRecordTable(owner, 'vaccinations', { id: 'row_id', columns })
  } finally {
    await owner.destroy()
  }
  await migrate(app.context.config.databaseUrl)
  by = await makeAccount(app, { role: '3' })
  colleague = await makeAccount(app, { role: '4', oid: oidOf(by) })
})
afterAll(() => app.close())
beforeEach(async () => {
  pid = await makePatient(app, by)
})

function oidOf({ oid }: SignedIn): string {
  if (oid === null) throw new Error('belongs to no institution')
  return oid
}
const as = (account: SignedIn): Caller<Clinician> => {
  const { uid, role } = account
  const actor = { uid, sid: '-', role, oid: oidOf(account), name: '-', account_type: 1 as const }
  return { actor, ip: '127.0.0.1', language: 'zh-CN' }
}

const GIVEN = { against: '流感', day: '2024-03-01' }
const add = (who = by, given = GIVEN, of = pid) => VACCINATIONS.add(app.context, as(who), of, given)
const listed = async (of = pid, who = by) =>
  (await VACCINATIONS.list(app.context, as(who), of)).rows
const asked = () => ({ token: by.token })
const logged = async () => {
  const entries = await app.context.db
    .selectFrom('audit_log')
    .select(['action', 'target_id', 'uid'])
    .where('pid', '=', pid)
    .where('target_type', '=', 'complication')
    .orderBy('id')
    .execute()
  return entries.map(({ action, target_id, uid }) => [action, target_id, uid])
}

describe('a record of a patient that a feature describes', () => {
  test('is listed, the newest first, changed by whoever has seen it, and deleted, each on record', async () => {
    const first = await add()
    const second = await add(colleague, { ...GIVEN, against: '肺炎' })
    expect((await listed()).map(({ row_id }) => row_id)).toEqual([second, first])
    const change = { ...GIVEN, against: '乙肝' }
    await VACCINATIONS.set(app.context, as(colleague), { id: first, version: 1 }, change)
    const [, changed] = await listed()
    expect(changed).toMatchObject({ row_id: first, ...change, version: 2 })
    await VACCINATIONS.remove(app.context, as(by), { id: first, version: 2 })
    expect((await listed()).map(({ row_id }) => row_id)).toEqual([second])
    expect(await logged()).toEqual([
      ['complication.add', first, by.uid],
      ['complication.add', second, colleague.uid],
      ['complication.set', first, colleague.uid],
      ['complication.delete', first, by.uid],
    ])
  })

  test('that somebody changed meanwhile is neither changed nor deleted, and the answer says how it is', async () => {
    const id = await add()
    await VACCINATIONS.set(app.context, as(colleague), { id, version: 1 }, GIVEN)
    const [stored] = await listed()
    const refused = { errorCode: 1003, data: { stored } }
    for (const version of [1, undefined]) {
      const seen = { id, version }
      await expect(VACCINATIONS.set(app.context, as(by), seen, GIVEN)).rejects.toMatchObject(
        refused,
      )
      await expect(VACCINATIONS.remove(app.context, as(by), seen)).rejects.toMatchObject(refused)
    }
    expect(await listed()).toEqual([stored])
  })

  test('holds no day before the birth of the patient', async () => {
    const early = { ...GIVEN, day: '1901-01-01' }
    const refused = { errorCode: 1001 }
    await expect(add(by, early)).rejects.toMatchObject(refused)
    const seen = { id: await add(), version: 1 }
    await expect(VACCINATIONS.set(app.context, as(by), seen, early)).rejects.toMatchObject(refused)
  })

  test('is of its institution alone', async () => {
    const id = await add()
    const stranger = await makeAccount(app, { role: '3' })
    const missing = { errorCode: 1002 }
    const seen = { id, version: 1 }
    await expect(listed(pid, stranger)).rejects.toMatchObject(missing)
    await expect(add(stranger)).rejects.toMatchObject(missing)
    await expect(VACCINATIONS.set(app.context, as(stranger), seen, GIVEN)).rejects.toMatchObject(
      missing,
    )
    await expect(VACCINATIONS.remove(app.context, as(stranger), seen)).rejects.toMatchObject(
      missing,
    )
    const unset = await sql`select from vaccinations`.execute(app.context.db)
    expect(unset.rows).toEqual([])
  })

  test('of a merged patient is listed with those of the other record, until they are parted', async () => {
    const other = await makePatient(app, by)
    const [own, others] = [await add(), await add(by, GIVEN, other)]
    await succeed(app, mergePatients, { pid, merged_pid: other }, asked())
    expect((await listed(other)).map(({ row_id }) => row_id)).toEqual([others, own])
    await succeed(app, unmergePatient, { merged_pid: other }, asked())
    expect((await listed(other)).map(({ row_id }) => row_id)).toEqual([others])
  })

  test('moves with the institution, counts for the time until an erasure, and is erased with the patient', async () => {
    const id = await add(by, { ...GIVEN, day: '2004-05-06' })
    const inDatabase = <T>(work: (client: pg.Client) => Promise<T>) =>
      withFullRights(app.context.config.databaseUrl, work)
    await inDatabase(async (client) => {
      await client.query('begin')
      await bindTo(client, oidOf(by))
      const table = (await listOwned(client)).find(({ name }) => name === 'vaccinations')
      expect(table?.columns).toEqual(expect.arrayContaining(['row_id', 'against', 'day']))
      expect(table && (await digestOf(client, table, oidOf(by))).rows).toBeGreaterThan(0)
      await client.query('commit')
      await client.query(`set session_replication_role = replica;
        update patients set created_at = '2001-02-03' where pid = '${pid}';
        update vaccinations set created_at = '2001-02-03', updated_at = '2001-02-03'`)
      const { rows } = await client.query(`select last_day_of('${pid}')::text as day`)
      expect(rows).toEqual([{ day: '2004-05-06' }])
      await client.query(`update institutions set erasure_years = 15 where oid = '${oidOf(by)}'`)
    })
    await succeed(app, deletePatient, { pid }, asked())
    await succeed(app, askErasure, { pid }, asked())
    const { data } = await app.call(confirmErasure, { pid }, { token: colleague.token })
    expect(data).toEqual({ sittings: 0, images: 0, reports: 0 })
    const left = await inDatabase((client) =>
      client.query(`select from vaccinations where row_id = '${id}'`),
    )
    expect(left.rowCount).toBe(0)
  })
})
