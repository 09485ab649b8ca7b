import type {
  AccountChangeKind,
  AuditOutcome,
  DocumentKind,
  Language,
  Role,
  StepRules,
} from '@mingmou/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { NullableTimestamp, Timestamp } from './columns.ts'
import type { ClientAnswers, ClientCalls, Clients } from './client-tables.ts'
import type { Deliveries, Destinations } from './destination-tables.ts'
import type { NextSteps, StepEvents } from './recall-tables.ts'
import type {
  QuestionnaireAccount,
  QuestionnaireAnswers,
  QuestionnaireLinks,
  Questionnaires,
} from './questionnaire-tables.ts'
import type {
  Analyses,
  AnalysisImages,
  BatchFiles,
  UnfiledUploads,
  ArchiveImages,
  Archives,
  Complications,
  DatasetExports,
  DatasetImages,
  DmConditions,
  DmValues,
  ExamDrafts,
  Corrections,
  Drawings,
  DrawnImages,
  ErasedFolders,
  ErasedReports,
  Erasures,
  EyeExams,
  ImageNotes,
  Notices,
  Patients,
  Registrations,
  ReportDrafts,
  Reports,
  ResultReads,
  SharedImages,
} from './record-tables.ts'
import type { Devices, ReceivedFiles } from './device-tables.ts'
import type { PatientImportRows, PatientImports } from './import-tables.ts'
import type { PatientIdentifiers } from './identifier-tables.ts'
import type { Orders } from './order-tables.ts'
import type { TrialBatches, TrialPhotographs } from './trial-tables.ts'

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

interface Feedback {
  fid: string
  category: string
  topic: string
  content: string
  contact: string | null
  uid: string | null
  language: Language
  return_time: string | null
  created_at: Date
  read_at: NullableTimestamp
  processing_time: NullableTimestamp
  processed_by: ColumnType<string | null, undefined, string>
  finished_time: NullableTimestamp
  finished_by: ColumnType<string | null, undefined, string>
  result: ColumnType<string | null, undefined, string>
  /** 1 new, 2 processing, 3 finished. */
  status: GeneratedAlways<1 | 2 | 3>
}

interface FeedbackFiles {
  file_id: string
  fid: string
  place: number
  file_key: string
  type: string
  size: number
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
  /** It had a second factor before its institution moved here. The next one ends it. */
  factor_due: Generated<boolean>
  /** The first sign-in. A trigger of the sessions sets it. */
  entered_at: ColumnType<Date | null, never, never>
}

interface AccountChanges {
  change_id: string
  oid: string
  uid: string
  by_uid: string
  kind: AccountChangeKind
  email: string | null
  asked_at: ColumnType<Date, Date, never>
  due_at: Date | null
  done_at: Date | null
  agreed: Generated<boolean>
  ended_at: NullableTimestamp
  holds_until: Date | null
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

interface TotpFactors {
  uid: string
  secret: Buffer
  last_step: ColumnType<string, number, number>
  created_at: Timestamp
}

interface RecoveryCodes {
  uid: string
  hash: Buffer
  salt: Buffer
  used_at: NullableTimestamp
}

interface Passkeys {
  passkey_id: string
  uid: string
  credential_id: string
  public_key: Buffer
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  created_at: Date
  used_at: NullableTimestamp
}

interface SsoProviders {
  oid: string
  sign_in_code: string
  name: string
  issuer: string
  client_id: string
  client_secret: Buffer
  enabled: boolean
  required: boolean
  fresh: boolean
}

interface SsoLinks {
  uid: string
  oid: string
  issuer: string
  sub: string
  created_at: Date
}

interface SignInSteps {
  hash: Buffer
  kind: string
  uid: string | null
  data: ColumnType<unknown, string, string>
  expires_at: Date
}

interface KnownPlaces {
  uid: string
  ip: string
  seen_at: Date
}

interface ServerKeys {
  kid: string
  purpose: 'token' | 'url' | 'seal'
  private_key: Buffer
  public_key: string | null
  created_at: Timestamp
}

interface News {
  nid: string
  happened_on: string
  title_zh: string
  title_en: string
  body_zh: string
  body_en: string
  picture: string | null
  published: boolean
  version: Generated<number>
  updated_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
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

/** Heads that lie among the files. */
interface AuditAnchors {
  day: string
  seq: string | number
  hash: Buffer
}

interface AuditCopies {
  place: string
  seq: string
  at: Date
  alarmed_at: Date | null
}

/** The tables as queries see them. The migrations decide. */
export interface Tables {
  institutions: Institutions
  admission_documents: AdmissionDocuments
  feedback: Feedback
  feedback_files: FeedbackFiles
  accounts: Accounts
  account_changes: AccountChanges
  email_codes: EmailCodes
  sessions: Sessions
  refresh_tokens: RefreshTokens
  remembered_logins: RememberedLogins
  totp_factors: TotpFactors
  recovery_codes: RecoveryCodes
  sign_in_steps: SignInSteps
  passkeys: Passkeys
  sso_providers: SsoProviders
  sso_links: SsoLinks
  known_places: KnownPlaces
  server_keys: ServerKeys
  news: News
  audit_log: AuditLog
  audit_chain: AuditChain
  audit_head: AuditHead
  audit_anchors: AuditAnchors
  audit_copies: AuditCopies
  patients: Patients
  patient_identifiers: PatientIdentifiers
  patient_imports: PatientImports
  patient_import_rows: PatientImportRows
  dm_conditions: DmConditions
  dm_values: DmValues
  complications: Complications
  eye_exams: EyeExams
  exam_drafts: ExamDrafts
  archives: Archives
  archive_images: ArchiveImages
  analyses: Analyses
  analysis_images: AnalysisImages
  corrections: Corrections
  drawings: Drawings
  drawn_images: DrawnImages
  image_notes: ImageNotes
  notices: Notices
  orders: Orders
  next_steps: NextSteps
  step_events: StepEvents
  registrations: Registrations
  result_reads: ResultReads
  reports: Reports
  erasures: Erasures
  erased_reports: ErasedReports
  erased_folders: ErasedFolders
  dataset_images: DatasetImages
  shared_images: SharedImages
  dataset_exports: DatasetExports
  unfiled_uploads: UnfiledUploads
  report_drafts: ReportDrafts
  clients: Clients
  client_calls: ClientCalls
  client_answers: ClientAnswers
  destinations: Destinations
  deliveries: Deliveries
  batch_files: BatchFiles
  devices: Devices
  received_files: ReceivedFiles
  trial_batches: TrialBatches
  trial_photographs: TrialPhotographs
  questionnaire_account: QuestionnaireAccount
  questionnaires: Questionnaires
  questionnaire_answers: QuestionnaireAnswers
  questionnaire_links: QuestionnaireLinks
}
