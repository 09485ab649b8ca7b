import type { ReportedPicture } from '../../report/data.ts'
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
    cornea_area: findings.cornea?.area ?? null,
    cornea_percent: findings.cornea?.percent ?? null,
    lesion_bool: findings.lesion_bool,
    lesion_type: findings.lesion_type,
    lesion_grade: findings.lesion_grade,
    lesion_severity: findings.lesion_severity,
    lesion_region: findings.lesion_region,
    lesion_area: findings.staining?.area ?? null,
    lesion_percent: findings.staining?.percent ?? null,
    outline: findings.outline,
    cornea: corneaOf(findings),
    staining: stainingOf(findings),
  }
}

function corneaOf({ cornea }: SurfaceFindings): Part['cornea'] {
  if (!cornea) return null
  const { visible, centre, radii, outline } = cornea
  return { visible, centre, radii, outline }
}

function stainingOf({ staining }: SurfaceFindings): Part['staining'] {
  if (!staining) return null
  const { area_mm2, dots, patches, patch_percent, largest, central, spots } = staining
  return { area_mm2, dots, patches, patch_percent, largest, central, spots }
}
