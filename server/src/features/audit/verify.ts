import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { runningUrl } from '../../platform/database/embedded/running.ts'
import { startEmbedded } from '../../platform/database/embedded-database.ts'
import { openFiles } from '../../platform/files/open.ts'
import { openKeys } from '../../platform/keys/keys.ts'
import { StartRefused } from '../../start-refused.ts'
import { readAnchors } from './anchors.ts'
import { verifyChain, type Link, type Verified } from './chain.ts'
import type { Fault } from './fault.ts'

/**
 * Verifies the log of a program, running or not. `kept` is an anchor that a person noted elsewhere.
 */
export async function verifyAudit(config: Config, kept: readonly Link[] = []): Promise<Verified> {
  const log = pino({ level: 'silent' })
  const running = config.databaseUrl ?? (await runningUrl(config.dataDir))
  if (running === null && !existsSync(join(config.dataDir, 'database'))) {
    throw new StartRefused(`DATA_DIR: there is no database below ${config.dataDir}`)
  }
  const embedded = running === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null
  const database = openDatabase(running ?? embedded?.url ?? '', log, 2)
  try {
    const files = await openFiles(config, await openKeys(database.db), () => new Date())
    return await verifyChain(database.db, [...(await readAnchors(files)), ...kept])
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

const WORDS: Record<Fault['fault'], string> = {
  changed: 'was changed',
  moved: 'stands in another’s place',
  removed: 'was removed',
  unlinked: 'was put in past the chain',
  rewritten: 'was written anew, or one before it: the chain does not fit what was kept of it',
  'report changed': 'was changed after it was made',
  'report removed': 'was removed',
  'report unsealed': 'was put in past the audit log',
}

/** One line for each fault. */
export function describe({ fault, seq, id, through, report }: Fault): string {
  if (report !== undefined) return `report ${report}: ${WORDS[fault]}`
  const several = through !== undefined && through !== seq
  const place = several ? `places ${seq ?? '?'} to ${through}` : `place ${seq ?? 'none'}`
  const entry = id === null ? '' : `, entry ${id}`
  return `${place}${entry}: ${WORDS[fault]}`
}
