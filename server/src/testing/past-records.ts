import pg from 'pg'
import { runningSuperuserUrl } from '../platform/database/embedded/running.ts'
import { inProgramDatabase } from '../features/backup/source.ts'

/** Nobody can wait for the legal time: all patients of a running program become older. */
export const agePatients = (dataDir: string, years: number): Promise<void> =>
  change(dataDir, 'update patients set created_at = created_at - make_interval(years => $1)', years)

/** What people did to each other's accounts becomes older, though nobody may change it. */
export const ageAccounts = (dataDir: string, days: number): Promise<void> =>
  change(
    dataDir,
    'update account_changes set done_at = done_at - make_interval(days => $1) where done_at is not null',
    days,
  )

async function change(dataDir: string, statement: string, by: number): Promise<void> {
  const url = await runningSuperuserUrl(dataDir)
  if (url === null) throw new Error(`no database runs below ${dataDir}`)
  const client = new pg.Client({ connectionString: inProgramDatabase(url) })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(statement, [by])
  } finally {
    await client.end()
  }
}
