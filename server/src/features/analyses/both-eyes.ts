import type { Eye, FundusFindings, Language } from '@mingmou/contract'
import { draftPatientOpinion } from '@mingmou/analysis/opinion'
import type { AnalysedRow } from './queries.ts'

/** The eye as a clinician corrected it, else as the machine found it. */
export const eyeOf = ({ corrected, findings }: Pick<AnalysedRow, 'corrected' | 'findings'>) =>
  corrected ?? findings?.eye ?? null

/** The machine's view of both eyes, each by its best photograph; null unless both can be judged. */
export function patientOpinion(rows: readonly AnalysedRow[], language: Language): string | null {
  return draftPatientOpinion({ OD: bestOf(rows, 'OD'), OS: bestOf(rows, 'OS') }, language)
}

function bestOf(rows: readonly AnalysedRow[], eye: Eye): FundusFindings | null {
  const found = rows
    .filter((row) => eyeOf(row) === eye)
    .flatMap(({ findings }) => (findings?.gradable ? [{ ...findings, eye }] : []))
  return found.toSorted((a, b) => (b.quality_score ?? 0) - (a.quality_score ?? 0))[0] ?? null
}
