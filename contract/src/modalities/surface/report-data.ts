import { z } from 'zod'
import { Reason } from '../../findings/findings.ts'
import { ReportedPicture, reportOf } from '../../report/data.ts'
import { SurfaceFindings } from './findings.ts'

const measure = z.number().nullable()
const found = SurfaceFindings.shape

/** What a report says of one photograph of the eye surface. */
export const ReportedSurface = ReportedPicture.extend({
  iqa: z.object({
    image_score: measure,
    image_quality: z.enum(['good', 'usable', 'reject']),
    standard: z.boolean().nullable(),
    reasons: z.array(Reason),
  }),
  /** Of the whole cornea, also under the lids: px2, and percent of the photograph. */
  cornea_area: measure,
  cornea_percent: measure,
  lesion_bool: found.lesion_bool,
  lesion_type: found.lesion_type,
  lesion_grade: found.lesion_grade,
  lesion_severity: found.lesion_severity,
  lesion_region: found.lesion_region,
  /** Of all staining: px2, and percent of the whole cornea. */
  lesion_area: measure,
  lesion_percent: measure,
  outline: found.outline,
  cornea: found.cornea.unwrap().omit({ area: true, percent: true }).nullable(),
  staining: found.staining.unwrap().omit({ area: true, percent: true }).nullable(),
})
export type ReportedSurface = z.infer<typeof ReportedSurface>

export const SurfaceReportData = reportOf(ReportedSurface, '2')
export type SurfaceReportData = z.infer<typeof SurfaceReportData>
