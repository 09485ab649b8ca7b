import type { View } from '../view.ts'
import { ArchiveFact, ArchiveFields, ArchiveOnce } from './archive-fields.tsx'
import { FundusCards } from './cards.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportGlaucoma, ReportGrade } from './report-grade.tsx'
import { reportPictures } from './report-pictures.ts'
import { findingShapes } from './shapes.ts'

export const FUNDUS_VIEW: View = {
  shapes: findingShapes,
  discDiameterPx: ({ disc }) => disc?.disc.height ?? null,
  Cards: FundusCards,
  archive: { Fields: ArchiveFields, Once: ArchiveOnce, Fact: ArchiveFact },
  report: {
    pictures: reportPictures,
    Results: ({ report }) => (
      <>
        <ReportGrade report={report} />
        <ReportGlaucoma report={report} />
      </>
    ),
    Figures: ReportFigures,
  },
}
