import type { AuditOutcome, Role } from '@mingmou/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from '../columns.ts'

/** The audit log, its chain and its copies. */

export interface AuditLog {
  id: GeneratedAlways<string>
  at: Timestamp
  uid: string | null
  oid: string | null
  role: Role | null
  ip: Generated<string>
  action: string
  target_type: string | null
  target_id: string | null
  pid: string | null
  outcome: AuditOutcome
  detail: ColumnType<Record<string, unknown>, string | undefined, never>
}

export interface AuditChain {
  seq: string
  id: string
  hash: Buffer
}

export interface AuditHead {
  one: Generated<boolean>
  seq: string
  hash: Buffer
}

/** Heads that lie among the files. */
export interface AuditAnchors {
  day: string
  seq: string | number
  hash: Buffer
}

export interface AuditCopies {
  place: string
  seq: string
  at: Date
  alarmed_at: Date | null
  held_until: Date | null
}
