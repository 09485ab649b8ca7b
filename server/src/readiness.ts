import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BackupAges } from './features/backup/age.ts'
import type { Db } from './platform/database/database.ts'
import type { Files } from './platform/files/files.ts'
import type { Queue } from './platform/queue/queue.ts'

export interface Readiness {
  database: boolean
  files: boolean
  worker: boolean
  /** More than the reserve is free on the disk of DATA_DIR. */
  disk: boolean
  /** Where backups are planned. */
  backup?: BackupAges
}

/** A part that is silent this long counts as away. */
const ANSWER_MS = 1_500

interface Parts {
  db: Db
  files: Files
  queue: Queue
  hasRoom: () => Promise<boolean>
  /** Waits for no folder that hangs. null: no backups are planned. */
  backup: () => Promise<BackupAges> | null
}

/** Asks all parts at once. The answer comes within two seconds, whatever hangs. */
export function openReadiness(parts: Parts): () => Promise<Readiness> {
  const { db, files, queue, hasRoom, backup } = parts
  const database = asking(() => sql`select 1`.execute(db).then(() => true))
  const stored = asking(() => files.ping().then(() => true))
  const worker = asking(() => queue.workerAlive())
  const disk = asking(hasRoom)
  return async () => {
    const kept = backup()
    const answers = await Promise.all([database(), stored(), worker(), disk()])
    const ages = await kept
    return {
      database: answers[0],
      files: answers[1],
      worker: answers[2],
      disk: answers[3],
      ...(ages !== null && { backup: ages }),
    }
  }
}

/** A part that hangs is not asked again before it has answered. */
function asking(ask: () => Promise<boolean>): () => Promise<boolean> {
  let open: Promise<boolean> | null = null
  return () => {
    open ??= ask()
      .catch(() => false)
      .finally(() => (open = null))
    return Promise.race([open, delay(ANSWER_MS, false, { ref: false })])
  }
}
