import type { Context } from '../../context.ts'
import { HOUR_MS, MINUTE_MS, type Duty } from '../../duty.ts'
import { anchorHead } from './anchors.ts'
import { alarmCopy } from './copy-alarm.ts'
import { copyEntries, tellHead } from './copy.ts'
import { pruneAudit } from './prune.ts'

/** Somebody who takes the machine has so long to hide an entry. */
const COPY_MS = 5_000

/** A receiver that does not answer is tried again, and misses nothing. */
const copied =
  (kind: 'entries' | 'head', copy: (ctx: Context) => Promise<unknown>) =>
  async (ctx: Context): Promise<void> => {
    try {
      await copy(ctx)
    } catch (error) {
      ctx.log.error({ err: error, kind }, 'the audit log was not copied')
      await alarmCopy(ctx, kind)
    }
  }

export const auditDuties: readonly Duty[] = [
  { name: 'the head of the audit log kept', everyMs: MINUTE_MS, run: anchorHead },
  { name: 'the head of the audit log told', everyMs: MINUTE_MS, run: copied('head', tellHead) },
  { name: 'old entries of the audit log', everyMs: HOUR_MS, run: pruneAudit },
  {
    name: 'the audit log copied',
    everyMs: COPY_MS,
    run: copied('entries', async (ctx) => {
      if (ctx.config.auditSyslog !== null) await copyEntries(ctx)
    }),
  },
]
