import type { Context } from '../context.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import { adminAccountRoutes } from '../features/admin-accounts/routes.ts'
import { analysisRoutes } from '../features/analyses/routes.ts'
import { apiRoutes } from '../features/api/routes.ts'
import { archiveRoutes } from '../features/archives/routes.ts'
import { auditRoutes } from '../features/audit/routes.ts'
import { batchRoutes } from '../features/batch/routes.ts'
import { clientRoutes } from '../features/clients/routes.ts'
import { comparisonRoutes } from '../features/comparisons/routes.ts'
import { complicationRoutes } from '../features/complications/routes.ts'
import { connectionRoutes } from '../features/connections/routes.ts'
import { dashboardRoutes } from '../features/dashboard/routes.ts'
import { datasetRoutes } from '../features/datasets/routes.ts'
import { deviceRoutes } from '../features/devices/routes.ts'
import { destinationRoutes } from '../features/destinations/routes.ts'
import { webhookRoutes } from '../features/webhooks/routes.ts'
import { dicomwebRoutes } from '../features/dicomweb/routes.ts'
import { dmConditionRoutes } from '../features/dm-conditions/routes.ts'
import { erasureRoutes } from '../features/erasure/routes.ts'
import { eyeExamRoutes } from '../features/eye-exams/routes.ts'
import { allowUploads } from '../features/feedback/limits.ts'
import { feedbackRoutes } from '../features/feedback/routes.ts'
import { fhirRoutes } from '../features/fhir/routes.ts'
import { fileRoutes } from '../features/files/routes.ts'
import { hl7Routes } from '../features/hl7/routes.ts'
import { imageNoteRoutes } from '../features/image-notes/routes.ts'
import { adminInstitutionRoutes } from '../features/institutions/admin-routes.ts'
import { institutionRoutes } from '../features/institutions/routes.ts'
import { judgementRoutes } from '../features/judgements/routes.ts'
import { memberRoutes } from '../features/members/routes.ts'
import { myAccountRoutes } from '../features/my-account/routes.ts'
import { noticeRoutes } from '../features/notices/routes.ts'
import { newsRoutes } from '../features/news/routes.ts'
import { orderRoutes } from '../features/orders/routes.ts'
import { letterRoutes } from '../features/letters/routes.ts'
import { readingRoutes } from '../features/readings/routes.ts'
import { recallRoutes } from '../features/recall/routes.ts'
import { passwordRoutes } from '../features/passwords/routes.ts'
import { patientFolderRoutes } from '../features/patient-folder/routes.ts'
import { validationRoutes } from '../features/validations/routes.ts'
import { driftRoutes } from '../features/drift/routes.ts'
import { patientImportRoutes } from '../features/patient-imports/routes.ts'
import { patientTableRoutes } from '../features/patient-tables/routes.ts'
import { patientRoutes } from '../features/patients/routes.ts'
import { questionnaireRoutes } from '../features/questionnaire/routes.ts'
import { receivedRoutes } from '../features/received/routes.ts'
import { reportRoutes } from '../features/reports/routes.ts'
import { secondFactorRoutes } from '../features/second-factor/routes.ts'
import { explainRefusal } from '../features/institutions/apply-again.ts'
import { sessionRoutes } from '../features/sessions/routes.ts'
import { signUpRoutes } from '../features/sign-up/routes.ts'
import { siteRoutes } from '../features/site/routes.ts'
import { ssoRoutes } from '../features/sso/routes.ts'
import { trialRoutes } from '../features/trial/routes.ts'
import { trendRoutes } from '../features/trends/routes.ts'
import { worklistRoutes } from '../features/worklist/routes.ts'
import type { App } from '../http/mount.ts'

/** The calls of the features. Each feature adds its line here. */
export const ROUTES: readonly ((app: App, ctx: Context) => void)[] = [
  siteRoutes,
  newsRoutes,
  (app, ctx) => sessionRoutes(app, ctx, explainRefusal(ctx)),
  secondFactorRoutes,
  ssoRoutes,
  passwordRoutes,
  signUpRoutes,
  myAccountRoutes,
  accountRoutes,
  institutionRoutes,
  memberRoutes,
  adminInstitutionRoutes,
  dashboardRoutes,
  adminAccountRoutes,
  (app, ctx) => fileRoutes(app, ctx, { feedback: (...by) => allowUploads(...by, 1) }),
  patientRoutes,
  patientImportRoutes,
  validationRoutes,
  driftRoutes,
  patientTableRoutes,
  patientFolderRoutes,
  erasureRoutes,
  dmConditionRoutes,
  complicationRoutes,
  eyeExamRoutes,
  trendRoutes,
  archiveRoutes,
  analysisRoutes,
  judgementRoutes,
  comparisonRoutes,
  imageNoteRoutes,
  reportRoutes,
  destinationRoutes,
  connectionRoutes,
  webhookRoutes,
  dicomwebRoutes,
  datasetRoutes,
  worklistRoutes,
  orderRoutes,
  readingRoutes,
  recallRoutes,
  letterRoutes,
  noticeRoutes,
  batchRoutes,
  deviceRoutes,
  hl7Routes,
  clientRoutes,
  apiRoutes,
  fhirRoutes,
  receivedRoutes,
  trialRoutes,
  feedbackRoutes,
  questionnaireRoutes,
  auditRoutes,
]
