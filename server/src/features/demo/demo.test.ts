import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fundusAnalysis, listPatients, login } from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeSitting, nextEvent, predict, work } from '../../testing/clinical-factories.ts'
import { makeInstitution } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { handleDemo } from './demo.handler.ts'
import { demoAccounts, seedDemo } from './seed.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function signIn(role: '3' | '4') {
  const accounts = await demoAccounts(app.context.config.dataDir)
  const { account = '', password = '' } = accounts.find((one) => one.role === role) ?? {}
  return succeed(app, login, { account, password, accountType: 2 })
}

test('an empty database gets one demonstration, whose accounts sign in with the passwords that are kept', async () => {
  await Promise.all([seedDemo(app.context), seedDemo(app.context)])
  await seedDemo(app.context)
  const institutions = await app.context.db
    .selectFrom('institutions')
    .select(['kind', 'name'])
    .orderBy('kind')
    .execute()
  expect(institutions).toEqual([
    { kind: 'clinic', name: '演示眼科机构' },
    { kind: 'trial', name: '' },
  ])
  expect((await signIn('3')).role).toBe('3')
  expect((await signIn('4')).first_login).toBe('not_first_login')
  const { mode } = await stat(join(app.context.config.dataDir, 'demo-accounts.json'))
  expect(mode & 0o777).toBe(0o600)
})

test('a demonstration cut short goes on where it stopped, and makes nothing twice', async () => {
  const { token, uid } = await signIn('4')
  const { oid } = await app.context.db
    .selectFrom('institutions')
    .select('oid')
    .where('kind', '=', 'clinic')
    .executeTakeFirstOrThrow()
  const sittings = () =>
    withInstitution(app.context.db, oid, async (trx) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from archives`.execute(
        trx,
      )
      return rows[0]?.n ?? 0
    })
  const runUntil = async (count: number) => {
    const stop = new AbortController()
    const data = { oid, uid }
    const run = { id: '', data, attempt: 1, last: false, signal: stop.signal }
    const ended = handleDemo(app.context)(run).catch(() => undefined)
    await vi.waitFor(async () => expect(await sittings()).toBeGreaterThanOrEqual(count), {
      timeout: 50_000,
    })
    stop.abort()
    await ended
  }
  await runUntil(1)
  await runUntil(3)
  const { rows } = await succeed(app, listPatients, {}, { token })
  const names = rows.map((row) => row.name).reverse()
  expect(names.slice(0, 2)).toEqual(['演示患者一', '演示患者二'])
  expect(new Set(names).size).toBe(names.length)
  const first = rows.find((row) => row.name === '演示患者一')
  const listed = await succeed(app, fundusAnalysis.list, { pid: first?.pid ?? '' }, { token })
  expect(listed.rows.map((row) => [row.image_count, row.collect_device, row.status])).toEqual([
    [2, '绘制图像（演示）', 'queued'],
    [2, '绘制图像（演示）', 'queued'],
  ])
})

test('a database that somebody uses gets no demonstration', async () => {
  const used = await testApp()
  const { name } = await makeInstitution(used)
  await seedDemo(used.context)
  const institutions = await used.context.db.selectFrom('institutions').select('name').execute()
  expect(institutions).toEqual([{ name }])
  await used.close()
})

test("a clinician's analysis comes before the demonstration's that were asked for earlier", async () => {
  const { rows } = await sql`select id from pgboss.job where name = 'analyse'`.execute(
    app.context.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  const { by, rid } = await makeSitting(app)
  await predict(app, by, rid)
  const { happened } = await nextEvent(app, 'anal_system')
  await work(app)
  expect((await happened).image_id).toBe(rid)
})
