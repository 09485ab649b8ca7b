import pg from 'pg'
import { runningSuperuserUrl } from '../platform/database/embedded/running.ts'
import { inProgramDatabase } from '../features/backup/source.ts'

/** Nobody can wait for the legal time: all patients of a running program become older. */
export async function agePatients(dataDir: string, years: number): Promise<void> {
  const url = await runningSuperuserUrl(dataDir)
  if (url === null) throw new Error(`no database runs below ${dataDir}`)
  const client = new pg.Client({ connectionString: inProgramDatabase(url) })
  await client.connect()
  try {
    await client.query('update patients set created_at = created_at - make_interval(years => $1)', [
      years,
    ])
  } finally {
    await client.end()
  }
}
