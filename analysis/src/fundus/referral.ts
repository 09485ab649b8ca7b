import type { FundusFindings, Referral } from '@mingmou/contract'

/** The consequence of one gradable photograph. One without a stage is never said to need no referral. */
export function referralOf({ dr, dr_grade }: Pick<FundusFindings, 'dr' | 'dr_grade'>): Referral {
  if (dr_grade === null) return 'review'
  return dr?.referable ? 'referable' : 'none'
}
