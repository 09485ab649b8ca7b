import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { clientConfig, CONNECT_MS, openDatabase } from '../../platform/database/database.ts'
import { prepareDatabase } from '../../platform/database/prepare.ts'
import { runningUrl } from '../../platform/database/embedded/running.ts'
import { startEmbedded } from '../../platform/database/embedded-database.ts'
import type { Files } from '../../platform/files/files.ts'
import { openFiles } from '../../platform/files/open.ts'
import { openKeys } from '../../platform/keys/keys.ts'
import { openLog } from '../../platform/log.ts'
import { StartRefused } from '../../start-refused.ts'

/** An installation that an institution moves from or to. */
export interface Place {
  files: Files
  publicUrl: string
  /** In one transaction of the schema's owner, whom row-level security binds too. */
  inside<T>(isolation: string, work: (client: pg.Client) => Promise<T>): Promise<T>
}

/** Opens an installation whether its program runs or not; with `make` an empty one becomes one. */
export async function openPlace(
  config: Config,
  { make = false } = {},
): Promise<{ place: Place; close: () => Promise<void> }> {
  const log = openLog('silent')
  const given = config.migrationDatabaseUrl ?? config.databaseUrl
  const running = given ?? (await runningUrl(config.dataDir))
  if (!make && running === null && !existsSync(join(config.dataDir, 'database'))) {
    throw new StartRefused(
      `DATA_DIR: there is no database below ${config.dataDir}; start the program there once`,
    )
  }
  const embedded = running === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null
  const url = running ?? embedded?.url ?? ''
  const database = openDatabase(url, log, 2)
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    if (make && !(await hasTables(url))) {
      const service = config.databaseUrl ?? embedded?.serviceUrl ?? url
      await prepareDatabase({ url: service, migrationUrl: service === url ? null : url })
    }
    const files = await openFiles(config, await openKeys(database.db), () => new Date())
    const { publicUrl } = config
    return { place: { files, publicUrl, inside: (how, work) => inside(url, how, work) }, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A database in use is not brought to another schema. */
async function hasTables(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.accounts') is not null as there`,
    )
    return rows[0]?.there === true
  } finally {
    await client.end()
  }
}

/** The login of a service may not become the owner of the schema. */
function explain(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
  throw new StartRefused('MIGRATION_DATABASE_URL: name the login that owns the schema')
}

async function inside<T>(
  url: string,
  isolation: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(clientConfig(url, 'mingmou_owner'))
  // A broken connection without a listener would end the program.
  client.on('error', () => undefined)
  try {
    await client.connect().catch(explain)
    await client.query(`begin isolation level ${isolation}`)
    const done = await work(client)
    await client.query('commit')
    return done
  } finally {
    await client.end()
  }
}
