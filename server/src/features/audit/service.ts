import type { AuditAction, AuditOutcome, PatientRecordKey } from '@mingmou/contract'
import type { Actor } from '../../http/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'

type TargetType =
  | PatientRecordKey
  | 'step'
  | 'account'
  | 'analysis'
  | 'archive'
  | 'export'
  | 'import'
  | 'feedback'
  | 'institution'
  | 'news'
  | 'order'
  | 'patient'
  | 'questionnaire'
  | 'report'
  | 'session'
  | 'validation'
  | 'drift'

export interface AuditEntry {
  /** The account that acted; null for a visitor. */
  actor: Pick<Actor, 'uid' | 'role' | 'oid'> | null
  ip: string
  action: AuditAction
  target_type?: TargetType
  target_id?: string
  /** The patient of the entry. */
  pid?: string
  /** The institution of the entry, where that is not the actor's. */
  oid?: string | null
  /** The default is success. */
  outcome?: AuditOutcome
  /** Never holds patient data or secrets: the log outlives both. */
  detail?: Record<string, unknown>
}

/** The target of an entry. An institution or a patient is also recorded in its own column. */
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

/** Writes an entry in the transaction of the change. Entries are never changed. */
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
