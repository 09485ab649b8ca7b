import pg from 'pg'
import { StartRefused } from '../../start-refused.ts'
import { CONNECT_MS } from './database.ts'
import { migrate, refuseOlder } from './migrate.ts'

interface Logins {
  /** The login that serves. */
  url: string
  /** The login that may change the schema; null where the one that serves may, or where another start does it. */
  migrationUrl: string | null
}

/**
 * Brings the schema up to date where a login may do that. Otherwise only checks it: a service whose
 * login may not become the owner starts on a schema that `MODE=migrate` has prepared.
 */
export async function prepareDatabase({ url, migrationUrl }: Logins): Promise<void> {
  if (migrationUrl === null && !(await mayOwn(url))) {
    await refuseOlder(url)
    return
  }
  await migrate(migrationUrl ?? url)
  if (migrationUrl !== null) await separate(migrationUrl, url)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A new database has no roles yet. Then the login is asked to make them. */
const MAY_OWN = `select coalesce((select pg_has_role(current_user, oid, 'MEMBER') from pg_roles
  where rolname = 'mingmou_owner'), true) as may`

const mayOwn = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(MAY_OWN)
    return rows[0]?.may === true
  })

/** Lets the login of the service do the service's work, and makes sure that it can do no more. */
async function separate(migrationUrl: string, url: string): Promise<void> {
  const service = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_user as name')
    return rows[0]?.name ?? ''
  })
  await withClient(migrationUrl, async (client) => {
    const name = client.escapeIdentifier(service)
    const { rows } = await client.query<{ may: boolean }>(
      `select pg_has_role($1, 'mingmou_app', 'SET') as may`,
      [service],
    )
    if (rows[0]?.may === true) return
    await client.query(`grant mingmou_app to ${name}`).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'unknown'
      throw new StartRefused(
        `DATABASE_URL: its user needs GRANT mingmou_app TO ${name} (${reason})`,
      )
    })
  })
  if (await mayOwn(url)) {
    throw new StartRefused(
      'DATABASE_URL: its user can become mingmou_owner, which MIGRATION_DATABASE_URL alone should: revoke that role from it',
    )
  }
}
