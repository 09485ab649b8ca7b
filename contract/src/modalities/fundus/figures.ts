import { findingText } from '../finding-texts.ts'
import type { Language } from '../../wire/constants.ts'
import type { FundusFindings } from './findings.ts'

/** The scale by which lengths were converted, and its source. */
export function scaleText(
  { scale, not_measured }: Pick<FundusFindings, 'scale' | 'not_measured'>,
  language: Language,
): string {
  if (scale)
    return findingText(language, `scale.${scale.source}`, {
      mm: Number(scale.mm_per_px.toPrecision(4)),
    })
  const why = not_measured['scale'] === 'scale_doubtful' ? 'doubtful' : 'none'
  return findingText(language, `scale.${why}`)
}
