import type { DocumentKind, ReadingRule, StepRules } from '@mingmou/contract'
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../columns.ts'

/** Institutions, and the documents of their sign-up. */

export interface Institutions {
  oid: string
  name: string
  short_name: string
  describes: Generated<string>
  contact: string
  phone: string
  email: string
  logo: string | null
  area_id: string[]
  address: string
  account_limit: Generated<number>
  /** null: no limit. */
  storage_limit_mb: number | null
  waiting_limit: number | null
  /** Bytes of its photographs, as they were saved. */
  stored_bytes: Generated<string>
  /** How many orders it ever made: the number of the last one. */
  orders_made: Generated<number>
  /** A saved sitting is analysed at once. */
  auto_analyse: Generated<boolean>
  /** Administrators see its photographs without any identity. */
  share_images: Generated<boolean>
  sign_password: Generated<boolean>
  require_factor: Generated<boolean>
  /** null: nobody is erased. */
  erasure_years: number | null
  /** When the main account saw last that a certificate of this server ends. */
  receivers_seen_at: NullableTimestamp
  /** null: no recall. */
  step_rules: ColumnType<StepRules | null, string | null | undefined, string | null>
  status: Generated<1 | 2>
  join_time: Timestamp
  join_type: 1 | 2
  review_status: Generated<0 | 1 | 2>
  review_msg: Generated<string>
  review_time: NullableTimestamp
  created_at: Timestamp
  deleted_at: NullableTimestamp
  final_at: NullableTimestamp
  purged_at: NullableTimestamp
  /** `trial`: the hidden tenant of a trial account. */
  kind: Generated<'clinic' | 'trial'>
  trial_of: string | null
  /** What devices call the institution by. */
  ae_title: Generated<string>
  /** The page of a viewer that sittings are opened in; null: none. */
  viewer_url: string | null
  /** Which sittings a second person reads. */
  reading_rule: Generated<ReadingRule>
  reading_percent: Generated<number>
  first_sees_machine: Generated<boolean>
  /** Since when it watches what its devices bring; null: it does not. */
  drift_since: NullableTimestamp
  /** The Monday before which every week has its rows. */
  drift_through: ColumnType<string | null, string | null | undefined, string | null>
}

export interface AdmissionDocuments {
  document_id: string
  oid: string
  kind: DocumentKind
  name: string
  file_key: string
  type: string
  size: number
  sha256: string
  created_at: Timestamp
}
