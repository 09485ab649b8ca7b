import type { ReferralUrgency, StepEvent, StepKind, StepPlace, StepResult } from '@mingmou/contract'
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** What a signed report says is to become of its patient. */
export interface NextSteps {
  step_id: string
  /** The first step of a referral that later reports took over. */
  thread: string
  report_id: string
  pid: string
  rid: string
  sat_on: string
  signed_on: string
  kind: StepKind
  months: number | null
  urgency: ReferralUrgency | null
  send_to: string
  note: string
  due_on: string | null
  /** What `step_place` says of it; triggers keep it. */
  place: Generated<StepPlace>
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** What was done about it. */
export interface StepEvents {
  event_id: string
  thread: string
  pid: string
  what: StepEvent
  day: string
  next_on: string | null
  note: string
  result: Json<StepResult | null> | null
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** A code that a letter was printed with. */
export interface LetterPages {
  page_id: string
  step_id: string
  pid: string
  code_hash: Buffer
  /** The last day, in Shanghai. */
  open_until: string
  /** Wrong answers so far. */
  wrong: Generated<number>
  opened_at: NullableTimestamp
  closed_at: NullableTimestamp
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
