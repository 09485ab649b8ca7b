import type { WEBHOOK_STATES, WebhookEvent, WebhookTold } from '@mingmou/contract'
import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../columns.ts'

/** An address that is told of events of the institution. */
export interface Webhooks {
  webhook_id: string
  name: string
  url: string
  events: WebhookEvent[]
  active: boolean
  secret: Buffer | null
  earlier_secret: Buffer | null
  overlap_until: NullableTimestamp
  sent_at: NullableTimestamp
  failing_since: NullableTimestamp
  fault: string | null
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** An event on its way to an address. */
export interface WebhookDeliveries {
  delivery_id: string
  webhook_id: string
  event_id: string
  type: WebhookTold
  pid: string | null
  rid: string | null
  body: string
  told_at: Timestamp
  state: Generated<(typeof WEBHOOK_STATES)[number]>
  tries: Generated<number>
  round: Generated<number>
  begun_at: Timestamp
  next_at: NullableTimestamp
  status: number | null
  reason: string | null
  sent_at: NullableTimestamp
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
