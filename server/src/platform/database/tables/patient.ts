import type { Entries, ExamDraft } from '@mingmou/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** Patients and what is recorded of them. */

export interface Patients {
  pid: string
  oid: string
  ad_card_number: string
  /** The form in which it is compared. */
  card_form: GeneratedAlways<string>
  name: string
  /** null until it is derived from the name. */
  name_initials: string | null
  /** The normal form of the name; null until it is derived. */
  name_form: string | null
  gender: 1 | 2
  profession: string | null
  /** `YYYY-MM-DD`: the driver hands dates over as text. */
  birthday: string
  phone: string | null
  area_id: string[] | null
  address: string | null
  allergic_history: string | null
  operation_history: string | null
  /** The values of its identifiers, derived by the database: what searches look in. */
  other_numbers: string | null
  /** The record of the same person that this one was merged into. */
  merged_into: string | null
  merged_by: string | null
  merged_at: NullableTimestamp
  /** The record that stands for this one. */
  person: GeneratedAlways<string>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface DmConditions {
  pid: string
  oid: string
  onset_date: string | null
  diagnosis_date: string | null
  onset_chars: Generated<number>
  diagnosis_chars: Generated<number>
  somatotype: 1 | 2 | 3 | 4 | null
  fbg_date: string | null
  fbg: number | null
  hba1c_date: string | null
  hba1c: number | null
  medication: string | null
  version: Generated<number>
  created_by: string
  created_at: Timestamp
  updated_by: string
  updated_at: Timestamp
}

export interface DmValues {
  pid: string
  kind: 'hba1c' | 'fbg'
  day: string
  value: number
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface Complications {
  row_id: string
  oid: string
  pid: string
  disease_type: string
  start_date: string
  start_chars: Generated<number>
  end_date: string | null
  end_chars: Generated<number>
  treat_plan: string | null
  version: Generated<number>
  created_by: string
  created_at: Timestamp
  updated_by: string
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface EyeExams {
  rid: string
  oid: string
  pid: string
  record_date: string
  /** As it was typed. Its values are derived from it. */
  entered: Json<Entries>
  version: Generated<number>
  created_by: string
  created_at: Timestamp
  updated_by: string
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface ExamDrafts {
  uid: string
  about: string
  oid: string
  pid: string
  draft: Json<ExamDraft>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
}

/** What somebody asked to erase. It outlives the patient and says nothing about it. */
export interface Erasures {
  erasure_id: string
  pid: string
  oid: string
  asked_by: string
  asked_at: Timestamp
  withdrawn_by: string | null
  withdrawn_at: NullableTimestamp
  confirmed_by: ColumnType<string | null, never, never>
  confirmed_at: ColumnType<Date | null, never, never>
}

export interface ErasedReports {
  report_id: string
  report_no: string
  oid: string
  erasure_id: string
  sha256: string
  erased_at: Date
}

/** Folders whose files nothing names any more. */
export interface ErasedFolders {
  folder: string
}
