import { findingText } from './finding-texts.ts'
import type { Reason } from '../findings/findings.ts'
import type { Language } from '../wire/constants.ts'

/** Why something is not measured or cannot be judged, as a reader sees it. */
export const reasonText = (reason: Reason, language: Language): string =>
  findingText(language, `reason.${reason}`)
