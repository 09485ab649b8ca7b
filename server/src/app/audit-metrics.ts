import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../context.ts'

/** How far copies of the audit log are behind, where a place is named. */
export function auditMetrics(register: Registry, ctx: Context): void {
  if (ctx.config.auditSyslog === null && ctx.config.auditHeads === null) return
  const gauge = new Gauge({
    name: 'mingmou_audit_copy_age_seconds',
    help: 'Time since the oldest entry that waits to be copied, and since the newest head was told',
    labelNames: ['of'],
    registers: [register],
    async collect() {
      const { audit_copy: ages } = await ctx.ready()
      gauge.reset()
      if (ages?.entries_seconds !== undefined) gauge.labels('entries').set(ages.entries_seconds)
      if (typeof ages?.head_seconds === 'number') gauge.labels('head').set(ages.head_seconds)
    },
  })
}
