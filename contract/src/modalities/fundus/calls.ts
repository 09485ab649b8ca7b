import { MODALITY } from '../table.ts'

/** The calls of the fundus, for who means it alone. */
export const { archive: fundusArchive, analysis: fundusAnalysis } = MODALITY.fundus.calls
