import { findingText } from '../finding-texts.ts'
import type { Language } from '../../wire/constants.ts'

/** That areas may be off without the axial length of the eye, or by which it was corrected. */
export const axialText = (axialLength: number | null, language: Language): string =>
  axialLength === null
    ? findingText(language, 'octa.axial.none')
    : findingText(language, 'octa.axial.corrected', { mm: axialLength.toFixed(2) })
