import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { filter, Id, ImageIndex, Instant, page, pageOf, Version } from '../../wire/fields.ts'
import { DiagnosisClass } from '../../wire/kinds.ts'
import { CLINICIANS } from '../../wire/roles.ts'

/** The longest opinion of a clinician. */
export const OPINION_CHARS = 4000

/** The photographs of a report: one, or one of each eye. */
const photographs = { image_index: ImageIndex, fellow_index: ImageIndex.optional() }

/**
 * The opinion of a report that nobody has signed. A sitting has one draft of both eyes and one of
 * each photograph. The institution shares it.
 */
export const ReportDraft = z.object({
  draft_id: Id,
  image_index: z.int(),
  /** null in a draft of one photograph. */
  fellow_index: z.int().nullable(),
  diagnostic_opinion: z.string(),
  version: z.int(),
  changed_by: z.string(),
  changed_at: Instant,
})
export type ReportDraft = z.infer<typeof ReportDraft>

export const reportDrafts = call({
  path: '/v1/diagnostic/drafts',
  access: CLINICIANS,
  /** The archive. */
  body: body({ image_id: Id }),
  data: z.object({
    drafts: z.array(ReportDraft),
    /** The institution asks for the password at signing. */
    sign_password: z.boolean(),
  }),
  summary: 'Ours: the unsigned reports of an archive',
})

export const keepReportDraft = call({
  path: '/v1/diagnostic/keep-draft',
  access: CLINICIANS,
  body: body({
    image_id: Id,
    ...photographs,
    diagnostic_opinion: filter(OPINION_CHARS).default(''),
    /** The version that the change began from; left out for a new draft. */
    version: Version,
  }),
  data: z.object({ draft_id: Id, version: z.int() }),
  summary: 'Ours: keep an unsigned report. Refused with what is stored where another version is',
})

export const dropReportDraft = call({
  path: '/v1/diagnostic/drop-draft',
  access: CLINICIANS,
  body: body({ draft_id: Id }),
  data: Nothing,
  summary: 'Ours: remove an unsigned report',
})

export const listReportDrafts = call({
  path: '/v1/analysis-reports/drafts',
  access: CLINICIANS,
  body: body(page),
  data: pageOf(
    ReportDraft.extend({
      pid: Id,
      name: z.string(),
      ad_card_number: z.string(),
      image_id: Id,
      diagnosis_class: DiagnosisClass,
      record_date: z.string(),
    }),
  ),
  summary: 'Ours: unsigned reports of the own institution, the last changed first',
})
