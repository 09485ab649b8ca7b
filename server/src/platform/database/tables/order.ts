import type { Modality, OrderedEyes } from '@mingmou/contract'
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../columns.ts'

/** A photograph that was ordered for a day. */
export interface Orders {
  order_id: string
  pid: string
  accession: string
  modality: Modality
  eyes: OrderedEyes
  day: string
  day_time: string | null
  device_id: string | null
  /** The archive that closed it. */
  rid: string | null
  done_at: NullableTimestamp
  cancelled_at: NullableTimestamp
  cancelled_by: string | null
  /** What the system that ordered calls it. */
  placer: ColumnType<string | null, string | null | undefined, string | null>
  reason: string | null
  version: Generated<number>
  oid: string
  created_by: string
  created_at: Timestamp
  updated_by: string
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
