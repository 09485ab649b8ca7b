import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { forgetAnchors } from './anchors.ts'

const DAY_MS = 86_400_000

/** Removes expired entries. The database itself refuses to remove entries younger than 184 days. */
export async function pruneAudit(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - ctx.config.auditDays * DAY_MS)
  const { rows } = await sql<{ removed: string }>`
    select audit_prune(${before}::timestamptz) as removed`.execute(ctx.db)
  await forgetAnchors(ctx, before)
  return Number(rows[0]?.removed ?? 0)
}
