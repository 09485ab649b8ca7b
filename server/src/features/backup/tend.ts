import type { Logger } from 'pino'
import { makeBackup } from './backup.ts'
import { keepJournal, makeSlot } from './journal.ts'
import { begun, followed, readKept, type Kept } from './kept.ts'
import { retain } from './retain.ts'
import type { Source } from './source.ts'
import type { Vault } from './vault.ts'

export interface Plan {
  /** Hour and minute, local time, of the daily backup. */
  time: string
  /** How many backups are kept. */
  keep: number
}

/** Makes a journal, or the backup where it is due or journals cannot go on. Answers what is kept by then. */
export async function tend(
  source: Source,
  vault: Vault,
  plan: Plan,
  known: Kept | null,
  now: Date,
  log: Logger,
): Promise<Kept> {
  const kept = known ?? (await readKept(vault))
  if (kept !== null && !isDue(kept.at, plan.time, now)) {
    const journal = await keepJournal(source, vault, kept)
    if (journal !== null) return followed(kept, journal)
  }
  await makeSlot(source.database.url)
  const manifest = await makeBackup(source, vault, log)
  await retain(vault, plan.keep)
  return begun(manifest)
}

/** Whether the daily time has passed since the backup. */
function isDue(at: string, time: string, now: Date): boolean {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const last = new Date(now)
  last.setHours(hour, minute, 0, 0)
  if (last > now) last.setDate(last.getDate() - 1)
  return new Date(at) < last
}
