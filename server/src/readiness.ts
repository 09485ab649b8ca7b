import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CopyAges } from './features/audit/copy-ages.ts'
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
  /** Where copies of the audit log are configured. */
  audit_copy?: CopyAges
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
  /** null: no copies are configured. */
  auditCopy: () => Promise<CopyAges | null>
}

/** Asks all parts at once. The answer comes within two seconds, whatever hangs. */
export function openReadiness(parts: Parts): () => Promise<Readiness> {
  const { db, files, queue, hasRoom, backup, auditCopy } = parts
  const database = asking(() => sql`select 1`.execute(db).then(() => true))
  const stored = asking(() => files.ping().then(() => true))
  const worker = asking(() => queue.workerAlive())
  const disk = asking(hasRoom)
  const copy = asking(auditCopy, null)
  return async () => {
    const [kept, copied] = [backup(), copy()]
    const answers = await Promise.all([database(), stored(), worker(), disk()])
    const [ages, copies] = await Promise.all([kept, copied])
    return {
      database: answers[0],
      files: answers[1],
      worker: answers[2],
      disk: answers[3],
      ...(ages !== null && { backup: ages }),
      ...(copies !== null && { audit_copy: copies }),
    }
  }
}

/** A part that hangs is not asked again before it has answered. */
function asking(ask: () => Promise<boolean>): () => Promise<boolean>
function asking<T>(ask: () => Promise<T>, away: T): () => Promise<T>
function asking<T>(ask: () => Promise<T | boolean>, away: T | boolean = false) {
  let open: Promise<T | boolean> | null = null
  return () => {
    open ??= ask()
      .catch(() => away)
      .finally(() => (open = null))
    return Promise.race([open, delay(ANSWER_MS, away, { ref: false })])
  }
}
