import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { freshProgram } from '../../../scripts/fresh.js'
import { startEmbedded } from '../platform/database/embedded-database.ts'
import { migrate } from '../platform/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: { superuserUrl: string; templateUrl: string }
  }
}

/**
 * One PostgreSQL for the whole run. Its database is the template of each test's database. The
 * program is built for the tests that start it.
 */
export default async function databaseServer(project: TestProject): Promise<() => Promise<void>> {
  await freshProgram()
  const dataDir = await mkdtemp(join(tmpdir(), 'mingmou-test-'))
  const server = await startEmbedded({ dataDir, log: pino({ level: 'silent' }), fast: true })
  await migrate(server.url)
  project.provide('databaseServer', {
    superuserUrl: server.superuserUrl,
    templateUrl: server.url,
  })
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
