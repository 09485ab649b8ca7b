import { GLAUCOMA_BANDS, type FundusFindings } from '@mingmou/contract'
import type { View } from '../view.ts'
import { ArchiveFact, ArchiveFields, ArchiveOnce } from './archive-fields.tsx'
import { FundusCards } from './cards.tsx'

/**
 * The stage comes first: a withheld stage before health, and a suspected referral before that. Then
 * oedema, then glaucoma.
 */
function severityOf({ dr_grade, dr, glaucoma }: FundusFindings): number {
  const stage = dr_grade ?? (dr?.referable ? 2 : 0.5)
  const band = glaucoma ? GLAUCOMA_BANDS.indexOf(glaucoma.band) : 0
  return stage + (dr?.macular_oedema ? 0.25 : 0) + band / 100
}

export const FUNDUS_VIEW: View<FundusFindings> = {
  severity: severityOf,
  discDiameterPx: ({ disc }) => disc?.disc.height ?? null,
  Cards: FundusCards,
  archive: { Fields: ArchiveFields, Once: ArchiveOnce, Fact: ArchiveFact },
}
