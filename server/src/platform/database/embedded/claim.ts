import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '../../../start-refused.ts'

/**
 * Held by one program's session. The kernel closes that session, and so ends the claim, however the
 * program ends.
 */
const CLAIM = 'select pg_try_advisory_lock(4071, 1) as held'
const CLAIMED = `select exists (select from pg_locks
  where locktype = 'advisory' and classid = 4071 and objid = 1 and granted) as held`

export interface Claim {
  release(): Promise<void>
}

export const inUse = (home: string) =>
  new StartRefused(
    `Another program is already running on ${home}: stop it first, or set another DATA_DIR`,
  )

/** null when another program holds the server. */
export async function claim(superuserUrl: string): Promise<Claim | null> {
  const client = await connect(superuserUrl)
  const { rows } = await client.query<{ held: boolean }>(CLAIM)
  if (rows[0]?.held !== true) {
    await client.end()
    return null
  }
  return { release: () => client.end() }
}

/** Checks without taking the claim: taking it would refuse a program that is just starting. */
export async function isClaimed(superuserUrl: string): Promise<boolean> {
  const client = await connect(superuserUrl)
  try {
    const { rows } = await client.query<{ held: boolean }>(CLAIMED)
    return rows[0]?.held === true
  } finally {
    await client.end()
  }
}

/** A server that starts or recovers from a crash says so. It is waited for. */
async function connect(url: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
    // The server may end first. The keeper takes the claim again.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if ((error as { code?: string }).code !== '57P03') throw error
      await delay(50)
    }
  }
}

/** The program's own database and user, which is no superuser; made once. */
export async function programUrl(superuserUrl: string): Promise<string> {
  const url = new URL(superuserUrl)
  const password = createHash('sha256').update(`program:${url.password}`).digest('base64url')
  const client = await connect(superuserUrl)
  try {
    const found = await client.query(`select from pg_database where datname = 'mingmou'`)
    if (found.rowCount === 0) {
      const role = await client.query(`select from pg_roles where rolname = 'mingmou'`)
      if (role.rowCount === 0) {
        await client.query(`create role mingmou login createrole password '${password}'`)
      }
      await client.query('create database mingmou owner mingmou')
    }
  } finally {
    await client.end()
  }
  url.username = 'mingmou'
  url.password = password
  url.pathname = '/mingmou'
  return url.href
}
