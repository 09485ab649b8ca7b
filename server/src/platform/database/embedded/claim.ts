import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '../../../start-refused.ts'
import { CONNECT_MS } from '../database.ts'

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
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
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

/**
 * The program's own database, made once, and its two logins, which are no superusers: the owner
 * changes the schema, the service cannot become the owner.
 */
export async function programUrls(
  superuserUrl: string,
): Promise<{ url: string; serviceUrl: string }> {
  const { password: secret } = new URL(superuserUrl)
  const derive = (purpose: string) =>
    createHash('sha256').update(`${purpose}:${secret}`).digest('base64url')
  const owner = { name: 'mingmou', password: derive('program') }
  const service = { name: 'mingmou_service', password: derive('service') }
  const client = await connect(superuserUrl)
  try {
    for (const [{ name, password }, rights] of [
      [owner, 'createrole'],
      [service, ''],
    ] as const) {
      const role = await client.query('select from pg_roles where rolname = $1', [name])
      if (role.rowCount === 0) {
        await client.query(`create role ${name} login ${rights} password '${password}'`)
      }
    }
    const found = await client.query(`select from pg_database where datname = 'mingmou'`)
    if (found.rowCount === 0) await client.query('create database mingmou owner mingmou')
  } finally {
    await client.end()
  }
  const urlOf = ({ name, password }: typeof owner) => {
    const url = new URL(superuserUrl)
    url.username = name
    url.password = password
    url.pathname = '/mingmou'
    return url.href
  }
  return { url: urlOf(owner), serviceUrl: urlOf(service) }
}
