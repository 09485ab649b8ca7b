import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import {
  filter,
  Id,
  Instant,
  page,
  pageOf,
  PastSearchDate,
  required,
  withDates,
} from '../../wire/fields.ts'
import { DeliveryState } from '../destinations.ts'
import { Eye, REFERRALS } from '../../findings/findings.ts'
import { DiagnosisClass } from '../../wire/kinds.ts'
import { Outcome, ReportData } from '../../modalities/table.ts'
import { UNTOLD } from '../../report/outcome-text.ts'
import { ReportState } from '../../report/standing.ts'
import { CLINICIANS } from '../../wire/roles.ts'

export const VOID_REASON_CHARS = 200

export const REPORT_NO = /^R\d{8}-[A-Z2-7]{26}$/

const ReportRow = z.object({
  report_id: Id,
  report_no: z.string(),
  diagnosis_class: DiagnosisClass,
  pid: Id,
  name: z.string(),
  ad_card_number: z.string(),
  /** Of every eye of the report. */
  outcomes: z.array(Outcome),
  /** The eyes of which it tells nothing, and why. */
  untold: z.array(z.object({ eye: Eye.nullable(), why: z.enum(UNTOLD) })),
  record_date: z.string(),
  report_time: Instant,
  clinician: z.string(),
  diagnostic_opinion: z.string(),
  state: ReportState,
  /** The archive was changed in a field that the analysis had read. */
  outdated: z.boolean(),
  /** The patient was deleted. The report is kept at least until this day. */
  kept_until: z.string().nullable(),
  /** Ours. How it stands with what is sent to archives, the worst of it; null where nothing is. */
  delivery: DeliveryState.nullable(),
})

export const listReports = call({
  path: '/v1/analysis-reports/list',
  access: CLINICIANS,
  body: withDates(
    body({
      ...page,
      diagnosis_class: z.union([DiagnosisClass, z.literal('')], 'not_allowed').optional(),
      /** Ours. The worse eye decides. */
      referral: z.union([z.enum(REFERRALS), z.literal('')], 'not_allowed').optional(),
      /** Ours. The stage of the worse eye. */
      stage: z.union([z.int().min(0).max(4), z.literal('')], 'not_allowed').optional(),
      state: z.union([ReportState, z.literal('')], 'not_allowed').optional(),
      /** Ours. The days on which the reports were signed. */
      start_date: PastSearchDate.optional(),
      end_date: PastSearchDate.optional(),
      /** Ours. The account that signed. */
      clinician: Id.optional(),
      /** Ours. Part of the name or card number of a patient, or of a report number. */
      keyword: filter(64),
      pid: Id.optional(),
      /** Ours. The reports of deleted patients instead of the others. */
      deleted: z.boolean('wrong_type').optional(),
    }),
  ),
  data: pageOf(ReportRow).extend({
    diagnostic_map: z.record(z.string(), z.string()),
    /** Everybody of the institution who has signed a report. */
    authors: z.array(z.object({ uid: Id, name: z.string() })),
  }),
  summary: 'Reports of the own institution, newest first',
})

export const getReport = call({
  path: '/v1/analysis-reports/get',
  access: 'public',
  withoutRefresh: true,
  body: body({
    /** The id of the report for signed-in users, or its unguessable number for anybody. */
    report_id: required(64),
    diagnosis_class: DiagnosisClass,
  }),
  data: z.object({ report_data: ReportData }),
  summary: 'One report; phone and card number masked for a visitor who is not signed in',
})

export const exportReport = call({
  path: '/v1/analysis-reports/fhir',
  access: CLINICIANS,
  body: body({ report_id: Id }),
  data: Nothing,
  file: 'application/fhir+json',
  summary:
    'Ours: a report that stands as one FHIR document with its PDFs; a success answers the file itself',
})

export const voidReport = call({
  path: '/v1/analysis-reports/void',
  access: CLINICIANS,
  body: body({ report_id: Id, reason: required(VOID_REASON_CHARS) }),
  data: Nothing,
  summary: 'Ours: declare a report void, with the reason. It stays void',
})

export const verifyReport = call({
  path: '/v1/analysis-reports/verify',
  access: 'public',
  body: body({ report_no: required(64) }),
  data: z.object({
    report_no: z.string(),
    state: ReportState,
    altered: z.boolean(),
    diagnosis_class: DiagnosisClass,
    institution: z.string(),
    report_time: Instant,
    sha256: z.string(),
    /** When it was superseded or declared void. */
    ended_at: Instant.nullable(),
    /** The report itself can still be opened by its number. */
    opens: z.boolean(),
  }),
  summary: 'Ours: whether a report stands, and nothing about its patient',
})

/** `GET ${REPORT_PDF_PATH}?report_no=` answers a PDF without an envelope. */
export const REPORT_PDF_PATH = '/v1/analysis-reports/pdf'

export const REPORT_ACTIONS = {
  'report.list': ['查询报告列表', 'List reports'],
  'report.open-draft': ['查看报告草稿', 'Open report drafts'],
  'report.keep-draft': ['新建报告草稿', 'Start a report draft'],
  'report.drop-draft': ['删除报告草稿', 'Delete a report draft'],
  'report.list-drafts': ['查询报告草稿列表', 'List report drafts'],
  'report.create': ['签发报告', 'Sign a report'],
  'report.open': ['查看报告', 'Open a report'],
  'report.print': ['打印或下载报告', 'Print or download a report'],
  'report.export': ['下载报告FHIR文档', 'Download a report as a FHIR document'],
  'report.keep': ['续存报告校验值', 'Keep the hash of a report'],
  'report.erase': ['销毁报告', 'Erase a report'],
  'report.void': ['作废报告', 'Void a report'],
  'report.verify': ['核验报告', 'Verify a report'],
} as const
