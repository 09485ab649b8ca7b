import type { IdentifierKind } from '@mingmou/contract'
import type { GeneratedAlways } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../columns.ts'

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
