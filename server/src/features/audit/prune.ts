import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { forgetAnchors } from './anchors.ts'

const DAY_MS = 86_400_000

/**
 * Removes expired entries. The database refuses to remove entries younger than 184 days, by its own
 * clock: a worker whose clock is ahead removes what the database agrees to.
 */
export async function pruneAudit(ctx: Context): Promise<number> {
  const asked = new Date(ctx.now().getTime() - ctx.config.auditDays * DAY_MS)
  const { rows } = await sql<{ removed: string; before: Date }>`
    with given as (select least(${asked}::timestamptz, now() - interval '184 days') as before)
    select audit_prune(before) as removed, before from given`.execute(ctx.db)
  const [pruned] = rows
  if (pruned === undefined) return 0
  await forgetAnchors(ctx, pruned.before)
  return Number(pruned.removed)
}
