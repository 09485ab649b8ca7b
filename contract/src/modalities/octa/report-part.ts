import type { OctaFindings } from './findings.ts'
import type { ReportedScan } from './report-data.ts'

type Part = Pick<
  ReportedScan,
  'iqa' | 'scan_size' | 'axial_length' | 'faz' | 'density' | 'vessel' | 'large' | 'gaps'
>

/** What was found, under the report's names. */
export function octaPart(findings: OctaFindings): Part {
  const { gradable, quality, zone, vessel, large } = findings
  const usable = quality.standard === true ? 'good' : 'usable'
  return {
    iqa: {
      image_score: findings.quality_score,
      image_quality: gradable ? usable : 'reject',
      standard: quality.standard,
      reasons: quality.reasons,
    },
    scan_size: findings.scan_mm,
    axial_length: findings.axial_length_mm,
    faz: {
      area: findings.faz_area_mm2,
      perimeter: zone?.perimeter ?? null,
      circularity: zone?.circularity ?? null,
      acircularity: zone?.acircularity ?? null,
      axis_ratio: zone?.axis_ratio ?? null,
      center: findings.fovea_centre,
      outline: zone?.outline ?? null,
    },
    density: vessel?.density ?? null,
    vessel: {
      length_density: vessel?.length_density.whole ?? null,
      length_densities: vessel?.length_density ?? null,
      diameter: vessel?.diameter ?? null,
      fractal_dimension: vessel?.fractal_dimension ?? null,
    },
    large: large && {
      density: large.density,
      length_densities: large.length_density,
      diameter: large.diameter,
      fractal_dimension: large.fractal_dimension,
    },
    gaps: findings.gaps,
  }
}
