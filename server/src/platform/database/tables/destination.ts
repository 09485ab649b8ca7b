import type {
  DELIVERED,
  DeliveryState,
  DestinationKind,
  Eye,
  HL7_CHARSETS,
  Language,
} from '@mingmou/contract'
import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../columns.ts'

/** An archive or a system of the hospital that reports of the institution are sent to. */
export interface Destinations {
  destination_id: string
  name: string
  kind: DestinationKind
  host: string | null
  port: number | null
  called_title: string | null
  calling_title: string | null
  sending_application: string | null
  sending_facility: string | null
  receiving_application: string | null
  receiving_facility: string | null
  charset: (typeof HL7_CHARSETS)[number] | null
  pdf: Generated<boolean>
  tls: Generated<boolean>
  url: string | null
  token: Buffer | null
  certificate: Buffer | null
  /** Its end; null for one from before 2.3 until the worker has read it. */
  certificate_until: NullableTimestamp
  certificate_seen_at: NullableTimestamp
  photographs: boolean
  measurements: Generated<boolean>
  active: boolean
  sent_at: NullableTimestamp
  fault: string | null
  fault_at: NullableTimestamp
  failing_since: NullableTimestamp
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** A document on its way to an archive. */
export interface Deliveries {
  delivery_id: string
  destination_id: string
  report_id: string
  pid: string
  what: (typeof DELIVERED)[number]
  rid: string | null
  image_index: number | null
  eye: Eye | null
  number: string | null
  withdrawn: Generated<boolean>
  rejects: string | null
  sending: string | null
  sop_uid: string
  language: Language
  state: Generated<DeliveryState>
  tries: Generated<number>
  refusals: Generated<number>
  reason: string | null
  sent_at: NullableTimestamp
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
