import type { JudgedEyes, ReadingNeed, ReadingRole, ReadingRule } from '@mingmou/contract'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** What readers stated of a sitting. */
export interface Readings {
  reading_id: string
  rid: string
  pid: string
  role: ReadingRole
  /** How many the sitting had. */
  photographs: number
  eyes: Json<JudgedEyes>
  machine: Json<JudgedEyes>
  note: string
  opened_at: Timestamp
  signed_at: Timestamp
  awaits: Exclude<ReadingRole, 'first'> | null
  /** Of a first reading. */
  rule: Exclude<ReadingRule, 'none'> | null
  need: ReadingNeed | null
  draw: number | null
  percent: number | null
  commitment: string | null
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** What a sitting waits for, as its newest reading says; a trigger keeps it. */
export interface ReadingWaits {
  rid: string
  role: Exclude<ReadingRole, 'first'>
  photographs: number
  since: Date
  oid: string
}

/** Who has a sitting open to read it. */
export interface ReadingHolds {
  rid: string
  role: ReadingRole
  uid: string
  opened_at: Date
  kept_until: Date
  oid: string
}

/** What draws are made with. */
export interface ReadingSecrets {
  commitment: string
  secret: string
  made_at: Date
  ended_at: Date | null
  oid: string
}
