import type { Facets } from '../facets.ts'
import type { Referral, SaidByClinicians } from '../../findings/findings.ts'
import type { FundusFindings } from './findings.ts'
import { isOfField, isSuspected, lackOfStage, referralOfPhotograph, treatedOf } from './reasons.ts'

/** As the worklist has it, of this photograph alone. */
const asked = (findings: FundusFindings, stated: Referral | null): Referral | null =>
  stated ?? (findings.gradable ? referralOfPhotograph(findings) : null)

/** Of one photograph, or of another one of its eye. */
const isTreated = (findings: FundusFindings, { eyeTreated }: SaidByClinicians): boolean =>
  treatedOf([findings]) !== null || eyeTreated

/** What a gallery of fundus photographs is searched by. */
export const FUNDUS_FACETS: Facets<FundusFindings> = {
  // A treated eye without lesions is not one without retinopathy.
  grade_0: (findings, said) => findings.dr_grade === 0 && !isTreated(findings, said),
  grade_1: ({ dr_grade }) => dr_grade === 1,
  grade_2: ({ dr_grade }) => dr_grade === 2,
  grade_3: ({ dr_grade }) => dr_grade === 3,
  grade_4: ({ dr_grade }) => dr_grade === 4,
  not_graded: ({ gradable, dr_grade }) => gradable && dr_grade === null,
  referable: (findings, { referral }) => asked(findings, referral) === 'referable',
  review: (findings, { referral }) => asked(findings, referral) === 'review',
  oedema: ({ dr }) => dr?.macular_oedema === true,
  glaucoma: ({ glaucoma }) => isSuspected(glaucoma),
  other_disease: ({ other_disease: found }) => found?.suspected === true,
  treated: isTreated,
  field: (findings) => findings.gradable && isOfField(lackOfStage(findings)),
}
