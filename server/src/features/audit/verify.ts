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
import { readAnchors, readNoted, type Anchor } from './anchors.ts'
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
    const noted = await readNoted(database.db)
    const anchors = await readAnchors(files)
    const verified = await verifyChain(database.db, [...noted, ...anchors, ...kept])
    return { ...verified, faults: [...verified.faults, ...missing(noted, anchors, verified)] }
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

/** Anchors that the database noted and the files lack, or have in an older state. */
function missing(noted: Anchor[], anchors: Anchor[], { start }: Verified): Fault[] {
  const lying = new Map(anchors.map(({ day, seq }) => [day, seq]))
  return noted
    .filter(({ day, seq }) => seq > start && (lying.get(day) ?? -1) < seq)
    .map(({ day, seq }) => ({ fault: 'anchor removed', seq, id: null, day }))
}

const WORDS: Record<Fault['fault'], string> = {
  changed: 'was changed',
  moved: 'stands in another’s place',
  removed: 'was removed',
  unlinked: 'was put in past the chain',
  rewritten: 'was written anew, or one before it: the chain does not fit what was kept of it',
  'anchor removed': 'was removed from the files, or set back',
  'report changed': 'was changed after it was made',
  'report removed': 'was removed',
  'report unsealed': 'was put in past the audit log',
}

/** One line for each fault. */
export function describe({ fault, seq, id, through, report, day }: Fault): string {
  if (day !== undefined) return `anchor of ${day}: ${WORDS[fault]}`
  if (report !== undefined) return `report ${report}: ${WORDS[fault]}`
  const several = through !== undefined && through !== seq
  const place = several ? `places ${seq ?? '?'} to ${through}` : `place ${seq ?? 'none'}`
  const entry = id === null ? '' : `, entry ${id}`
  return `${place}${entry}: ${WORDS[fault]}`
}
