import { GLAUCOMA_BANDS, type FundusFindings } from './findings.ts'
import { isOfField, lackOfStage } from './reasons.ts'
import { REPEATS } from './repeats.ts'

/**
 * The stage comes first. A photograph that evidence keeps without a stage keeps its eye without one below
 * stage 2, so it comes before those, and so does one whose chance alone speaks for disease. One that lacks field or
 * sharpness alone says the least. Then oedema, other disease, then glaucoma.
 */
export function badnessOfFundus(findings: FundusFindings): number {
  const { dr_grade, dr, glaucoma, other_disease, dr_referable_probability: chance } = findings
  const lack = lackOfStage(findings)
  const poor = (isOfField(lack) || lack === 'blurred') && (chance ?? 0) <= REPEATS.cuts.low
  const stage = dr_grade ?? (poor ? -1 : 1.5)
  const band = glaucoma ? GLAUCOMA_BANDS.indexOf(glaucoma.band) : 0
  const beside = (dr?.macular_oedema ? 0.25 : 0) + (other_disease?.suspected ? 0.1 : 0)
  return stage + beside + band / 100
}
