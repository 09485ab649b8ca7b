import type { Language } from '../wire/constants.ts'
import type { ReportDocument } from '../report/document.ts'
import { fundusDocument } from './fundus/report-document.ts'
import { octaDocument } from './octa/report-document.ts'
import type { ReadReport } from './report-sections.ts'
import { surfaceDocument } from './surface/report-document.ts'
import type { Modality } from './table.ts'

/** Methods, so that the document of one modality stands for that of any. */
interface Documents {
  of(report: ReadReport, language: Language): ReportDocument
}

/** A report of each modality as page and paper lay it out. It needs the texts of all, so it stands beside their table. */
export const DOCUMENTS: Readonly<Record<Modality, Documents>> = {
  fundus: { of: fundusDocument },
  surface: { of: surfaceDocument },
  octa: { of: octaDocument },
}
