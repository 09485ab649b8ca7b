import { imageName, type Dashboard, type DashboardPart, type Modality } from '@mingmou/contract'
import { language } from '../../lib/texts/i18n.ts'

export type Rows<Part extends DashboardPart> = Dashboard[Part]

export const kindName = (modality: Modality) => imageName(modality, language())
export const stagesIn = (rows: Rows<'stages'>) =>
  [...new Set(rows.flatMap(({ stages }) => stages.map(({ stage }) => stage)))].sort()
