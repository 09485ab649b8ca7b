import { z } from 'zod'
import { body, call, Nothing } from './call.ts'
import { filter, Id, Instant, page, pageOf, required } from './fields.ts'
import { REFERRALS } from './modalities/findings.ts'
import { DiagnosisClass } from './modalities/keys.ts'
import { Outcome, ReportData } from './modalities/table.ts'
import { CLINICIANS } from './roles.ts'

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
  record_date: z.string(),
  report_time: Instant,
  clinician: z.string(),
  diagnostic_opinion: z.string(),
  superseded: z.boolean(),
  /** The archive was changed in a field that the analysis had read. */
  outdated: z.boolean(),
  revoked: z.boolean(),
})

export const listReports = call({
  path: '/v1/analysis-reports/list',
  access: CLINICIANS,
  body: body({
    ...page,
    diagnosis_class: z.union([DiagnosisClass, z.literal('')], 'not_allowed').optional(),
    /** Ours. The worse eye decides. */
    referral: z.union([z.enum(REFERRALS), z.literal('')], 'not_allowed').optional(),
    /** Ours. Part of the name or card number of a patient, or of a report number. */
    keyword: filter(64),
    pid: Id.optional(),
  }),
  data: pageOf(ReportRow).extend({ diagnostic_map: z.record(z.string(), z.string()) }),
  summary: 'Reports of the own institution, newest first',
})

export const getReport = call({
  path: '/v1/analysis-reports/get',
  access: 'public',
  body: body({
    /** The id of the report for signed-in users, or its unguessable number for anybody. */
    report_id: required(64),
    diagnosis_class: DiagnosisClass,
  }),
  data: z.object({ report_data: ReportData }),
  summary: 'One report; phone and card number masked for a visitor who is not signed in',
})

export const revokeReport = call({
  path: '/v1/analysis-reports/revoke',
  access: CLINICIANS,
  body: body({ report_id: Id }),
  data: Nothing,
  summary: 'Ours: withdraw a report from the public link',
})

/** `GET ${REPORT_PDF_PATH}?report_no=` answers a PDF without an envelope. */
export const REPORT_PDF_PATH = '/v1/analysis-reports/pdf'
