import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  brokenCondition,
  fundusAnalysis,
  getQuestionnaire,
  listPatients,
  login,
  NewQuestion,
  newsList,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeInstitution } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { handleDemo } from './demo.handler.ts'
import { readFound } from './found.ts'
import { DEMO_PATIENTS } from './people.ts'
import { demoAccounts, seedDemo } from './seed.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function signIn(role: '3' | '4') {
  const accounts = await demoAccounts(app.context.config.dataDir)
  const { account = '', password = '' } = accounts.find((account) => account.role === role) ?? {}
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
  const { entries } = await succeed(app, newsList, {})
  expect(entries.map(({ title }) => title.startsWith('示例'))).toEqual([true, true])
  const sample = await succeed(app, getQuestionnaire, {})
  expect(sample).toMatchObject({ state: 'open', questionnaire: { title: { 'zh-CN': '示例问卷' } } })
  for (const question of sample.questionnaire?.questions ?? []) {
    const content = { ...question, question_id: undefined }
    expect(NewQuestion.safeParse(JSON.parse(JSON.stringify(content))).error).toBeUndefined()
  }
  expect(brokenCondition(sample.questionnaire?.questions ?? [])).toBeNull()
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
      timeout: 300_000,
    })
    stop.abort()
    await ended
  }
  await runUntil(1)
  await runUntil(DEMO_PATIENTS.slice(0, 2).flatMap(({ sittings }) => sittings).length)
  const { rows, total_count } = await succeed(app, listPatients, {}, { token })
  expect(total_count).toBe(DEMO_PATIENTS.length)
  const second = rows.find((row) => row.name === '演示患者二')
  const listed = await succeed(app, fundusAnalysis.list, { pid: second?.pid ?? '' }, { token })
  expect(listed.rows.map((row) => [row.image_count, row.collect_device, row.status])).toEqual([
    [2, '绘制图像（演示）', 'done'],
    [2, '绘制图像（演示）', 'done'],
  ])
  const jobs = await sql`select id from jobs where name = 'analyse'`.execute(app.context.db)
  expect(jobs.rows).toEqual([])
})

test('a database that somebody uses gets no demonstration', async () => {
  const used = await testApp()
  const { name } = await makeInstitution(used)
  await seedDemo(used.context)
  const institutions = await used.context.db.selectFrom('institutions').select('name').execute()
  expect(institutions).toEqual([{ name }])
  await used.close()
})

test('the patients are there before anything is drawn, the first case on top', async () => {
  const fresh = await testApp()
  await seedDemo(fresh.context)
  const accounts = await demoAccounts(fresh.context.config.dataDir)
  const { account = '', password = '' } = accounts.find(({ role }) => role === '4') ?? {}
  const { token } = await succeed(fresh, login, { account, password, accountType: 2 })
  const { rows } = await succeed(fresh, listPatients, { size: 100 }, { token })
  const names = DEMO_PATIENTS.map(({ record }) => record.name)
  expect(rows.map(({ name }) => name)).toEqual(names)
  await fresh.close()
})

const SITTINGS = DEMO_PATIENTS.flatMap(({ sittings }) => sittings)

test.each(SITTINGS)(
  'what is shown of drawing $seed is what the networks of today find (npx tsx scripts/demo.ts)',
  async (sitting) => {
    for (const { findings } of await readFound(sitting)) {
      for (const [task, version] of Object.entries(findings.model_versions)) {
        const path = join(
          import.meta.dirname,
          '../../../../models',
          sitting.modality,
          task,
          'card.json',
        )
        const raw = await readFile(path, 'utf8')
        const card = JSON.parse(raw) as { version: string; sha256?: string }
        // A card without a network stands for itself.
        const checksum = card.sha256 ?? createHash('sha256').update(raw).digest('hex')
        expect([task, version]).toEqual([task, `${card.version} ${checksum.slice(0, 12)}`])
      }
    }
  },
)

test('the first case is clear: both eyes can be read, and nothing contradicts', async () => {
  for (const sitting of DEMO_PATIENTS[0]?.sittings ?? []) {
    const found = await readFound(sitting)
    expect(found.map(({ findings }) => findings.eye)).toEqual(['OD', 'OS'])
    for (const { findings } of found) {
      expect(findings.gradable).toBe(true)
      if (findings.modality !== 'fundus') continue
      expect(findings.dr_grade).not.toBeNull()
      expect(findings.dr?.agreed).toBe(true)
    }
  }
})
