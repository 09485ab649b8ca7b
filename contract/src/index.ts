import * as accountChanges from './account-changes.ts'
import * as adminAccounts from './admin-accounts.ts'
import * as adminInstitutions from './admin-institutions.ts'
import * as analyses from './analyses.ts'
import * as audit from './audit.ts'
import type { Call } from './call.ts'
import * as complications from './complications.ts'
import * as dashboard from './dashboard.ts'
import * as datasets from './datasets.ts'
import * as dmConditions from './dm-conditions.ts'
import * as documents from './documents.ts'
import * as erasure from './erasure.ts'
import * as eyeExams from './eye-exams.ts'
import * as feedback from './feedback.ts'
import * as files from './files.ts'
import * as imageNotes from './image-notes.ts'
import * as institutions from './institutions.ts'
import * as members from './members.ts'
import { DATASETS, MODALITIES } from './modalities/table.ts'
import * as batch from './batch.ts'
import * as myAccount from './my-account.ts'
import * as news from './news.ts'
import * as passkeys from './passkeys.ts'
import * as passwords from './passwords.ts'
import * as notices from './notices.ts'
import * as patients from './patients.ts'
import * as questionnaire from './questionnaire-calls.ts'
import * as reportDrafts from './report-drafts.ts'
import * as reports from './reports.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as signUp from './sign-up.ts'
import * as site from './site.ts'
import * as sso from './sso.ts'
import * as trends from './trends.ts'
import * as trial from './trial.ts'
import * as worklist from './worklist.ts'

export * from './account-changes.ts'
export * from './admin-accounts.ts'
export * from './admin-institutions.ts'
export * from './analyses.ts'
export * from './archives.ts'
export * from './audit.ts'
export * from './batch.ts'
export * from './audit-texts.ts'
export * from './call.ts'
export * from './complications.ts'
export * from './constants.ts'
export { correctedText, correctionBasis, machineText } from './correction-texts.ts'
export * from './dashboard.ts'
export * from './datasets.ts'
export * from './dm-conditions.ts'
export * from './documents.ts'
export * from './envelope.ts'
export * from './events.ts'
export * from './erasure.ts'
export * from './exam-indicators.ts'
export * from './eye-exams.ts'
export * from './feedback.ts'
export * from './feedback-classes.ts'
export * from './evidence.ts'
export { calendarDay, isNoBirthday, isNoPictureDay } from './days.ts'
export * from './fields.ts'
export * from './file-format.ts'
export type { ImageFault } from './image-texts.ts'
export * from './files.ts'
export * from './refused-file.ts'
export * from './system-files.ts'
export * from './image-notes.ts'
export * from './finding-texts.ts'
export * from './wording.ts'
export * from './institutions.ts'
export * from './members.ts'
export * from './messages.ts'
export * from './modalities/registration.ts'
export type { CommonFindings, Entry } from './modalities/entry.ts'
export type { Layer } from './modalities/layer.ts'
export * from './modalities/corrections.ts'
export * from './modalities/counts.ts'
export * from './modalities/drawings.ts'
export * from './modalities/eye-source.ts'
export * from './modalities/facets.ts'
export * from './modalities/findings.ts'
export * from './modalities/figure-table.ts'
export * from './modalities/change.ts'
export * from './modalities/incomparable.ts'
export * from './modalities/figures.ts'
export * from './modalities/fundus/badness.ts'
export * from './modalities/fundus/calls.ts'
export * from './modalities/fundus/decided.ts'
export * from './modalities/fundus/figure-table.ts'
export * from './modalities/fundus/figures.ts'
export * from './modalities/fundus/findings.ts'
export * from './modalities/fundus/grade-texts.ts'
export * from './modalities/fundus/reasons.ts'
export * from './modalities/fundus/report-data.ts'
export { diabeticRows } from './modalities/fundus/report-document.ts'
export * from './modalities/fundus/repeats.ts'
export * from './modalities/fundus/stage-border.ts'
export type * from './modalities/lines.ts'
export { outlinesIn, withMachine } from './modalities/lines.ts'
export * from './modalities/octa/facts.ts'
export * from './modalities/octa/figure-table.ts'
export * from './modalities/octa/figures.ts'
export * from './modalities/octa/findings.ts'
export * from './modalities/octa/report-data.ts'
export * from './modalities/surface/facts.ts'
export * from './modalities/surface/figure-table.ts'
export * from './modalities/surface/figures.ts'
export * from './modalities/surface/findings.ts'
export * from './modalities/surface/outline.ts'
export * from './modalities/surface/regions.ts'
export * from './modalities/surface/report-data.ts'
export * from './modalities/section.ts'
export * from './modalities/report-data.ts'
export * from './modalities/keys.ts'
export * from './modalities/table.ts'
export * from './modalities/worst-first.ts'
export { photographsOf, type ReadPicture, type ReadReport } from './modalities/report-sections.ts'
export * from './modalities/documents.ts'
export * from './authorship.ts'
export * from './opinion.ts'
export * from './my-account.ts'
export * from './name-facts.ts'
export { cleanName, isSameName, nameForm, nameWords } from './person-names.ts'
export * from './news.ts'
export * from './passkeys.ts'
export * from './passwords.ts'
export * from './notices.ts'
export * from './patients.ts'
export * from './questionnaire.ts'
export * from './questionnaire-calls.ts'
export * from './questionnaire-rules.ts'
export * from './reason-texts.ts'
export type { REPORT_TEXTS } from './report-texts.ts'
export * from './report-document.ts'
export * from './report-changes.ts'
export * from './report-drafts.ts'
export { shortHash, type Notice } from './report-notices.ts'
export * from './report-standing.ts'
export * from './reports.ts'
export * from './roles.ts'
export * from './second-factor.ts'
export * from './sessions.ts'
export * from './sign-up.ts'
export * from './site.ts'
export * from './statuses.ts'
export * from './sso.ts'
export * from './treatments.ts'
export * from './trends.ts'
export * from './trial.ts'
export * from './worklist.ts'

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
  members,
  adminInstitutions,
  adminAccounts,
  patients,
  erasure,
  dmConditions,
  complications,
  eyeExams,
  trends,
  MODALITIES.map(({ calls }) => calls.archive),
  MODALITIES.map(({ calls }) => calls.analysis),
  analyses,
  imageNotes,
  worklist,
  notices,
  batch,
  reportDrafts,
  reports,
  DATASETS.map(({ calls }) => calls),
  datasets,
  trial,
  feedback,
  questionnaire,
  audit,
].flatMap((area) => collect(area))

function collect(value: unknown): Call[] {
  if (isCall(value)) return [value]
  if (typeof value !== 'object' || value === null || '_zod' in value) return []
  return Object.values(value).flatMap(collect)
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}
