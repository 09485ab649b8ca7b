import type {
  AnalysisStatus,
  ArchiveFields,
  AuditOutcome,
  DocumentKind,
  Entries,
  ExamDraft,
  Eye,
  Language,
  Modality,
  Registration,
  Role,
  Stage,
} from '@mingmou/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { StoredJson } from './stored-json.ts'

/** The database sets it when it is left out. */
type Timestamp = ColumnType<Date, Date | undefined, Date>
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<T> = ColumnType<T, string, string>

interface Institutions {
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
  /** A saved sitting is analysed at once. */
  auto_analyse: Generated<boolean>
  /** Administrators see its photographs without any identity. */
  share_images: Generated<boolean>
  sign_password: Generated<boolean>
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
}

interface AdmissionDocuments {
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

interface Accounts {
  uid: string
  oid: string | null
  role: Role
  account_type: GeneratedAlways<1 | 2>
  username: string
  name: string
  email: string
  phone: Generated<string>
  password_hash: string
  first_login: boolean
  /** Set by who manages the account. */
  banned: Generated<boolean>
  /** Set by the platform, where an institution manages the account, and for trial users. */
  locked: Generated<boolean>
  /** 2 while one of them holds. */
  status: GeneratedAlways<1 | 2>
  created_at: Timestamp
  deleted_at: NullableTimestamp
  language: Generated<Language>
  initial_request: string | null
}

interface EmailCodes {
  request: string
  key: string
  asker: string
  place: string
  code_hash: string | null
  tries: Generated<number>
  tries_by_place: Generated<number>
  expires_at: Date
}

interface Sessions {
  sid: string
  uid: string
  created_at: Timestamp
  expires_at: Date
  ended_at: NullableTimestamp
  end_reason: 'logout' | 'replaced' | 'revoked' | 'reused' | null
  ip: Generated<string>
  user_agent: Generated<string>
}

interface RefreshTokens {
  hash: Buffer
  sid: string
  created_at: Timestamp
  used_at: NullableTimestamp
}

interface RememberedLogins {
  hash: Buffer
  uid: string
  account_type: 1 | 2
  account: string
  expires_at: Date
}

interface KnownPlaces {
  uid: string
  ip: string
  seen_at: Date
}

interface ServerKeys {
  kid: string
  purpose: 'token' | 'url'
  private_key: Buffer
  public_key: string | null
  created_at: Timestamp
}

interface AuditLog {
  id: GeneratedAlways<string>
  at: Timestamp
  uid: string | null
  oid: string | null
  role: Role | null
  ip: Generated<string>
  action: string
  target_type: string | null
  target_id: string | null
  pid: string | null
  outcome: AuditOutcome
  detail: ColumnType<Record<string, unknown>, string | undefined, never>
}

interface AuditChain {
  seq: string
  id: string
  hash: Buffer
}

interface AuditHead {
  one: Generated<boolean>
  seq: string
  hash: Buffer
}

interface Patients {
  pid: string
  oid: string
  ad_card_number: string
  name: string
  /** null until it is derived from the name. */
  name_initials: string | null
  gender: 1 | 2
  profession: string | null
  /** `YYYY-MM-DD`: the driver hands dates over as text. */
  birthday: string
  phone: string | null
  area_id: string[] | null
  address: string | null
  allergic_history: string | null
  operation_history: string | null
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

interface DmConditions {
  pid: string
  oid: string
  onset_date: string | null
  diagnosis_date: string | null
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

interface DmValues {
  pid: string
  kind: 'hba1c' | 'fbg'
  day: string
  value: number
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
}

interface Complications {
  row_id: string
  oid: string
  pid: string
  disease_type: string
  start_date: string
  end_date: string | null
  treat_plan: string | null
  version: Generated<number>
  created_by: string
  created_at: Timestamp
  updated_by: string
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

interface EyeExams {
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

interface ExamDrafts {
  uid: string
  about: string
  oid: string
  pid: string
  draft: Json<ExamDraft>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
}

interface Archives {
  rid: string
  oid: string
  pid: string
  modality: Modality
  record_date: string
  collect_device: string
  /** Its shape is in the modality's entry in the contract. */
  fields: Json<ArchiveFields>
  /** Of the newest analysis that has ended, as a place in `URGENCIES` from 1. */
  urgency: number | null
  /** The analysis whose result nobody of the institution has read. */
  unread_of: string | null
  unread_since: NullableTimestamp
  created_by: string
  created_at: Timestamp
  deleted_at: NullableTimestamp
}

interface ArchiveImages {
  rid: string
  image_index: number
  oid: string
  upload_key: string
  file_name: string
  file_key: string
  thumb_key: string
  /** Of the stored file. */
  sha256: string
  /** Of the uploaded file. */
  upload_sha256: string | null
  width: number
  height: number
  /** null where neither file nor clinician says. */
  mm_per_px: number | null
  scale_source: 'dicom' | 'stated' | null
  /** The image of another kind of archive that this one was filed from. */
  filed_from_rid: Generated<string | null>
  filed_from_index: Generated<number | null>
}

interface Analyses {
  analysis_record_id: string
  oid: string
  pid: string
  rid: string
  modality: Modality
  status: Generated<AnalysisStatus>
  stage: Generated<Stage>
  progress: Generated<number>
  reason: string | null
  attempts: Generated<number>
  requested_by: string
  /** The fields of the archive that it read, with their values then. */
  read_fields: ColumnType<Record<string, unknown>, string | undefined, string>
  created_at: Timestamp
  ended_at: NullableTimestamp
}

interface AnalysisImages {
  analysis_record_id: string
  image_index: number
  oid: string
  findings: ColumnType<StoredJson | null, string | null, never>
  overlays: Json<{ name: string; key: string }[]>
  error: string | null
}

interface ResultReads {
  analysis_record_id: string
  oid: string
  created_by: string
  created_at: Timestamp
}

interface EyeCorrections {
  id: GeneratedAlways<string>
  analysis_record_id: string
  image_index: number
  oid: string
  eye: Eye
  axial_length_mm: number | null
  uid: string
  at: Timestamp
}

interface Registrations {
  registration_id: string
  oid: string
  pid: string
  before_record_id: string
  before_index: number
  after_record_id: string
  after_index: number
  status: Generated<'queued' | 'done' | 'failed'>
  result: ColumnType<Registration | null, undefined, string>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

interface Reports {
  report_id: string
  report_no: string
  oid: string
  pid: string
  analysis_record_id: string
  image_index: number
  fellow_index: number | null
  referral: 'none' | 'review' | 'referable' | null
  diagnosis_class: '1' | '2' | '3'
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

interface DatasetImages {
  rid: string
  image_index: number
  oid: string
  pid: string
  image: Generated<string>
  modality: Modality
  record_date: string
  collect_device: string
  img_type: number | null
  width: number
  height: number
  file_key: string
  thumb_key: string
  hidden: Generated<boolean>
  analysed: Generated<boolean>
  gradable: boolean | null
  eye: Eye | null
  facets: Generated<string[]>
}

/** A view of photographs of institutions that share them. Its day is the first of the month. */
interface SharedImages extends Omit<
  DatasetImages,
  'rid' | 'image_index' | 'oid' | 'pid' | 'hidden'
> {
  /** The same for all photographs of one patient, and says nothing else. */
  patient: string
}

interface DatasetExports {
  export_id: string
  uid: string
  dataset: string
  asked: Json<Record<string, unknown>>
  language: Language
  status: Generated<'queued' | 'running' | 'done' | 'failed'>
  done: Generated<number>
  total: Generated<number>
  reason: string | null
  file_key: string | null
  bytes: ColumnType<string | null, number | null | undefined, number | null>
  created_at: Timestamp
  ended_at: NullableTimestamp
}

interface ReportDrafts {
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

/** The tables as queries see them. The migrations decide. */
export interface Tables {
  institutions: Institutions
  admission_documents: AdmissionDocuments
  accounts: Accounts
  email_codes: EmailCodes
  sessions: Sessions
  refresh_tokens: RefreshTokens
  remembered_logins: RememberedLogins
  known_places: KnownPlaces
  server_keys: ServerKeys
  audit_log: AuditLog
  audit_chain: AuditChain
  audit_head: AuditHead
  patients: Patients
  dm_conditions: DmConditions
  dm_values: DmValues
  complications: Complications
  eye_exams: EyeExams
  exam_drafts: ExamDrafts
  archives: Archives
  archive_images: ArchiveImages
  analyses: Analyses
  analysis_images: AnalysisImages
  eye_corrections: EyeCorrections
  registrations: Registrations
  result_reads: ResultReads
  reports: Reports
  dataset_images: DatasetImages
  shared_images: SharedImages
  dataset_exports: DatasetExports
  report_drafts: ReportDrafts
}
