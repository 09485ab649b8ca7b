import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely'
import pg from 'pg'
import { findMigrations } from '../../migrations/all.ts'
import { StartRefused } from '../../start-refused.ts'
import { CONNECT_MS, openPool } from './database.ts'
import { ensureRoles } from './roles.ts'

/** Migrates the database to this program's schema. Several programs take turns under a lock. */
export async function migrate(url: string): Promise<void> {
  const login = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  try {
    await login.connect()
    await ensureRoles(login)
  } finally {
    await login.end()
  }
  const migrations = await findMigrations()
  const pool = openPool(url, 'mingmou_owner', 2)
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseNewer(owner, migrations)
    const migrator = new Migrator({
      db: owner,
      provider: { getMigrations: () => Promise.resolve(migrations) },
      migrationTableSchema: 'migrations',
    })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) {
      const why = error instanceof Error ? error.message : ''
      throw new Error(`The migration failed: ${why}`, { cause: error })
    }
    await owner.transaction().execute(async (trx) => {
      // Two programs that grant the same at one moment fail: each changes the rows of the catalogue.
      await sql`select pg_advisory_xact_lock(hashtext('mingmou grants'))`.execute(trx)
      await sql.raw(GRANTS).execute(trx)
      await sql`select gather_days()`.execute(trx)
    })
  } finally {
    await owner.destroy()
  }
}

/** The login of the service reads which migrations were made. */
const GRANTS = `GRANT USAGE ON SCHEMA migrations TO mingmou_app;
  GRANT SELECT ON migrations.kysely_migration TO mingmou_app;`

/** For a login that may not change the schema: it is this program's, neither older nor newer. */
export async function refuseOlder(url: string): Promise<void> {
  const migrations = await findMigrations()
  const pool = openPool(url, 'mingmou_app', 1)
  const reader = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseNewer(reader, migrations)
    const { rows } = await sql<{ name: string }>`
      select name from migrations.kysely_migration`.execute(reader)
    const missing = Object.keys(migrations).find((name) => !rows.some((row) => row.name === name))
    if (missing !== undefined) {
      throw new StartRefused(
        `The database lacks ${missing}, and the user of DATABASE_URL may not change it: run MODE=migrate with MIGRATION_DATABASE_URL first`,
      )
    }
  } finally {
    await reader.destroy()
  }
}

/** An older program would write rows that the newer database does not expect. */
async function refuseNewer(
  owner: Kysely<unknown>,
  migrations: Record<string, Migration>,
): Promise<void> {
  const table = await sql<{ name: string | null }>`
    select to_regclass('migrations.kysely_migration')::text as name`.execute(owner)
  if (!table.rows[0]?.name) return
  const done = await sql<{ name: string }>`
    select name from migrations.kysely_migration order by name desc`.execute(owner)
  const unknown = done.rows.find((row) => !(row.name in migrations))
  if (unknown) {
    throw new StartRefused(
      `The database is newer than this program (it has ${unknown.name}): start the newer program, or restore a backup`,
    )
  }
}
