import type { Facets } from '../facets.ts'
import type { FundusFindings } from './findings.ts'

/** What a gallery of fundus photographs is searched by. */
export const FUNDUS_FACETS: Facets<FundusFindings> = {
  grade_0: ({ dr_grade }) => dr_grade === 0,
  grade_1: ({ dr_grade }) => dr_grade === 1,
  grade_2: ({ dr_grade }) => dr_grade === 2,
  grade_3: ({ dr_grade }) => dr_grade === 3,
  grade_4: ({ dr_grade }) => dr_grade === 4,
  not_graded: ({ gradable, dr_grade }) => gradable && dr_grade === null,
  referable: ({ dr }, referral) =>
    dr?.referable === true && (referral ?? 'referable') === 'referable',
  oedema: ({ dr }) => dr?.macular_oedema === true,
  glaucoma: ({ glaucoma }) => glaucoma?.band === 'suspect' || glaucoma?.band === 'high',
}
