import { reportedFigures } from '../../findings/figure-rows.ts'
import { DISC_ROWS } from './disc-rows.ts'
import { MACULA_ROWS } from './macula-rows.ts'
import { VESSEL_ROWS } from './vessel-rows.ts'
import type { FundusFindings } from './findings.ts'
import type { ReportedPhotograph } from './report-data.ts'

type Figures = Pick<
  ReportedPhotograph,
  | 'iqa'
  | 'DR'
  | 'vessel'
  | 'segmentation'
  | 'lesion'
  | 'glaucoma'
  | 'glaucoma_signs'
  | 'other_disease'
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
    ...(findings.other_disease !== undefined && { other_disease: findings.other_disease }),
  }
}

function iqaOf(findings: FundusFindings): Figures['iqa'] {
  const { gradable, quality, quality_score } = findings
  const usable = quality.standard === true ? 'good' : 'usable'
  return {
    image_score: quality_score,
    image_quality: gradable ? usable : 'reject',
    ...reportedFigures(MACULA_ROWS, 'iqa', findings),
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
  findings: FundusFindings,
  path: (name: string) => string | null,
): Figures['vessel'] {
  const { vessel } = findings
  return {
    ...reportedFigures(VESSEL_ROWS, 'vessel', findings),
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
  const { disc } = findings
  const odr = disc?.odr ?? null
  return {
    ...reportedFigures(DISC_ROWS, 'segmentation', findings),
    ...reportedFigures(MACULA_ROWS, 'segmentation', findings),
    odr_percent: odr === null ? null : odr * 100,
    isnt: disc?.isnt ?? null,
    ddls: disc?.ddls ?? null,
  }
}
