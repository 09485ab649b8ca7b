import type { IdentifierKind, OutsideChange } from '@mingmou/contract'
import type { GeneratedAlways } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** A number of a patient besides the card number. */
export interface PatientIdentifiers {
  identifier_id: string
  pid: string
  kind: IdentifierKind
  value: string
  /** The form in which it is compared. */
  form: GeneratedAlways<string>
  /** Empty: nobody said who gave it. */
  issuer: string
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** Both values of a field that an outside system and the clinic write differently. */
export interface OutsideChanges {
  change_id: string
  pid: string
  field: OutsideChange['field']
  before: Json<OutsideChange['before']>
  after: Json<OutsideChange['after']>
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
