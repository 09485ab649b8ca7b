import { type AnalysisResult, type EventData, listImageNotes } from '@mingmou/contract'
import { useEffect } from 'react'
import { changed } from '../../lib/calls/call-query.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { onEvent } from '../../lib/live/socket.ts'
import { refresh, isLive } from './queries.ts'

/** Follows the notes that others keep and remove. */
export function useNoteEvents() {
  useEffect(() => onEvent('image_notes', () => void changed(listImageNotes)), [])
}

/**
 * Follows the live connection: shows progress, and fetches everything again when an analysis ends.
 */
export function useAnalysisEvents() {
  const { analysis } = useModality().calls
  useEffect(
    () =>
      onEvent('anal_progress', (event) => {
        queryClient.setQueriesData<AnalysisResult>(
          { queryKey: [analysis.result.path] },
          (result) =>
            result?.analysis_record_id === event.analysis_record_id
              ? withProgress(result, event)
              : result,
        )
        const shown = queryClient.getQueriesData<AnalysisResult>({
          queryKey: [analysis.result.path],
        })
        if (event.done >= event.total) void refresh(analysis)
        else if (shown.some(([, result]) => saysMore(event, result))) void changed(analysis.result)
      }),
    [analysis],
  )
}

/** Whether the server says of more images how well they can be read than is shown. */
export const saysMore = (event: EventData<'anal_progress'>, result: AnalysisResult | undefined) =>
  result?.analysis_record_id === event.analysis_record_id &&
  isLive(result) &&
  (event.looks ?? 0) > result.looks.length

/** Progress only moves on, and never reopens an ended analysis. */
export function withProgress(
  result: AnalysisResult,
  event: EventData<'anal_progress'>,
): AnalysisResult {
  if (!isLive(result)) return result
  const share = event.total > 0 ? event.done / event.total : 0
  if (share < result.progress) return result
  // The stage is one of the analysis that the event is of.
  const { stage } = event as { stage: typeof result.stage }
  return { ...result, status: 'running', stage, progress: Math.min(1, share) } as AnalysisResult
}
