import type { CommonFindings } from '../findings/common.ts'
import { analysisEntry, type Modality } from './table.ts'

/**
 * The photographs of one eye that can be judged, the worst first, and of equals the one of the best
 * quality. A report of the eye shows the first, unless another one is chosen.
 */
export function worstFirst<Photograph>(
  modality: Modality,
  photographs: readonly Photograph[],
  findingsOf: (photograph: Photograph) => CommonFindings | null,
): Photograph[] {
  const entry = analysisEntry(modality)
  return photographs
    .flatMap((photograph) => {
      const findings = findingsOf(photograph)
      if (!findings?.quality.gradable) return []
      return [{ photograph, bad: entry.severity(findings), score: findings.quality.score ?? 0 }]
    })
    .sort((a, b) => b.bad - a.bad || b.score - a.score)
    .map(({ photograph }) => photograph)
}
