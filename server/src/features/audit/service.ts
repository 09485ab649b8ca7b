import type { AuditAction, AuditOutcome } from '@mingmou/contract'
import type { Actor } from '../../http/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'

type TargetType =
  'account' | 'analysis' | 'archive' | 'institution' | 'patient' | 'report' | 'session'

export interface AuditEntry {
  /** Who; null for a visitor. */
  actor: Pick<Actor, 'uid' | 'role' | 'oid'> | null
  ip: string
  action: AuditAction
  target_type?: TargetType
  target_id?: string
  /** The patient it was about. */
  pid?: string
  /** The institution it was about, where that is not the actor's. */
  oid?: string | null
  /** Left out: success. */
  outcome?: AuditOutcome
  /** Never patient data or secrets: the log outlives both. */
  detail?: Record<string, unknown>
}

/** What an entry is about; an institution or a patient is also the entry's own. */
export function target(
  target_type: TargetType,
  target_id: string,
  of: Pick<AuditEntry, 'pid' | 'oid'> = {},
): Pick<AuditEntry, 'target_type' | 'target_id' | 'pid' | 'oid'> {
  return {
    target_type,
    target_id,
    ...(target_type === 'institution' && { oid: target_id }),
    ...(target_type === 'patient' && { pid: target_id }),
    ...of,
  }
}

/** Writes an entry in the same transaction as what it is about; entries are never changed. */
export async function audit(db: Db | Trx, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      uid: entry.actor?.uid ?? null,
      oid: entry.oid ?? entry.actor?.oid ?? null,
      role: entry.actor?.role ?? null,
      ip: entry.ip,
      action: entry.action,
      target_type: entry.target_type ?? null,
      target_id: entry.target_id ?? null,
      pid: entry.pid ?? null,
      outcome: entry.outcome ?? 'success',
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}
