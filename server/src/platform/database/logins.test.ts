import { randomUUID } from 'node:crypto'
import { addPatient } from '@mingmou/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { patientInput } from '../../testing/clinical-factories.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { makeAccount } from '../../testing/factories.ts'
import { succeed, testApp } from '../../testing/test-app.ts'
import { prepareDatabase } from './prepare.ts'

const service = `service_${randomUUID().replaceAll('-', '')}`
let database: TestDatabase
let serviceUrl: string

async function as<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const asSuperuser = (statement: string) => {
  const url = new URL(inject('databaseServer').superuserUrl)
  url.pathname = new URL(database.url).pathname
  return as(url.href, (client) => client.query(statement))
}

beforeAll(async () => {
  database = await testDatabase()
  await asSuperuser(`create role ${service} login password 'of-the-service'`)
  const url = new URL(database.url)
  url.username = service
  url.password = 'of-the-service'
  serviceUrl = url.href
})
afterAll(async () => {
  await database.drop()
  await as(inject('databaseServer').superuserUrl, (client) => client.query(`drop role ${service}`))
})

describe('a service with a login of its own', () => {
  test('does the work of the service, and cannot become the owner', async () => {
    const app = await testApp({}, { ...database, url: serviceUrl, migrationUrl: database.url })
    const by = await makeAccount(app, { role: '4' })
    await succeed(app, addPatient, patientInput(), { token: by.token })
    await app.close()
    for (const statement of [
      'set role mingmou_owner',
      'drop table patients',
      'alter table patients disable row level security',
      'create table stolen (a int)',
      'delete from migrations.kysely_migration',
    ]) {
      await expect(as(serviceUrl, (client) => client.query(statement))).rejects.toThrow(
        /permission denied|must be owner/,
      )
    }
  })

  test('is refused when its login can become the owner', async () => {
    await asSuperuser(`grant mingmou_owner to ${service}`)
    await expect(prepareDatabase({ url: serviceUrl, migrationUrl: database.url })).rejects.toThrow(
      /^DATABASE_URL: its user can become mingmou_owner/,
    )
    await asSuperuser(`revoke mingmou_owner from ${service}`)
  })

  test('starts without the login of the owner on a schema that is ready, and on no other', async () => {
    await prepareDatabase({ url: serviceUrl, migrationUrl: null })
    await asSuperuser(`delete from migrations.kysely_migration where name like '0001%'`)
    await expect(prepareDatabase({ url: serviceUrl, migrationUrl: null })).rejects.toThrow(
      /^The database lacks 0001_\w+, and .* run MODE=migrate with MIGRATION_DATABASE_URL first$/,
    )
  })
})
