import type { Hl7Fault, Hl7State, Modality } from '@mingmou/contract'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** A system that may send by HL7 v2 to the institution. */
export interface Hl7Peers {
  peer_id: string
  name: string
  application: string
  facility: string
  addresses: string[]
  codes: Json<Partial<Record<Modality, string[]>>>
  heard_at: NullableTimestamp
  fault: Hl7Fault | null
  fault_at: NullableTimestamp
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** Whom a message is about, as it stands there. `other`: of two numbers that are one patient's, the one that ends. */
export interface Hl7Said {
  number: string
  name: string
  birthday: string
  other?: string
}

/** What was answered: the code, and the reason with its field as the row had them then. */
export interface Hl7Answer {
  ack: 'AA' | 'AE'
  reason: string | null
  field: string | null
}

/** A message as a system sent it. */
export interface Hl7Messages {
  message_id: string
  peer_id: string
  control_id: string
  type: string
  bytes: Buffer
  sha256: string
  charset: string
  pid: string | null
  said: Json<Hl7Said>
  state: Hl7State
  reason: string | null
  field: string | null
  answer: Json<Hl7Answer>
  settled_at: NullableTimestamp
  settled_by: string | null
  why: string | null
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
