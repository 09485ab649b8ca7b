import {
  LANGUAGES,
  MODALITY,
  modalityOf,
  outcomeText,
  REPORT_NO,
  ReviewReason,
  sayIn,
  STATED_OF_EYE,
  toldStage,
  Treated,
  UNTOLD,
  untoldEyes,
  untoldText,
  type Language,
  type Modality,
  type ReportedEye,
} from '@mingmou/contract'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { readReport, openOwnReport } from '../reports/service.ts'
import { pdfOf } from '../reports/pdf/make.ts'
import { NoQuery } from './fields.ts'
import { operation, type Asked } from './operation.ts'

const ByNumber = z.strictObject({
  report_no: z.string('wrong_type').regex(REPORT_NO, 'wrong_type'),
})
const InLanguage = z.object({ lang: z.enum(LANGUAGES, 'not_allowed').default('zh-CN') })

export const readReportJson = operation({
  method: 'GET',
  path: '/reports/:report_no',
  scope: 'results:read',
  summary: 'A signed report: what it says of each eye, and the text as its page has it',
  params: ByNumber,
  query: InLanguage,
  body: NoQuery,
  answer: z.object({
    report_no: z.string(),
    state: z.enum(['signed', 'superseded', 'void']),
    /** The number of the report that took its place. */
    superseded_by: z.string().nullable(),
    void_reason: z.string().nullable(),
    signed_at: z.string(),
    clinician: z.string(),
    number: z.string(),
    name: z.string(),
    gender: z.union([z.literal(1), z.literal(2)]),
    record_date: z.string(),
    modality: z.string(),
    eyes: z.array(
      z.object({
        eye: z.enum(['OD', 'OS']).nullable(),
        /** Null where it cannot be told, and of a treated eye without lesions. */
        stage: z.int().nullable(),
        /** Of an eye without a stage: it is this or worse. */
        at_least: z.int().nullable(),
        /** Of an eye without a stage: suspected lesions were found. */
        lesions: z.boolean(),
        /** Suspected. False excludes nothing; null: it could not be judged. */
        oedema: z.boolean().nullable(),
        /** Suspicion of glaucoma: low, watch, suspect, high; null where it could not be judged. */
        glaucoma: z.string().nullable(),
        /** Something beside diabetic retinopathy is suspected. False excludes nothing; null: it was not looked for. */
        other_disease: z.boolean().nullable(),
        /** How the eye was treated: without lesions it has no stage then, unless a clinician stated it. */
        treated: Treated.nullable(),
        referral: z.enum(['none', 'review', 'referable']).nullable(),
        reasons: z.array(ReviewReason),
        /** What of the above a clinician stated. All else is the machine's. */
        stated: z.array(z.enum(STATED_OF_EYE)),
        /** The same in a sentence, of photographs that have stages. */
        said: z.string().nullable(),
      }),
    ),
    /** Eyes of which the report tells nothing, and why; of photographs that have stages. */
    untold: z.array(
      z.object({
        eye: z.enum(['OD', 'OS']).nullable(),
        why: z.enum(UNTOLD),
        said: z.string(),
      }),
    ),
    /** Words of the clinician. */
    opinion: z.string(),
    /** SHA-256 of the report as it was signed. */
    sha256: z.string(),
    /** Title, identity and sections, as page and PDF lay them out. */
    document: z.unknown(),
  }),
  example: { params: { report_no: '{report_no}' } },
})

export const readReportPdf = operation({
  method: 'GET',
  path: '/reports/:report_no/pdf',
  scope: 'documents:read',
  summary: 'A signed report as PDF',
  params: ByNumber,
  query: InLanguage,
  body: NoQuery,
  answer: z.unknown(),
  file: 'application/pdf',
  example: { params: { report_no: '{report_no}' } },
})

function eyeOf(outcome: ReportedEye, key: Modality, language: Language) {
  const { eye, at_least, lesions, oedema, glaucoma, other_disease } = outcome
  const { treated = null, referral, reasons, stated } = outcome
  const { staged } = MODALITY[key]
  return {
    eye,
    stage: toldStage(outcome),
    at_least,
    lesions,
    oedema,
    glaucoma,
    other_disease,
    treated,
    referral,
    reasons,
    stated,
    said: staged ? outcomeText(outcome, sayIn(language)) : null,
  }
}

const untoldOf = (snapshot: Parameters<typeof untoldEyes>[0], key: Modality, language: Language) =>
  MODALITY[key].staged
    ? untoldEyes(snapshot).map((untoldEye) => ({
        ...untoldEye,
        said: untoldText(untoldEye, sayIn(language)),
      }))
    : []

export async function open(
  ctx: Context,
  { caller, params, query }: Asked<typeof readReportJson>,
): Promise<z.input<(typeof readReportJson)['answer']>> {
  const opened = await openOwnReport(ctx, caller, params.report_no)
  const { snapshot, standing } = opened
  const { key } = modalityOf(snapshot.diagnosis_class)
  return {
    report_no: snapshot.report_no,
    state: standing.state,
    sha256: standing.sha256,
    superseded_by: standing.newer?.report_no ?? null,
    void_reason: standing.voided?.reason ?? null,
    signed_at: snapshot.report_time,
    clinician: snapshot.clinician,
    number: snapshot.id,
    name: snapshot.name,
    gender: snapshot.gender,
    record_date: snapshot.record_date,
    modality: key,
    eyes: snapshot.outcomes.map((outcome) => eyeOf(outcome, key, query.lang)),
    untold: untoldOf(snapshot, key, query.lang),
    opinion: snapshot.opinion,
    document: readReport(opened, query.lang),
  }
}

export async function openPdf(
  ctx: Context,
  { caller, params, query, reply }: Asked<typeof readReportPdf>,
): Promise<FastifyReply> {
  const opened = await openOwnReport(ctx, caller, params.report_no, true)
  const pdf = await pdfOf(ctx, caller, opened, query.lang)
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="${params.report_no}.pdf"`)
    .send(pdf)
}
