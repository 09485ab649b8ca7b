import type {
  Patients,
  DmConditions,
  DmValues,
  Complications,
  EyeExams,
  ExamDrafts,
  Erasures,
  ErasedReports,
  ErasedFolders,
} from './tables/patient.ts'
import type {
  Archives,
  ArchiveImages,
  Analyses,
  AnalysisImages,
  ResultReads,
  Notices,
  UnfiledUploads,
  BatchFiles,
} from './tables/sitting.ts'
import type {
  ImageNotes,
  Drawings,
  DrawnImages,
  Corrections,
  Registrations,
} from './tables/judgement.ts'
import type { Reports, ReportDrafts } from './tables/report.ts'
import type { DatasetImages, SharedImages, DatasetExports } from './tables/dataset.ts'
import type { Institutions, AdmissionDocuments } from './tables/institution.ts'
import type {
  Accounts,
  AccountChanges,
  EmailCodes,
  Sessions,
  RefreshTokens,
  RememberedLogins,
  TotpFactors,
  RecoveryCodes,
  Passkeys,
  SsoProviders,
  SsoLinks,
  SignInSteps,
  KnownPlaces,
  ServerKeys,
} from './tables/account.ts'
import type { Feedback, FeedbackFiles, News } from './tables/site.ts'
import type { AuditLog, AuditChain, AuditHead, AuditAnchors, AuditCopies } from './tables/audit.ts'
import type { ClientAnswers, ClientCalls, Clients } from './tables/client.ts'
import type { Deliveries, Destinations } from './tables/destination.ts'
import type { WebhookDeliveries, Webhooks } from './tables/webhook.ts'
import type { ReadingHolds, Readings, ReadingSecrets, ReadingWaits } from './tables/reading.ts'
import type { LetterPages, NextSteps, StepEvents } from './tables/recall.ts'
import type {
  QuestionnaireAccount,
  QuestionnaireAnswers,
  QuestionnaireLinks,
  Questionnaires,
} from './tables/questionnaire.ts'
import type { DriftAlarms, DriftComparisons, DriftPhotographs, DriftWeeks } from './tables/drift.ts'
import type { Devices, ReceivedFiles } from './tables/device.ts'
import type { FhirExports } from './tables/fhir-export.ts'
import type { Hl7Messages, Hl7Peers } from './tables/hl7.ts'
import type { OutsideChanges, PatientIdentifiers } from './tables/identifier.ts'
import type { PatientImportRows, PatientImports } from './tables/import.ts'
import type { Orders } from './tables/order.ts'
import type { TrialBatches, TrialPhotographs } from './tables/trial.ts'
import type { ValidationCases, Validations } from './tables/validation.ts'

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
  outside_changes: OutsideChanges
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
  readings: Readings
  reading_holds: ReadingHolds
  reading_waits: ReadingWaits
  reading_secrets: ReadingSecrets
  step_events: StepEvents
  letter_pages: LetterPages
  registrations: Registrations
  result_reads: ResultReads
  reports: Reports
  erasures: Erasures
  erased_reports: ErasedReports
  erased_folders: ErasedFolders
  validations: Validations
  validation_cases: ValidationCases
  drift_comparisons: DriftComparisons
  drift_weeks: DriftWeeks
  drift_alarms: DriftAlarms
  drift_photographs: DriftPhotographs
  dataset_images: DatasetImages
  shared_images: SharedImages
  dataset_exports: DatasetExports
  unfiled_uploads: UnfiledUploads
  report_drafts: ReportDrafts
  clients: Clients
  client_calls: ClientCalls
  client_answers: ClientAnswers
  fhir_exports: FhirExports
  destinations: Destinations
  deliveries: Deliveries
  webhooks: Webhooks
  webhook_deliveries: WebhookDeliveries
  batch_files: BatchFiles
  devices: Devices
  received_files: ReceivedFiles
  hl7_peers: Hl7Peers
  hl7_messages: Hl7Messages
  trial_batches: TrialBatches
  trial_photographs: TrialPhotographs
  questionnaire_account: QuestionnaireAccount
  questionnaires: Questionnaires
  questionnaire_answers: QuestionnaireAnswers
  questionnaire_links: QuestionnaireLinks
}
