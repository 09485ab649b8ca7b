import { reportedFigures } from '../../findings/figure-rows.ts'
import type { ReportedPicture } from '../../report/data.ts'
import { SURFACE_ROWS } from './figure-rows.ts'
import type { SurfaceFindings } from './findings.ts'
import type { ReportedSurface } from './report-data.ts'

type Part = Omit<ReportedSurface, keyof ReportedPicture>

/** What was found, under the report's names. */
export function surfacePart(findings: SurfaceFindings): Part {
  const { gradable, quality } = findings
  const usable = quality.standard === true ? 'good' : 'usable'
  return {
    iqa: {
      image_score: findings.quality_score,
      image_quality: gradable ? usable : 'reject',
      standard: quality.standard,
      reasons: quality.reasons,
    },
    ...reportedFigures(SURFACE_ROWS, '', findings),
    lesion_bool: findings.lesion_bool,
    lesion_type: findings.lesion_type,
    lesion_region: findings.lesion_region,
    outline: findings.outline,
    cornea: withoutWhole(findings.cornea),
    staining: withoutWhole(findings.staining),
  }
}

/** Area and share of the whole stand beside its group. */
const withoutWhole = <Group extends object>(
  group: Group | null,
): Omit<Group, 'area' | 'percent'> | null =>
  group &&
  (Object.fromEntries(
    Object.entries(group).filter(([name]) => name !== 'area' && name !== 'percent'),
  ) as Omit<Group, 'area' | 'percent'>)
