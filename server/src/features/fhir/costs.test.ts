import { createReport } from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TooCostly, withinTime } from '../../platform/database/within-time.ts'
import { asClient, makeClient, type MadeClient } from '../../testing/client-factory.ts'
import {
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
} from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import type { Search } from './search.ts'
import { TYPES } from './types.ts'

let app: TestApp
let client: MadeClient
let oid: string
beforeAll(async () => {
  app = await testApp()
  const main = await makeAccount(app, { role: '3' })
  oid = main.oid ?? ''
  client = await makeClient(app, main, ['results:read'])
  const pid = await makePatient(app, main)
  const rid = await makeArchive(app, main, pid, [await drawnPhotograph()])
  const analysis_id = await keepFindings(app, main, { pid, rid })
  for (const opinion of ['一', '二']) {
    const fixed = { analysis_type: '1', image_index: 0, diagnostic_opinion: opinion } as const
    await succeed(
      app,
      createReport,
      { uid: main.uid, patient_id: pid, analysis_id, ...fixed },
      main,
    )
  }
})
afterAll(() => app.close())

interface Bundle {
  entry?: { resource: { status: string; id: string } }[]
  link: { relation: string; url: string }[]
}
const bundle = async (path: string): Promise<Bundle> => {
  const { status, body } = await asClient(app, client, path)
  expect([path, status]).toEqual([path, 200])
  return body as unknown as Bundle
}
const statuses = async (query: string) =>
  ((await bundle(`/fhir/DiagnosticReport?${query}`)).entry ?? [])
    .map(({ resource }) => resource.status)
    .toSorted()

test('reports of a status are found by the database, and a status of nothing finds nothing', async () => {
  expect(await statuses('')).toEqual(['amended', 'cancelled'])
  expect(await statuses('status=amended')).toEqual(['amended'])
  expect(await statuses('status=cancelled,final')).toEqual(['cancelled'])
  expect(await statuses('status=nonsense&_count=1')).toEqual([])
})

/** How many queries a search takes. */
async function queriesOf(type: string, asked: Record<string, string>): Promise<number> {
  let queries = 0
  const { context } = app
  const of = TYPES.find((known) => known.type === type)
  const counted = context.db.withPlugin({
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  await counted.transaction().execute(async (trx) => {
    await sql`select set_config('app.oid', ${oid}, true)`.execute(trx)
    const search: Omit<Search, 'asked'> = {
      ctx: context,
      trx,
      oid,
      after: null,
      most: 1,
      goOn: () => undefined,
    }
    await of?.find({
      ...search,
      asked: new Map(Object.entries(asked).map(([name, value]) => [name, [value]] as const)),
    })
  })
  return queries
}

test('a search for what is nowhere takes few queries, however short its pages are', async () => {
  expect(await queriesOf('DiagnosticReport', { status: 'nonsense' })).toBeLessThanOrEqual(3)
  expect(await queriesOf('Observation', { code: 'nonsense' })).toBeLessThanOrEqual(5)
})

test('observations come by pages, each once, and a page may go on after a whole report', async () => {
  const ids: string[] = []
  let at: string | undefined = '/fhir/Observation?_count=3'
  while (at !== undefined) {
    const page: Bundle = await bundle(at)
    ids.push(...(page.entry ?? []).map(({ resource }) => resource.id))
    at = page.link.find(({ relation }) => relation === 'next')?.url
    if (at !== undefined) at = new URL(at).pathname + new URL(at).search
  }
  expect(ids.length).toBeGreaterThan(3)
  expect(new Set(ids).size).toBe(ids.length)
  const reports = [...new Set(ids.map((id) => id.split('.')[0] ?? ''))].toSorted()
  const after = await bundle(`/fhir/Observation?_count=100&_cursor=${reports[0] ?? ''}~end`)
  const left = (after.entry ?? []).map(({ resource }) => resource.id.split('.')[0])
  expect([...new Set(left)]).toEqual(reports.slice(1))
})

test('a query that takes too long is ended, and the connection serves the next', async () => {
  const { db } = app.context
  const slow = db
    .transaction()
    .execute((trx) => withinTime(trx, () => sql`select pg_sleep(30)`.execute(trx), 50))
  await expect(slow).rejects.toThrow(TooCostly)
  expect((await sql`select current_setting('statement_timeout') as most`.execute(db)).rows).toEqual(
    [{ most: '0' }],
  )
})
