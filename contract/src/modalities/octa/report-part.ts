import { reportedFigures } from '../../findings/figure-rows.ts'
import type { ReportedPicture } from '../../report/data.ts'
import { OCTA_ROWS } from './figure-rows.ts'
import type { OctaFindings } from './findings.ts'
import type { ReportedScan } from './report-data.ts'

type Part = Omit<ReportedScan, keyof ReportedPicture>

/** What was found, under the report's names. */
export function octaPart(findings: OctaFindings): Part {
  const { gradable, quality, vessel } = findings
  const usable = quality.standard === true ? 'good' : 'usable'
  return {
    iqa: {
      image_score: findings.quality_score,
      image_quality: gradable ? usable : 'reject',
      standard: quality.standard,
      reasons: quality.reasons,
    },
    ...reportedFigures(OCTA_ROWS, '', findings),
    faz: reportedFigures(OCTA_ROWS, 'faz', findings),
    vessel: {
      length_density: vessel?.length_density.whole ?? null,
      ...reportedFigures(OCTA_ROWS, 'vessel', findings),
    },
    large: largeOf(findings),
    gaps: findings.gaps,
  }
}

function largeOf({ large }: OctaFindings): Part['large'] {
  if (!large) return null
  const { length_density, ...others } = large
  return { ...others, length_densities: length_density }
}
