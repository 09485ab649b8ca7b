import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { timeOf, type Shelf } from './vault.ts'

/** null: there is none, or the folder cannot be read. */
export interface BackupAges {
  /** Since the newest verified backup. */
  backup_seconds: number | null
  /** Since the newest moment that can be restored. */
  newest_seconds: number | null
}

/** A folder of another machine may hang. */
const PATIENCE_MS = 1_000

/** The names of what is kept are its times, so no key is needed. */
export async function readAges(dir: string, now: Date): Promise<BackupAges> {
  const [backup, journal] = await Promise.all([
    ageOf(dir, 'backups', now),
    ageOf(dir, 'journals', now),
  ])
  const newest = backup === null || journal === null ? backup : Math.min(backup, journal)
  return { backup_seconds: backup, newest_seconds: newest }
}

async function ageOf(dir: string, shelf: Shelf, now: Date): Promise<number | null> {
  const waiting = new AbortController()
  const names = await Promise.race([
    readdir(join(dir, shelf)).catch(() => []),
    delay(PATIENCE_MS, [], { signal: waiting.signal }).catch(() => []),
  ])
  waiting.abort()
  const newest = names.sort().at(-1)
  if (newest === undefined) return null
  return Math.max(0, Math.round((now.getTime() - timeOf(newest).getTime()) / 1000))
}
