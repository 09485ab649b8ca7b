import type { BackupConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { HOUR_MS, MINUTE_MS, type Duty } from '../../duty.ts'
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
const JOURNAL_MS = 5 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A journal every five minutes, a backup every day. */
export function backupDuties(): readonly Duty[] {
  let kept: Kept | null = null
  let alarmed = -Infinity
  const run = async (ctx: Context, backup: BackupConfig) => {
    const database = await embeddedOf(ctx.config)
    if (database === null) throw new BackupFault('BACKUP_DIR: the database is not the embedded one')
    const source = { database, files: ctx.files, dataDir: ctx.config.dataDir }
    const vault = await openVault(backup.dir, await readKey(backup.keyFile), { make: true })
    kept = await alone(source, vault, () => tend(source, vault, backup, kept, ctx.now(), ctx.log))
  }
  return [
    {
      name: 'backup',
      everyMs: JOURNAL_MS,
      run: async (ctx) => {
        const { backup } = ctx.config
        if (backup === null) return
        try {
          await run(ctx, backup)
        } catch (error) {
          kept = null
          ctx.log.error({ err: error }, 'the backup failed')
          if (ctx.now().getTime() - alarmed < DAY_MS) return
          alarmed = ctx.now().getTime()
          await alarm(ctx)
        }
      },
    },
    { name: 'no log held for journals that nobody writes', run: stopJournals },
  ]
}

async function stopJournals({ config }: Context): Promise<void> {
  if (config.backup !== null) return
  const database = await embeddedOf(config)
  if (database !== null) await forgetSlot(database.url)
}
