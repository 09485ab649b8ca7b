import type { AnalysisResult } from '@mingmou/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { isLive } from '../queries.ts'
import type { ArchiveRow } from '../sitting/archive-picker.tsx'
import type { StripImage } from '../sitting/images.ts'

/** It is still to come, and what is typed for it is kept until then. */
export const COMING = 'no_opinion.coming'

/** Why no opinion can be written of what is on screen: message key of the texts `analyses`; null where one can. */
export function whyNoOpinion(of: {
  /** Id of the sitting, also while it is still to come; empty where none is chosen. */
  sitting: string
  archives: Pick<UseQueryResult, 'isLoading' | 'isError'>
  archive: ArchiveRow | undefined
  result: UseQueryResult<AnalysisResult>
  chosen: StripImage | undefined
}): string | null {
  const { archives, archive, result, chosen } = of
  if (of.sitting === '') return 'viewer.choose_archive'
  if (archives.isLoading) return COMING
  if (!archive) return archives.isError ? 'archives.failed' : 'viewer.missing'
  if (!archive.analysis_record_id) return 'progress.none'
  const { data } = result
  if (!data) return result.isError ? 'findings_failed' : COMING
  if (isLive(data)) return COMING
  if (data.status !== 'done') return `progress.${data.status}`
  if (!chosen?.analysed) return 'no_opinion.not_analysed'
  return chosen.analysed.error === null ? null : 'image_error'
}
