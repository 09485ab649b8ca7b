import type { Context } from '../../context.ts'
import { every } from '../../platform/every.ts'
import { alarm } from './alarm.ts'
import { alone } from './backup.ts'
import { BackupFault } from './fault.ts'
import { forgetSlot } from './journal.ts'
import { readKey } from './key.ts'
import type { Kept } from './kept.ts'
import { embeddedOf } from './source.ts'
import { tend } from './tend.ts'
import { openVault } from './vault.ts'

/** At most so much is lost with the machine. */
const JOURNAL_MS = 5 * 60_000
const DAY_MS = 86_400_000

/** Runs as long as the program: a journal every five minutes, a backup every day. */
export function keepBackups(ctx: Context): void {
  const { backup } = ctx.config
  if (backup === null) {
    stopJournals(ctx).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'the log of the database is still held for journals'),
    )
    return
  }
  let kept: Kept | null = null
  let running = false
  let alarmed = -Infinity
  const run = async () => {
    const database = await embeddedOf(ctx.config)
    if (database === null) throw new BackupFault('BACKUP_DIR: the database is not the embedded one')
    const source = { database, files: ctx.files, dataDir: ctx.config.dataDir }
    const vault = await openVault(backup.dir, await readKey(backup.keyFile), { make: true })
    kept = await alone(source, vault, () => tend(source, vault, backup, kept, ctx.now(), ctx.log))
  }
  const fail = async (error: unknown) => {
    kept = null
    ctx.log.error({ err: error }, 'the backup failed')
    if (ctx.now().getTime() - alarmed < DAY_MS) return
    alarmed = ctx.now().getTime()
    await alarm(ctx)
  }
  const work = async () => {
    if (running) return
    running = true
    try {
      await run().catch(fail)
    } finally {
      running = false
    }
  }
  const begin = () =>
    void work().catch((error: unknown) => ctx.log.error({ err: error }, 'no alarm'))
  begin()
  every(JOURNAL_MS, ctx.ended, begin)
}

async function stopJournals(ctx: Context): Promise<void> {
  const database = await embeddedOf(ctx.config)
  if (database !== null) await forgetSlot(database.url)
}
