import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  /** Has the form of DATABASE_URL. */
  url: string
  drop(): Promise<void>
}

/** A fresh, migrated, empty database of its own. */
export const testDatabase = (): Promise<TestDatabase> =>
  newDatabase(new URL(inject('databaseServer').templateUrl).pathname.slice(1))

/** A fresh database without any table. */
export const blankDatabase = (): Promise<TestDatabase> => newDatabase('template1')

async function newDatabase(template: string): Promise<TestDatabase> {
  const { superuserUrl, templateUrl } = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(superuserUrl, `create database ${name} template ${template} owner mingmou`)
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => asSuperuser(superuserUrl, `drop database if exists ${name} with (force)`),
  }
}

async function asSuperuser(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Somebody with full rights on a test's database. */
export async function withFullRights<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const full = new URL(inject('databaseServer').superuserUrl)
  full.pathname = new URL(url).pathname
  const client = new pg.Client({ connectionString: full.href })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
