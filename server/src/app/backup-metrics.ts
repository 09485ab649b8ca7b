import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { readAges } from '../features/backup/age.ts'

/** Ages of what is kept, where backups are planned. What there is none of has no figure. */
export function backupMetrics(register: Registry, ctx: Context): void {
  const { backup } = ctx.config
  if (backup === null) return
  const gauge = new Gauge({
    name: 'mingmou_backup_age_seconds',
    help: 'Time since the newest verified backup, and since the newest moment that can be restored',
    labelNames: ['of'],
    registers: [register],
    async collect() {
      const ages = await readAges(backup.dir, ctx.now())
      gauge.reset()
      if (ages.backup_seconds !== null) gauge.labels('backup').set(ages.backup_seconds)
      if (ages.newest_seconds !== null) gauge.labels('newest').set(ages.newest_seconds)
    },
  })
}
