import { fundusDocument } from './fundus/report-document.ts'
import type { Modality } from './table.ts'

/** A report of each modality as page and paper lay it out. It needs the texts of all, so it stands beside their table. */
export const DOCUMENTS = {
  fundus: fundusDocument,
} as const satisfies Record<Modality, unknown>
