import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/database.ts'

/** Of what is configured. */
export interface CopyAges {
  /** Since the oldest entry that waits was written; 0: none waits. */
  entries_seconds?: number
  /** Since the newest head was told; null: none was. */
  head_seconds?: number | null
}

type Places = Pick<Config, 'auditSyslog' | 'auditHeads'>

/** How far the copies of the audit log are behind. null: none is configured. */
export async function readCopyAges(
  db: Db,
  { auditSyslog, auditHeads }: Places,
  now: Date,
): Promise<CopyAges | null> {
  if (auditSyslog === null && auditHeads === null) return null
  const secondsSince = (at: Date) => Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  const ages: CopyAges = {}
  if (auditSyslog !== null) {
    const { rows } = await sql<{ at: Date }>`
      select at from audit_chain join audit_log using (id)
      where seq > coalesce((select seq from audit_copies where place = ${auditSyslog.href}), 0)
      order by seq limit 1`.execute(db)
    ages.entries_seconds = rows[0] ? secondsSince(rows[0].at) : 0
  }
  if (auditHeads !== null) {
    const told = await db
      .selectFrom('audit_copies')
      .select('at')
      .where('place', '=', auditHeads.href)
      // A place that never took one.
      .where('at', '>', new Date(0))
      .executeTakeFirst()
    ages.head_seconds = told ? secondsSince(told.at) : null
  }
  return ages
}
