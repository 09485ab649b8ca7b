import { GLAUCOMA_BANDS, type FundusFindings } from './findings.ts'

/**
 * The stage comes first: a withheld stage before health, and a suspected referral before that. Then
 * oedema, then glaucoma.
 */
export function badnessOfFundus({ dr_grade, dr, glaucoma }: FundusFindings): number {
  const stage = dr_grade ?? (dr?.referable ? 2 : 0.5)
  const band = glaucoma ? GLAUCOMA_BANDS.indexOf(glaucoma.band) : 0
  return stage + (dr?.macular_oedema ? 0.25 : 0) + band / 100
}
