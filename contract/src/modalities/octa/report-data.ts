import { z } from 'zod'
import { reportFields } from '../../findings/figure-rows.ts'
import { Reason } from '../../findings/findings.ts'
import { ReportedPicture, reportOf } from '../../report/data.ts'
import { OCTA_ROWS } from './figure-rows.ts'
import { OctaFindings } from './findings.ts'
import { Regions } from './regions.ts'

const measure = z.number().nullable()
const { large, gaps } = OctaFindings.shape

/** What a report says of one scan. */
export const ReportedScan = ReportedPicture.extend({
  iqa: z.object({
    image_score: measure,
    image_quality: z.enum(['good', 'usable', 'reject']),
    standard: z.boolean().nullable(),
    reasons: z.array(Reason),
  }),
  /** Breadth of the scan and length of the eye, mm; densities of vessels of all sizes, percent. */
  ...reportFields(OCTA_ROWS, ''),
  faz: z.object(reportFields(OCTA_ROWS, 'faz')),
  vessel: z.object({ length_density: measure, ...reportFields(OCTA_ROWS, 'vessel') }),
  large: large
    .unwrap()
    .omit({ length_density: true })
    .extend({ length_densities: Regions })
    .nullable(),
  gaps,
})
export type ReportedScan = z.infer<typeof ReportedScan>

export const OctaReportData = reportOf(ReportedScan, '3')
export type OctaReportData = z.infer<typeof OctaReportData>
