import type { View } from '../view.ts'
import { ArchiveFact, ArchiveFields, ArchiveOnce } from './archive-fields.tsx'
import { FundusCards } from './cards.tsx'
import { findingShapes, reportShapes } from './shapes.ts'

export const FUNDUS_VIEW: View = {
  shapes: findingShapes,
  // A stage that is not told comes before health, suspected referral before that.
  severity: ({ dr_grade, dr }) => dr_grade ?? (dr?.referable ? 2 : 0.5),
  discDiameterPx: ({ disc }) => disc?.disc.height ?? null,
  Cards: FundusCards,
  archive: { Fields: ArchiveFields, Once: ArchiveOnce, Fact: ArchiveFact },
  reportShapes,
}
