import { z } from 'zod'
import { Id, Instant } from '../wire/fields.ts'

/** A report that is signed stands until it is superseded or void. A void report stays void. */
export const REPORT_STATES = ['signed', 'superseded', 'void'] as const
export const ReportState = z.enum(REPORT_STATES)
export type ReportState = z.infer<typeof ReportState>

/** What became of a report after it was signed. The report itself never changes. */
export const ReportStanding = z.object({
  state: ReportState,
  /** SHA-256 of the report as it was signed. The audit log holds it too. */
  sha256: z.string(),
  /** What is stored is not what was signed. */
  altered: z.boolean(),
  /** The archive was changed in a field that the analysis had read. */
  outdated: z.boolean(),
  /** The report that took this one's place, and the differences in words. */
  superseded_by: z
    .object({
      report_no: z.string(),
      report_time: Instant,
      clinician: z.string(),
      changes: z.array(z.string()),
    })
    .nullable(),
  /** The report whose place this one took. */
  supersedes: z.object({ report_no: z.string(), changes: z.array(z.string()) }).nullable(),
  voided: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
  /** The patient was deleted. The report is kept at least until this day. */
  kept_until: z.string().nullable(),
  /** Where it was made, for the institution; null for visitors and once the patient is deleted. */
  origin: z.object({ report_id: Id, pid: Id, image_id: Id }).nullable(),
})
export type ReportStanding = z.infer<typeof ReportStanding>
