import { DATASETS, fundusAnalysis, resetMember, type DatasetCalls } from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyseJob } from '../features/analyses/analyse.job.ts'
import { registerJob } from '../features/comparisons/register.job.ts'
import { exportJob } from '../features/datasets/export.job.ts'
import { initialPasswordJob } from '../features/passwords/initial-password.job.ts'
import { analysedPicture } from '../testing/analysed-picture.ts'
import { makeArchive, makePatient, predict, work } from '../testing/clinical-factories.ts'
import { makeAccount, makeInstitution, type SignedIn } from '../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

const fundus = DATASETS.find(({ key }) => key === 'fundus')?.calls as DatasetCalls
const SIZE = { width: 64, height: 64 }
const DOTS = { ...SIZE, data: new Uint8Array(64 * 64).map((_, at) => (at % 7 === 0 ? 255 : 0)) }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const analyses = async (by: SignedIn, count: number) => {
  const pid = await makePatient(app, by)
  for (let n = 0; n < count; n++) await predict(app, by, await makeArchive(app, by, pid))
}

/** Every two of a number of pictures, in both orders. */
const pairs = async (by: SignedIn, pictures: number) => {
  const pid = await makePatient(app, by)
  const made: string[] = []
  for (let n = 0; n < pictures; n++)
    made.push(await analysedPicture(app, by, pid, { map: DOTS, eye: 'OD', size: SIZE }))
  for (const before of made)
    for (const after of made)
      if (before !== after)
        await succeed(
          app,
          fundusAnalysis.register,
          {
            analysis_record_id: before,
            image_index: 0,
            after_record_id: after,
            after_index: 0,
          },
          by,
        )
}

const exports = async (by: SignedIn, people: number) => {
  await makeArchive(app, by, await makePatient(app, by))
  for (let n = 0; n < people; n++) {
    const colleague = await makeAccount(app, { role: '3', oid: by.oid ?? '' })
    for (let at = 0; at < 2; at++) await succeed(app, fundus.export, {}, colleague)
  }
}

const passwords = async (by: SignedIn, count: number) => {
  for (let n = 0; n < count; n++) {
    const { uid: aid } = await makeAccount(app, { role: '4', oid: by.oid ?? '' })
    await succeed(app, resetMember, { aid }, by)
  }
}

/** Whose the jobs of a kind are, in the order in which the worker began them. */
async function order(name: string): Promise<{ id: string; lane: string | null }[]> {
  const { rows } = await sql<{ id: string; lane: string | null }>`
    select id, lane from jobs where name = ${name} order by seen_at, id`.execute(app.context.db)
  return rows
}

const left = async (name: string) => {
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from jobs
    where name = ${name} and ended_at is null`.execute(app.context.db)
  return rows[0]?.left
}

test('of an institution that asks for much leave the next turn to another, of every kind', async () => {
  const kinds: [string, (by: SignedIn, much: number) => Promise<void>, number, number][] = [
    [analyseJob.name, analyses, 6, 1],
    [registerJob.name, pairs, 4, 2],
    [exportJob.name, exports, 4, 1],
    [initialPasswordJob.name, passwords, 8, 1],
  ]
  const { oid: many } = await makeInstitution(app)
  const { oid: few } = await makeInstitution(app)
  const floods = await makeAccount(app, { role: '3', oid: many })
  const waits = await makeAccount(app, { role: '3', oid: few })
  const lanes = new Map<string, string | null>()
  for (const [name, ask, much, little] of kinds) {
    await ask(floods, much)
    await ask(waits, little)
    for (const { id, lane } of await order(name)) lanes.set(id, lane)
  }
  await work(app)
  for (const [name] of kinds) {
    await expect.poll(() => left(name)).toBe(0)
    const begun = (await order(name)).map(({ id }) => lanes.get(id))
    expect(begun.length, name).toBeGreaterThan(5)
    expect(begun.indexOf(few), name).toBeLessThanOrEqual(1)
  }
})
