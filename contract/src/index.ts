import * as accountChanges from './calls/accounts/account-changes.ts'
import * as adminAccounts from './calls/accounts/admin-accounts.ts'
import * as adminInstitutions from './calls/accounts/admin-institutions.ts'
import * as analyses from './calls/images/analyses.ts'
import * as audit from './calls/accounts/audit.ts'
import type { Call } from './wire/call.ts'
import * as webhooks from './calls/webhooks.ts'
import * as hl7 from './calls/hl7.ts'
import * as clients from './calls/clients.ts'
import * as complications from './calls/patients/complications.ts'
import * as dashboard from './calls/images/dashboard.ts'
import * as datasets from './calls/images/datasets.ts'
import * as connections from './calls/connections.ts'
import * as destinations from './calls/destinations.ts'
import * as dmConditions from './calls/patients/dm-conditions.ts'
import * as devices from './calls/images/devices.ts'
import * as documents from './calls/accounts/documents.ts'
import * as erasure from './calls/patients/erasure.ts'
import * as eyeExams from './calls/patients/eye-exams.ts'
import * as feedback from './calls/site/feedback.ts'
import * as files from './calls/images/files.ts'
import * as imageNotes from './calls/images/image-notes.ts'
import * as institutions from './calls/accounts/institutions.ts'
import * as members from './calls/accounts/members.ts'
import { DATASETS, MODALITIES } from './calls/images/modalities.ts'
import * as batch from './calls/images/batch.ts'
import * as myAccount from './calls/accounts/my-account.ts'
import * as news from './calls/site/news.ts'
import * as orders from './calls/patients/orders.ts'
import * as readings from './calls/images/readings.ts'
import * as recall from './calls/patients/recall.ts'
import * as letterPages from './calls/patients/letter-pages.ts'
import * as passkeys from './calls/accounts/passkeys.ts'
import * as passwords from './calls/accounts/passwords.ts'
import * as notices from './calls/images/notices.ts'
import * as patientFolder from './calls/patients/patient-folder.ts'
import * as patientImports from './calls/patients/patient-imports.ts'
import * as patientTables from './calls/patients/patient-tables.ts'
import * as patients from './calls/patients/patients.ts'
import { PATIENT_RECORDS } from './calls/patients/records.ts'
import * as questionnaire from './calls/site/questionnaire-calls.ts'
import * as reportDrafts from './calls/images/report-drafts.ts'
import * as reports from './calls/images/reports.ts'
import * as secondFactor from './calls/accounts/second-factor.ts'
import * as sessions from './calls/accounts/sessions.ts'
import * as signUp from './calls/accounts/sign-up.ts'
import * as site from './calls/site/site.ts'
import * as sso from './calls/accounts/sso.ts'
import * as trends from './calls/patients/trends.ts'
import * as trial from './calls/images/trial.ts'
import * as validation from './calls/images/validation.ts'
import * as drift from './calls/images/drift.ts'
import * as viewer from './calls/viewer.ts'
import * as worklist from './calls/images/worklist.ts'

export * from './calls/accounts/account-changes.ts'
export * from './calls/accounts/admin-accounts.ts'
export * from './calls/accounts/admin-institutions.ts'
export * from './calls/images/analyses.ts'
export * from './calls/images/archives.ts'
export * from './calls/accounts/audit.ts'
export * from './calls/images/batch.ts'
export * from './calls/accounts/audit-texts.ts'
export * from './wire/call.ts'
export * from './calls/clients.ts'
export * from './calls/patients/complications.ts'
export * from './wire/constants.ts'
export { correctedText, correctionBasis, machineText } from './findings/correction-texts.ts'
export * from './calls/images/dashboard.ts'
export * from './calls/images/datasets.ts'
export * from './calls/images/devices.ts'
export * from './calls/connections.ts'
export * from './calls/destinations.ts'
export * from './calls/webhooks.ts'
export * from './calls/hl7.ts'
export * from './calls/patients/dm-conditions.ts'
export * from './calls/patients/identifiers.ts'
export * from './calls/accounts/documents.ts'
export * from './wire/envelope.ts'
export * from './calls/events.ts'
export * from './calls/patients/erasure.ts'
export * from './calls/patients/exam-indicators.ts'
export * from './calls/patients/eye-exams.ts'
export * from './calls/site/feedback.ts'
export * from './calls/site/feedback-classes.ts'
export * from './files/evidence.ts'
export { calendarDay, dayAfter, isNoBirthday, isNoPictureDay } from './wire/days.ts'
export * from './wire/begin.ts'
export * from './wire/fields.ts'
export * from './wire/letter-code.ts'
export * from './files/file-format.ts'
export type { ImageFault } from './wire/texts/images.ts'
export * from './calls/images/files.ts'
export * from './files/refused-file.ts'
export * from './files/system-files.ts'
export * from './calls/images/image-notes.ts'
export * from './modalities/finding-texts.ts'
export * from './wire/wording.ts'
export * from './calls/accounts/institutions.ts'
export * from './calls/accounts/members.ts'
export * from './wire/messages.ts'
export * from './findings/registration.ts'
export type { CommonFindings } from './findings/common.ts'
export type { AnalysisEntry, ReportEntry } from './modalities/entry.ts'
export type { Layer } from './findings/layer.ts'
export * from './findings/corrections.ts'
export * from './findings/counts.ts'
export * from './findings/drawings.ts'
export * from './findings/eye-source.ts'
export * from './modalities/facets.ts'
export * from './findings/findings.ts'
export * from './findings/figure-table.ts'
export * from './findings/change.ts'
export * from './findings/incomparable.ts'
export * from './findings/figures.ts'
export * from './modalities/fundus/badness.ts'
export * from './calls/images/modalities.ts'
export * from './modalities/fundus/decided.ts'
export { elsewhere, glaucomaElsewhere } from './modalities/fundus/elsewhere.ts'
export * from './modalities/fundus/figure-table.ts'
export * from './modalities/fundus/figures.ts'
export * from './modalities/fundus/findings.ts'
export * from './modalities/fundus/grade-texts.ts'
export { LESIONS, type Lesion } from './modalities/fundus/lesion-rows.ts'
export * from './modalities/fundus/other-disease.ts'
export * from './modalities/fundus/reasons.ts'
export * from './modalities/fundus/report-data.ts'
export { diabeticRows } from './modalities/fundus/report-document.ts'
export * from './modalities/fundus/repeats.ts'
export * from './modalities/fundus/stage-border.ts'
export type * from './findings/lines.ts'
export { outlinesIn, withMachine } from './findings/lines.ts'
export * from './modalities/octa/facts.ts'
export * from './modalities/octa/figure-table.ts'
export * from './modalities/octa/figures.ts'
export * from './modalities/octa/findings.ts'
export * from './modalities/octa/regions.ts'
export * from './modalities/octa/report-data.ts'
export * from './modalities/surface/facts.ts'
export * from './modalities/surface/figure-table.ts'
export * from './modalities/surface/figures.ts'
export * from './modalities/surface/findings.ts'
export * from './modalities/surface/outline.ts'
export * from './modalities/surface/regions.ts'
export * from './modalities/surface/report-data.ts'
export * from './findings/section.ts'
export * from './findings/shares.ts'
export * from './report/data.ts'
export * from './wire/kinds.ts'
export { askedName, imageName, imagesName, likeName, reportName } from './modalities/names.ts'
export {
  analysisEntry,
  archiveEntry,
  isPlace,
  linesInReport,
  mapColor,
  Outcome,
  reportEntry,
  ReportData,
  seemingKind,
  Stage,
  viewerEntry,
  type ArchiveFields,
  type Findings,
  type Modality,
} from './modalities/table.ts'
export * from './modalities/worst-first.ts'
export { photographsOf, type ReadPicture, type ReadReport } from './modalities/report-sections.ts'
export * from './modalities/documents.ts'
export * from './report/authorship.ts'
export * from './report/opinion.ts'
export * from './calls/accounts/my-account.ts'
export * from './files/name-facts.ts'
export { cleanName, formsAlike, isSameName, nameForm, nameWords } from './wire/person-names.ts'
export * from './calls/site/news.ts'
export * from './calls/patients/orders.ts'
export * from './calls/images/readings.ts'
export * from './calls/patients/recall.ts'
export * from './calls/patients/letter-pages.ts'
export * from './calls/accounts/passkeys.ts'
export * from './calls/accounts/passwords.ts'
export * from './calls/images/notices.ts'
export * from './calls/patients/patient-folder.ts'
export * from './calls/patients/patient-imports.ts'
export * from './calls/patients/patient-tables.ts'
export * from './calls/patients/patients.ts'
export { professionName } from './calls/patients/professions.ts'
export { PATIENT_RECORDS, type PatientRecordKey } from './calls/patients/records.ts'
export * from './calls/site/questionnaire.ts'
export * from './calls/site/questionnaire-calls.ts'
export * from './calls/site/questionnaire-rules.ts'
export * from './modalities/figure-texts.ts'
export type { REPORT_TEXTS } from './report/texts.ts'
export * from './report/document.ts'
export * from './report/changes.ts'
export * from './calls/images/report-drafts.ts'
export { shortHash, type Notice } from './report/notices.ts'
export * from './modalities/letter.ts'
export {
  contradicts,
  glaucomaClause,
  isStageWithheld,
  isStated,
  isUngradable,
  noneOf,
  oedemaClause,
  otherClause,
  outcomeText,
  statedText,
  toldStage,
  toldStageText,
  treatmentClause,
  UNTOLD,
  untoldEyes,
  untoldText,
  type ToldEye,
} from './report/outcome-text.ts'
export { STATED_OF_EYE, statedOfEye, type StatedOfEye } from './report/stated-of-eye.ts'
export * from './report/next-step.ts'
export * from './report/propose.ts'
export * from './report/standing.ts'
export * from './report/drift.ts'
export * from './report/validation.ts'
export * from './report/validation-document.ts'
export * from './calls/images/reports.ts'
export * from './wire/roles.ts'
export * from './calls/accounts/second-factor.ts'
export * from './calls/accounts/sessions.ts'
export * from './calls/accounts/sign-up.ts'
export * from './calls/site/site.ts'
export * from './wire/statuses.ts'
export * from './calls/accounts/sso.ts'
export * from './findings/treatments.ts'
export * from './calls/patients/trends.ts'
export * from './calls/images/trial.ts'
export * from './calls/images/validation.ts'
export * from './calls/images/drift.ts'
export * from './calls/viewer.ts'
export * from './calls/images/worklist.ts'

/** Every call there is, in the order it is documented. */
export const CALLS: readonly Call[] = [
  site,
  news,
  files,
  sessions,
  secondFactor,
  passkeys,
  sso,
  passwords,
  signUp,
  documents,
  myAccount,
  accountChanges,
  institutions,
  dashboard,
  validation,
  drift,
  members,
  adminInstitutions,
  adminAccounts,
  patients,
  patientImports,
  patientTables,
  patientFolder,
  erasure,
  dmConditions,
  complications,
  eyeExams,
  PATIENT_RECORDS,
  trends,
  MODALITIES.map(({ calls }) => calls.archive),
  MODALITIES.map(({ calls }) => calls.analysis),
  analyses,
  imageNotes,
  worklist,
  readings,
  orders,
  recall,
  letterPages,
  notices,
  batch,
  devices,
  hl7,
  reportDrafts,
  reports,
  destinations,
  viewer,
  clients,
  webhooks,
  connections,
  DATASETS.map(({ calls }) => calls),
  datasets,
  trial,
  feedback,
  questionnaire,
  audit,
]
  .flatMap((area) => collect(area))
  // Records of a patient stand beside other calls of their files.
  .filter((call, at, all) => all.indexOf(call) === at)

function collect(value: unknown): Call[] {
  if (isCall(value)) return [value]
  if (typeof value !== 'object' || value === null || '_zod' in value) return []
  return Object.values(value).flatMap(collect)
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}
