import type { ImportState, Language, PatientInput } from '@mingmou/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** A table of patients that was brought. */
export interface PatientImports {
  import_id: string
  file_name: string
  file_key: string | null
  faults_key: string | null
  kept_key: string | null
  language: Language
  asked_by: string
  asked_role: '3' | '4'
  asked_ip: string
  state: ImportState
  reason: string | null
  ignored: ColumnType<string[], string | undefined, string>
  total: Generated<number>
  done: Generated<number>
  created: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  refused: Generated<number>
  undone: Generated<number>
  kept: Generated<number>
  at_line: Generated<number>
  /** When the last row was written. */
  written_at: NullableTimestamp
  /** The run of a worker that works on it: one that it was taken from writes nothing more. */
  taken_by: ColumnType<string | null, string | undefined, string>
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** A column of the file, and an encoded message. */
export type RowFault = readonly [column: string, message: string]

/** What became of a row of it. */
export interface PatientImportRows {
  import_id: string
  line: number
  outcome: 'created' | 'changed' | 'refused' | 'undone' | 'kept'
  pid: string | null
  faults: Json<RowFault[]> | null
  before: Json<PatientInput> | null
  after: Json<PatientInput> | null
  oid: string
}
