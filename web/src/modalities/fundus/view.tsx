import type { FundusFindings } from '@mingmou/contract'
import type { View } from '../view.ts'
import { ArchiveFact, ArchiveFields, ArchiveOnce } from './archive-fields.tsx'
import { FundusCards } from './cards.tsx'

export const FUNDUS_VIEW: View<FundusFindings> = {
  discDiameterPx: ({ disc }) => disc?.disc.height ?? null,
  Cards: FundusCards,
  archive: { Fields: ArchiveFields, Once: ArchiveOnce, Fact: ArchiveFact },
}
