import { request as ask } from 'node:http'
import { getStsToken, listPatients } from '@mingmou/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount, type SignedIn } from '../testing/factories.ts'
import { expectErrors } from '../testing/no-errors.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

const TOKEN = 'a-token-of-metrics'
const PLACE = `POST ${listPatients.path}`
let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp({ metricsToken: TOKEN })
  by = await makeAccount(app, { role: '4' })
})
afterAll(() => app.close())

async function counted(): Promise<string[]> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const text = await (await fetch(`${app.url}/metrics`, { headers })).text()
  return text.split('\n').filter((line) => line.startsWith('mingmou_faults_total{'))
}

/** Posts over a line that is cut before the body is whole. */
async function cutMidway(path: string, headers: Record<string, string>): Promise<void> {
  const request = ask(new URL(path, app.url), {
    method: 'POST',
    headers: { 'content-length': 100_000, authorization: `Bearer ${by.token}`, ...headers },
  })
  const closed = new Promise((gone) => request.on('error', () => undefined).on('close', gone))
  await new Promise((sent) => request.write('{"name": "', sent))
  request.destroy()
  await closed
}

describe('a caller who goes away while the body is on its way', () => {
  test('is no fault of the program', async () => {
    const { sts_config } = await succeed(app, getStsToken, { file_type: 'fundus' }, by)
    await cutMidway(listPatients.path, { 'content-type': 'application/json' })
    const type = 'multipart/form-data; boundary=xx'
    await cutMidway(sts_config.url, { 'content-type': type })
    // Another test fails where these were logged as errors.
    expect((await app.call(listPatients, {}, by)).status).toBe(200)
    expect(await counted()).toEqual([])
  })
})

describe('a fault of a call whose body was read', () => {
  test('is logged as an error with its place, its code and the number that the answer tells, and counted', async () => {
    const client = new pg.Client({ connectionString: app.context.config.databaseUrl })
    await client.connect()
    await client.query('set role mingmou_owner; alter table patients rename to elsewhere')
    const errors = expectErrors('fault')
    const { status, msg } = await app.call(listPatients, {}, by)
    await client.query('alter table elsewhere rename to patients')
    await client.end()
    const reference = /[\da-f-]{36}/.exec(msg)?.[0]
    expect(status).toBe(500)
    expect(errors).toMatchObject([{ level: 50, place: PLACE, code: '42P01', reference }])
    expect(reference).toBeDefined()
    expect(await counted()).toEqual([`mingmou_faults_total{place="${PLACE}",code="42P01"} 1`])
  })
})
