import type { OctaFindings } from '@mingmou/contract'
import type { View } from '../view.ts'
import { ArchiveFact, ArchiveFields, ArchiveOnce } from './archive-fields.tsx'
import { OctaCards } from './cards.tsx'

export const OCTA_VIEW: View<OctaFindings> = {
  discDiameterPx: () => null,
  Cards: OctaCards,
  archive: { Fields: ArchiveFields, Once: ArchiveOnce, Fact: ArchiveFact },
}
