import { join } from 'node:path'
import { programUrls } from './claim.ts'
import { clusterFolder, readPassword } from './folder.ts'
import { runningServer } from './postmaster.ts'

/** The address of the running database below this data folder; null when none runs. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  const superuser = await runningSuperuserUrl(dataDir)
  return superuser === null ? null : (await programUrls(superuser)).url
}

/** The same for the login of the service, which changes no schema. */
export async function runningServiceUrl(dataDir: string): Promise<string | null> {
  const superuser = await runningSuperuserUrl(dataDir)
  return superuser === null ? null : (await programUrls(superuser)).serviceUrl
}

/** The same server for its superuser. */
export async function runningSuperuserUrl(dataDir: string): Promise<string | null> {
  const home = join(dataDir, 'database')
  const server = await runningServer(clusterFolder(home))
  if (server === null) return null
  return `postgres://postgres:${await readPassword(home)}@127.0.0.1:${server.port}/postgres`
}
