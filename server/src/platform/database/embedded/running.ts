import { join } from 'node:path'
import { programUrl } from './claim.ts'
import { clusterFolder, readPassword } from './folder.ts'
import { runningServer } from './postmaster.ts'

/** The address of the running database below this data folder; null when none runs. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  const home = join(dataDir, 'database')
  const server = await runningServer(clusterFolder(home))
  if (server === null) return null
  return programUrl(
    `postgres://postgres:${await readPassword(home)}@127.0.0.1:${server.port}/postgres`,
  )
}
