import type { Modality, ModalityKey } from '@mingmou/contract'

/** Every address of the product. The hash router puts `#` before it. */
export const PATHS = {
  home: '/',
  projectOverview: '/main/projectOverview',
  newsCenter: '/main/newsCenter',
  newsList: '/main/newsCenter/newsList',
  newsTabs: '/main/newsCenter/newsTabs',
  questionnaire: '/main/questionnaire',
  feedback: '/main/feedback',
  admission: '/main/admission',
  privacy: '/main/privacy',
  functionalTest: '/main/functionalTest',
  login: '/login',
  /** The answer of a provider of identity (`SSO_CALLBACK`). */
  sso: '/sso',
  reportFundus: '/report/fundus',
  reportSurface: '/report/surface',
  reportOcta: '/report/octa',
  reportTest: '/report/test',
  reportVerify: '/report/verify',
  /** Where the code on a patient's letter leads. */
  letter: '/letter',
  notFound: '/404',
  app: '/app',
  worklist: '/app/worklist',
  /** Sittings that wait for a reading, one that is read, and the figures of the readers. */
  readings: '/app/worklist/readings',
  reading: '/app/worklist/reading',
  batch: '/app/worklist/batch',
  received: '/app/received',
  patients: '/app/patient',
  patientDetail: '/app/patient/detail',
  /** What is to be photographed, and the slip of one order. */
  orders: '/app/patient/orders',
  orderSlip: '/app/patient/orders/slip',
  /** Patients who are due, and those who were referred. */
  recall: '/app/patient/recall',
  referrals: '/app/patient/referrals',
  /** Patients from a table. */
  patientImports: '/app/patient/import',
  reports: '/app/patient/reportList',
  erasure: '/app/patient/erasure',
  organization: '/app/organization',
  organizationInfo: '/app/organization/info',
  dashboard: '/app/organization/dashboard',
  /** Studies of own photographs: the machine beside readers. */
  validation: '/app/organization/validation',
  drift: '/app/organization/drift',
  connections: '/app/organization/connections',
  destinations: '/app/organization/destinations',
  clients: '/app/organization/clients',
  organizationAccount: '/app/organization/account',
  devices: '/app/organization/devices',
  hl7: '/app/organization/hl7',
  organizationList: '/app/organization/list',
  organizationListAccounts: '/app/organization/list/accountManagement',
  organizationReview: '/app/organization/process',
  system: '/app/system',
  adminAccounts: '/app/system/account',
  myAccount: '/app/account',
  audit: '/app/audit',
  updatePassword: '/app/updatePwd',
  manageFeedback: '/app/feedback',
  experience: '/app/experience',
  experienceAccounts: '/app/experience/account',
  diagnosis: '/app/diagnosis',
  comparison: '/app/diagnosis/comparison',
  experienceDiagnosis: '/app/diagnosis/fundus',
  database: '/app/database',
  databaseFundus: '/app/database/fundus',
  databaseSurface: '/app/database/surface',
  manageQuestionnaire: '/app/questionnaire',
  manageNews: '/app/news',
  undeveloped: '/app/undeveloped',
} as const

/** The page of a report, by the kind of image. */
export const REPORT_PATHS = {
  fundus: PATHS.reportFundus,
  surface: PATHS.reportSurface,
  octa: PATHS.reportOcta,
} as const satisfies Record<ModalityKey, string>

/** The kinds of image with a dataset. */
export const DATABASE_PATHS = {
  fundus: PATHS.databaseFundus,
  surface: PATHS.databaseSurface,
} as const satisfies Partial<Record<ModalityKey, string>>

const query = (values: Record<string, string | number | undefined>) =>
  new URLSearchParams(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  ).toString()

/** The login, which leads on to the page asked for. */
export const loginPath = (next: string) => `${PATHS.login}?${query({ next })}`

/** The login with the sign-up of a trial user or an institution open. */
export const registerPath = (register: 'user' | 'organization') =>
  `${PATHS.login}?${query({ register })}`

export const patientDetailPath = (pid: string) => `${PATHS.patientDetail}?${query({ pid })}`

/** The page of a patient, with another one beside it to be merged. */
export const mergePath = (pid: string, merge: string) =>
  `${PATHS.patientDetail}?${query({ pid, merge })}`

export const orderSlipPath = (order_id: string) => `${PATHS.orderSlip}?${query({ order_id })}`

/** `tab`: 0 fundus, 1 surface, 2 OCTA; `image_id` is the archive; `list`: opened from the worklist. */
export const diagnosisPath = (target: { tab: number; pid?: string; image_id?: string; list?: 1 }) =>
  `${PATHS.diagnosis}?${query(target)}`

/** The readings that wait, by the role in them, or the figures of the readers. */
export const readingsPath = (show: string) => `${PATHS.readings}?${query({ show })}`

/** A sitting that is read. */
export const readingPath = (image_id: string, role: string) =>
  `${PATHS.reading}?${query({ image_id, role })}`

/** Two sittings beside each other: `after` is an archive, compared with the one before it unless another is chosen. */
export const comparisonPath = (target: { tab: number; pid: string; after: string }) =>
  `${PATHS.comparison}?${query(target)}`

export const reportPath = (modality: Modality, report_no: string) =>
  `${REPORT_PATHS[modality]}?${query({ report_no })}`

/**
 * The batches of a trial user; `index`: the one of the page whose results are open, from 0. Newer
 * batches move it on; `batch` names the one that is meant.
 */
export const trialListPath = (page: number, index?: number, batch?: string) =>
  `${PATHS.functionalTest}?${query({ page, index, batch })}`

/** The results of a trial user's batch by themselves. */
export const trialReportPath = (anal_id: string) => `${PATHS.reportTest}?${query({ anal_id })}`

/** Says whether a report stands, and nothing of its patient. */
export const verifyPath = (report_no: string) => `${PATHS.reportVerify}?${query({ report_no })}`

export const institutionAccountsPath = (oid: string) =>
  `${PATHS.organizationListAccounts}?${query({ oid })}`

/** The news of a year, at one of them. */
export const newsPath = (year: number, nid?: string) => `${PATHS.newsTabs}?${query({ year, nid })}`

/** A study of own photographs. */
export const validationPath = (study: string) => `${PATHS.validation}?${query({ study })}`

/** A device beside its first photographs. */
export const driftPath = (device: string) => `${PATHS.drift}?${query({ device })}`

/** The audit log of one patient. */
export const auditPath = (pid: string) => `${PATHS.audit}?${query({ pid })}`

/** A version of the questionnaire, for administrators. */
export const questionnairePath = (version: number, tab?: string) =>
  `${PATHS.manageQuestionnaire}?${query({ version, tab })}`
