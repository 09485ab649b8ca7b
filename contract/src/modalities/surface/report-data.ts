import { z } from 'zod'
import { Reason } from '../../findings/findings.ts'
import { reportFields } from '../../findings/figure-rows.ts'
import { ReportedPicture, reportOf } from '../../report/data.ts'
import { SURFACE_ROWS } from './figure-rows.ts'
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
  /** Areas are px2, of the cornea also under the lids; shares are percent of the photograph, and of the cornea. */
  ...reportFields(SURFACE_ROWS, ''),
  lesion_bool: found.lesion_bool,
  lesion_type: found.lesion_type,
  lesion_region: found.lesion_region,
  outline: found.outline,
  cornea: found.cornea.unwrap().omit({ area: true, percent: true }).nullable(),
  staining: found.staining.unwrap().omit({ area: true, percent: true }).nullable(),
})
export type ReportedSurface = z.infer<typeof ReportedSurface>

export const SurfaceReportData = reportOf(ReportedSurface, '2')
export type SurfaceReportData = z.infer<typeof SurfaceReportData>
