import { z } from 'zod'
import { Point, Reason } from '../../findings/findings.ts'
import { ReportedPicture, reportOf } from '../../report/data.ts'
import { OctaFindings } from './findings.ts'

const measure = z.number().nullable()
const { scan_mm, vessel, large, gaps } = OctaFindings.shape
const Regions = vessel.unwrap().shape.density

/** What a report says of one scan. */
export const ReportedScan = ReportedPicture.extend({
  iqa: z.object({
    image_score: measure,
    image_quality: z.enum(['good', 'usable', 'reject']),
    standard: z.boolean().nullable(),
    reasons: z.array(Reason),
  }),
  /** mm */
  scan_size: scan_mm,
  axial_length: measure,
  faz: z.object({
    area: measure,
    perimeter: measure,
    circularity: measure,
    acircularity: measure,
    axis_ratio: measure,
    center: Point.nullable(),
    outline: z.array(Point).nullable(),
  }),
  /** Of vessels of all sizes, percent. */
  density: Regions.nullable(),
  vessel: z.object({
    length_density: measure,
    length_densities: Regions.nullable(),
    diameter: measure,
    fractal_dimension: measure,
  }),
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
