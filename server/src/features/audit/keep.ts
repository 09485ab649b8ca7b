import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { every } from '../../platform/every.ts'
import { anchorHead, forgetAnchors } from './anchors.ts'
import { alarmCopy } from './copy-alarm.ts'
import { copyEntries, tellHead } from './copy.ts'

/** Somebody who takes the machine has so long to hide an entry. */
const COPY_MS = 5_000
const MINUTE_MS = 60_000
const MINUTES_PER_PRUNING = 60
const DAY_MS = 86_400_000

/** Removes expired entries. The database itself refuses to remove entries younger than 184 days. */
export async function pruneAudit(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - ctx.config.auditDays * DAY_MS)
  const { rows } = await sql<{ removed: string }>`
    select audit_prune(${before}::timestamptz) as removed`.execute(ctx.db)
  await forgetAnchors(ctx, before)
  return Number(rows[0]?.removed ?? 0)
}

/**
 * Runs as long as the program: an anchor every minute with new entries, a pruning every hour, the
 * head of the chain every day and copies of new entries at once, where the settings name a place.
 */
export function keepAudit(ctx: Context): void {
  let minutes = 0
  const run = async () => {
    await anchorHead(ctx)
    await tellHead(ctx).catch((error: unknown) => fail(ctx, 'head', error))
    if (minutes++ % MINUTES_PER_PRUNING === 0) await pruneAudit(ctx)
  }
  const tend = () => {
    run().catch((error: unknown) => ctx.log.warn({ err: error }, 'the audit log was not tended'))
  }
  tend()
  every(MINUTE_MS, ctx.ended, tend)
  if (ctx.config.auditSyslog !== null) keepCopying(ctx)
}

/** A receiver that does not answer is tried again, and misses nothing. */
function keepCopying(ctx: Context): void {
  let copying = false
  const copy = async () => {
    if (copying) return
    copying = true
    await copyEntries(ctx)
      .catch((error: unknown) => fail(ctx, 'entries', error))
      .finally(() => (copying = false))
  }
  void copy()
  every(COPY_MS, ctx.ended, () => void copy())
}

async function fail(ctx: Context, kind: 'entries' | 'head', error: unknown): Promise<void> {
  ctx.log.error({ err: error, kind }, 'the audit log was not copied')
  await alarmCopy(ctx, kind).catch((fault: unknown) => ctx.log.error({ err: fault }, 'no alarm'))
}
