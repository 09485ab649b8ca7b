import type { DicomFacts } from '@mingmou/analysis/image'
import type { DeviceFault, Modality } from '@mingmou/contract'
import type { ColumnType } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** A camera that may send files to the institution. */
export interface Devices {
  device_id: string
  name: string
  ae_title: string
  addresses: string[]
  port: number | null
  modality: Modality
  collect_device: string
  fields: Json<{ img_type?: 1 | 2 }>
  heard_at: NullableTimestamp
  fault: DeviceFault | null
  fault_at: NullableTimestamp
  failing_since: NullableTimestamp
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A file as a device sent it. */
export interface ReceivedFiles {
  received_id: string
  device_id: string
  sop_class: string
  sop_uid: string
  sha256: string
  file_key: string
  stored_bytes: string | number
  differs: boolean
  read_at: NullableTimestamp
  facts: ColumnType<DicomFacts | null, string | null | undefined, string | null>
  problem: Later<string>
  upload_key: Later<string>
  taken_back_at: NullableTimestamp
  rid: Later<string>
  /** Of a document that is filed. */
  pid?: Later<string>
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
