import type { Language } from '../../wire/constants.ts'
import { text } from '../../wire/messages.ts'
import { CLIENT_ACTIONS } from '../clients.ts'
import { CONNECTION_ACTIONS } from '../connections.ts'
import { DELIVERY_ACTIONS, DESTINATION_ACTIONS } from '../destinations.ts'
import { HL7_ACTIONS } from '../hl7.ts'
import {
  ANALYSIS_ACTIONS,
  COMPARISON_ACTIONS,
  JUDGEMENT_ACTIONS,
} from '../images/analyses-audit.ts'
import { ARCHIVE_ACTIONS, ARCHIVE_READ_ACTIONS, UPLOAD_ACTIONS } from '../images/archives.ts'
import { BATCH_ACTIONS } from '../images/batch.ts'
import { DASHBOARD_ACTIONS } from '../images/dashboard.ts'
import { DATASET_ACTIONS } from '../images/datasets.ts'
import { DEVICE_ACTIONS, RECEIVED_ACTIONS } from '../images/devices.ts'
import { DRIFT_ACTIONS } from '../images/drift.ts'
import { IMAGE_NOTE_ACTIONS } from '../images/image-notes.ts'
import { NOTICE_ACTIONS } from '../images/notices.ts'
import { READING_ACTIONS } from '../images/readings-audit.ts'
import { REPORT_ACTIONS } from '../images/reports.ts'
import { VALIDATION_ACTIONS } from '../images/validation.ts'
import { WORKLIST_ACTIONS } from '../images/worklist.ts'
import { DIABETES_ACTIONS } from '../patients/dm-conditions.ts'
import { ERASURE_ACTIONS } from '../patients/erasure.ts'
import { EXAM_ACTIONS } from '../patients/eye-exams.ts'
import { LETTER_ACTIONS } from '../patients/letter-pages.ts'
import { ORDER_ACTIONS } from '../patients/orders.ts'
import { PATIENT_FOLDER_ACTIONS } from '../patients/patient-folder.ts'
import { PATIENT_IMPORT_ACTIONS } from '../patients/patient-imports.ts'
import { PATIENT_TABLE_ACTIONS } from '../patients/patient-tables.ts'
import {
  PATIENT_ACTIONS,
  PATIENT_MERGE_ACTIONS,
  PATIENT_READ_ACTIONS,
} from '../patients/patients.ts'
import { RECALL_ACTIONS, RECALL_RULE_ACTIONS } from '../patients/recall.ts'
import { RECORD_ACTIONS } from '../patients/records.ts'
import { TREND_ACTIONS } from '../patients/trends.ts'
import { FEEDBACK_ACTIONS } from '../site/feedback.ts'
import { NEWS_ACTIONS } from '../site/news.ts'
import { QUESTIONNAIRE_ACTIONS } from '../site/questionnaire-calls.ts'
import { VIEWER_ACTIONS } from '../viewer.ts'
import { WEBHOOK_ACTIONS } from '../webhooks.ts'
import { ACCOUNT_CHANGE_ACTIONS } from './account-changes.ts'
import { ACCOUNT_ACTIONS } from './accounts.ts'
import { ADMIN_ACCOUNT_ACTIONS } from './admin-accounts.ts'
import { ADMIN_INSTITUTION_ACTIONS, INSTITUTION_STATE_ACTIONS } from './admin-institutions.ts'
import { DOCUMENT_ACTIONS } from './documents.ts'
import { INSTITUTION_ACTIONS } from './institutions.ts'
import { PASSWORD_ACTIONS } from './passwords.ts'
import { FACTOR_ACTIONS } from './second-factor.ts'
import { SESSION_ACTIONS } from './sessions.ts'
import { SIGN_UP_ACTIONS } from './sign-up.ts'
import { SSO_ACTIONS } from './sso.ts'

/**
 * Every action of the audit log with its words in Chinese and English, in the order that pages offer. Each file of calls
 * says its own; what no call does stands here.
 */
const ACTIONS = {
  ...SESSION_ACTIONS,
  ...SIGN_UP_ACTIONS,
  ...ACCOUNT_ACTIONS,
  ...PASSWORD_ACTIONS,
  ...ACCOUNT_CHANGE_ACTIONS,
  'account.recover': ['在服务器上找回管理员账号', 'Recover an administrator account on the server'],
  ...FACTOR_ACTIONS,
  ...SSO_ACTIONS,
  ...ADMIN_ACCOUNT_ACTIONS,
  ...INSTITUTION_ACTIONS,
  ...ADMIN_INSTITUTION_ACTIONS,
  ...DOCUMENT_ACTIONS,
  ...INSTITUTION_STATE_ACTIONS,
  'institution.export': ['导出机构全部数据', 'Export all data of an institution'],
  'institution.import': ['导入机构全部数据', 'Import all data of an institution'],
  'installation.export': ['导出整个系统的数据', 'Export all data of the installation'],
  'installation.import': ['导入整个系统的数据', 'Import all data of an installation'],
  ...NEWS_ACTIONS,
  ...DASHBOARD_ACTIONS,
  ...VALIDATION_ACTIONS,
  ...DRIFT_ACTIONS,
  ...PATIENT_READ_ACTIONS,
  ...TREND_ACTIONS,
  ...PATIENT_ACTIONS,
  ...PATIENT_FOLDER_ACTIONS,
  ...PATIENT_TABLE_ACTIONS,
  ...PATIENT_IMPORT_ACTIONS,
  ...PATIENT_MERGE_ACTIONS,
  ...ERASURE_ACTIONS,
  ...DIABETES_ACTIONS,
  ...RECORD_ACTIONS,
  ...EXAM_ACTIONS,
  ...ARCHIVE_READ_ACTIONS,
  ...DATASET_ACTIONS,
  ...UPLOAD_ACTIONS,
  ...BATCH_ACTIONS,
  'dicomweb.read': ['通过 DICOMweb 读取影像', 'Read images through DICOMweb'],
  'dicomweb.search': ['通过 DICOMweb 检索影像', 'Search images through DICOMweb'],
  'dicomweb.store': ['通过 DICOMweb 存入影像', 'Store images through DICOMweb'],
  ...RECEIVED_ACTIONS,
  ...DEVICE_ACTIONS,
  ...HL7_ACTIONS,
  ...ARCHIVE_ACTIONS,
  ...ANALYSIS_ACTIONS,
  ...NOTICE_ACTIONS,
  ...WORKLIST_ACTIONS,
  ...RECALL_ACTIONS,
  ...LETTER_ACTIONS,
  ...RECALL_RULE_ACTIONS,
  ...READING_ACTIONS,
  ...ORDER_ACTIONS,
  ...JUDGEMENT_ACTIONS,
  ...IMAGE_NOTE_ACTIONS,
  ...COMPARISON_ACTIONS,
  ...REPORT_ACTIONS,
  ...CONNECTION_ACTIONS,
  ...CLIENT_ACTIONS,
  ...WEBHOOK_ACTIONS,
  ...DESTINATION_ACTIONS,
  ...VIEWER_ACTIONS,
  ...DELIVERY_ACTIONS,
  ...FEEDBACK_ACTIONS,
  ...QUESTIONNAIRE_ACTIONS,
  'record.refused': [
    '访问不存在或不属于本机构的记录',
    'Ask for a record that is not there or not theirs',
  ],
  'call.refused': [
    '访问角色无权使用的功能',
    'Attempt to use a function that the role does not permit',
  ],
  'keys.rotate': ['更换签名密钥', 'Replace the signing keys'],
  'audit.export': ['导出审计日志', 'Export the audit log'],
  'audit.prune': ['清理到期的审计日志', 'Remove expired audit entries'],
} as const

const OUTCOMES = {
  success: ['成功', 'Done'],
  refused: ['被拒绝', 'Refused'],
  failed: ['失败', 'Failed'],
} as const

export type AuditAction = keyof typeof ACTIONS
export type AuditOutcome = keyof typeof OUTCOMES

const keys = <Key extends string>(texts: Record<Key, unknown>) => Object.keys(texts) as Key[]
export const AUDIT_ACTIONS = keys(ACTIONS)
export const AUDIT_OUTCOMES = keys(OUTCOMES)

const inLanguage = (texts: Record<string, readonly [string, string]>, language: Language) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, [chinese, english]]) => [
      key,
      language === 'en' ? english : chinese,
    ]),
  )

const ROLES = {
  '3': ['机构主账号', 'Main account'],
  '4': ['机构子账号', 'Sub-account'],
  '5': ['体验用户', 'Trial user'],
} as const

export const auditActionMap = (language: Language) => inLanguage(ACTIONS, language)
export const auditOutcomeMap = (language: Language) => inLanguage(OUTCOMES, language)
export const auditRoleMap = (language: Language) => ({
  '1': text(language, 'role_chief_administrator'),
  '2': text(language, 'role_administrator'),
  ...inLanguage(ROLES, language),
})
