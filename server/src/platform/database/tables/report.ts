import type { DiagnosisClass } from '@mingmou/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../columns.ts'
import type { StoredJson } from '../stored-json.ts'

/** Reports and drafts of them. */

export interface Reports {
  report_id: string
  report_no: string
  oid: string
  pid: string
  analysis_record_id: string
  image_index: number
  fellow_index: number | null
  referral: 'none' | 'review' | 'referable' | null
  diagnosis_class: DiagnosisClass
  opinion: string
  data: ColumnType<StoredJson, string, never>
  clinician: string
  supersedes: string | null
  voided_at: NullableTimestamp
  voided_by: string | null
  void_reason: string | null
  /** The worst stage of its eyes, as the report says. */
  stage: GeneratedAlways<number | null>
  created_at: Timestamp
}

export interface ReportDrafts {
  draft_id: string
  pid: string
  rid: string
  image_index: number
  fellow_index: number | null
  opinion: string
  version: Generated<number>
  updated_by: string
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
