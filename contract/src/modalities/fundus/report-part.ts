import { reportedFigures } from '../../findings/figure-rows.ts'
import { DISC_ROWS, MACULA_ROWS } from './figure-rows.ts'
import type { FundusFindings } from './findings.ts'
import type { ReportedPhotograph } from './report-data.ts'

type Figures = Pick<
  ReportedPhotograph,
  'iqa' | 'DR' | 'vessel' | 'segmentation' | 'lesion' | 'glaucoma' | 'glaucoma_signs'
>

/** The findings under the report's names. `path`: where the map of a name is kept. */
export function fundusPart(
  findings: FundusFindings,
  path: (map: string) => string | null,
): Figures {
  return {
    iqa: iqaOf(findings),
    DR: drOf(findings),
    vessel: vesselOf(findings, path),
    segmentation: segmentationOf(findings),
    lesion: {
      microaneurysms: path('microaneurysms'),
      haemorrhages: path('haemorrhages'),
      hard_exudates: path('hard_exudates'),
      soft_exudates: path('soft_exudates'),
      measures: findings.lesions,
    },
    glaucoma: findings.glaucoma?.band ?? null,
    glaucoma_signs: findings.glaucoma?.signs ?? [],
  }
}

function iqaOf({ gradable, quality, quality_score, macula }: FundusFindings): Figures['iqa'] {
  const usable = quality.standard === true ? 'good' : 'usable'
  return {
    image_score: quality_score,
    image_quality: gradable ? usable : 'reject',
    ...reportedFigures(MACULA_ROWS, 'iqa', macula),
    standard: quality.standard,
    reasons: quality.reasons,
  }
}

function drOf(findings: FundusFindings): Figures['DR'] {
  const { dr, dr_grade, lesions } = findings
  return {
    DR: dr_grade === null ? null : dr_grade > 0,
    stage: dr_grade,
    microaneurysms: lesions?.microaneurysms.count ?? null,
    exudation: lesions && lesions.hard_exudates.percent + lesions.soft_exudates.percent,
    rule: dr?.rule ?? null,
    referable: dr?.referable ?? null,
    referable_probability: findings.dr_referable_probability,
    agreed: dr?.agreed ?? null,
    macular_oedema: dr?.macular_oedema ?? null,
    ...(dr?.near_uncounted !== undefined && { near_uncounted: dr.near_uncounted }),
    not_assessed: dr?.not_assessed ?? [],
    stages: dr?.stages ?? null,
  }
}

function vesselOf(
  { vessel }: FundusFindings,
  path: (name: string) => string | null,
): Figures['vessel'] {
  return {
    density: vessel?.density ?? null,
    length: vessel?.length ?? null,
    length_density: vessel?.length_density ?? null,
    diameter: vessel?.diameter ?? null,
    fractal_dimension: vessel?.fractal_dimension ?? null,
    tortuosity: vessel?.tortuosity ?? null,
    curvature: vessel?.curvature ?? null,
    arteries: vessel?.arteries ?? null,
    veins: vessel?.veins ?? null,
    zone_b: vessel?.zone_b ?? null,
    zone_c: vessel?.zone_c ?? null,
    calibre: vessel?.calibre ?? null,
    quadrants: vessel?.quadrants ?? null,
    paths: { vessels: path('vessels'), arteries: path('arteries'), veins: path('veins') },
  }
}

function segmentationOf(findings: FundusFindings): Figures['segmentation'] {
  const { disc, macula, vcdr, disc_centre, fovea_centre } = findings
  const odr = disc?.odr ?? null
  return {
    ...reportedFigures(DISC_ROWS, 'segmentation', disc),
    ...reportedFigures(MACULA_ROWS, 'segmentation', macula),
    disc_area: disc?.disc.area ?? null,
    disc_percent: disc?.disc.percent ?? null,
    cup_area: disc?.cup?.area ?? null,
    cup_percent: disc?.cup?.percent ?? null,
    odr_percent: odr === null ? null : odr * 100,
    vcdr,
    fovea_center: fovea_centre,
    disc_center: disc_centre,
    disc_height: disc?.disc.height ?? null,
    rim: disc?.rim ?? null,
    isnt: disc?.isnt ?? null,
    ddls: disc?.ddls ?? null,
    disc_outline: disc?.disc.outline ?? null,
    cup_outline: disc?.cup?.outline ?? null,
  }
}
