import {
  type AnalysisCalls,
  type AnalysisResult,
  DEFAULT_ORDER,
  diagnosticPatients,
  type EventData,
  type ImageNote,
  type InputOf,
  listImageNotes,
  MODALITY,
  type Modality,
  reportDrafts,
  SIGNED_URL_SECONDS,
  THUMBNAIL_SIZE,
} from '@mingmou/contract'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { begun } from '../../lib/calls/begun.ts'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { readSession } from '../../lib/session/session.ts'
import { onEvent } from '../../lib/live/socket.ts'

/**
 * The state of a running analysis is fetched this often without a live connection. Every fetch is
 * in the audit log.
 */
const POLL_MS = 10_000
/** Signed addresses are fetched again before they end. */
const FRESH_MS = (SIGNED_URL_SECONDS * 1000 * 2) / 3
const thumbnails = { weight: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, order: DEFAULT_ORDER } as const

export const patientsQuery = (keyword: string) => ({
  ...callQuery(diagnosticPatients, keyword ? { keyword } : {}),
  placeholderData: keepPreviousData,
})

/** The archives of a patient with their newest analysis. */
export const archivesQuery = (modality: Modality, pid: string) => ({
  ...callQuery(MODALITY[modality].calls.analysis.list, { pid, ...thumbnails }),
  enabled: pid !== '',
  refetchInterval: FRESH_MS,
})

/** The images of the archive, shown before an analysis. */
export const imagesQuery = (modality: Modality, pid: string) => ({
  ...callQuery(MODALITY[modality].calls.archive.list, { pid, ...thumbnails }),
  enabled: pid !== '',
  refetchInterval: FRESH_MS,
})

export function isLive(result: Pick<AnalysisResult, 'status'> | undefined): boolean {
  return result?.status === 'queued' || result?.status === 'running'
}

/**
 * Status and findings. The machine's draft comes in the language of the call. `live`: events report
 * every change.
 */
export const resultQuery = (modality: Modality, analysis_record_id: string, live: boolean) => ({
  ...callQuery(MODALITY[modality].calls.analysis.result, { analysis_record_id, uid: callerUid() }),
  enabled: analysis_record_id !== '',
  refetchInterval: ({ state }: { state: { data?: AnalysisResult | undefined } }) =>
    isLive(state.data) && !live ? POLL_MS : FRESH_MS,
})

function callerUid(): string {
  return readSession()?.uid ?? ''
}

/** Notes and measurements kept with the images of an archive. */
export const notesQuery = (image_id: string) => ({
  ...callQuery(listImageNotes, { image_id }),
  enabled: image_id !== '',
})

/** The notes of one image, by their number in its list and on the picture. */
export const numbered = (rows: readonly ImageNote[], index: number) =>
  rows
    .filter(({ image_index }) => image_index === index)
    .map((note, at) => ({ number: at + 1, note }))

/** Follows the notes that others keep and remove. */
export function useNoteEvents() {
  useEffect(() => onEvent('image_notes', () => void changed(listImageNotes)), [])
}

export const refresh = ({ list, result }: AnalysisCalls) => changed(list, result)

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

/** What is not done is told, also to whoever went on to another page meanwhile. */
function useToldFailure(fallback: string) {
  const { t } = useTranslation('analyses')
  return { onError: (error: Error) => showFailure(error, t(fallback)) }
}

export function usePredict() {
  const { calls } = useModality()
  return useMutation({
    mutationFn: (image_id: string) =>
      api(calls.analysis.predictions, { image_id, uid: callerUid() }),
    ...useToldFailure('progress.not_started'),
    onSuccess: () => refresh(calls.analysis),
  })
}

export function useCancel() {
  const { calls } = useModality()
  return useMutation({
    mutationFn: (analysis_record_id: string) => api(calls.analysis.cancel, { analysis_record_id }),
    ...useToldFailure('progress.not_cancelled'),
    onSettled: () => refresh(calls.analysis),
  })
}

export function useCorrect() {
  const { calls } = useModality()
  return useMutation({
    mutationFn: (body: InputOf<AnalysisCalls['correct']>) => api(calls.analysis.correct, body),
    ...useToldFailure('correct.failed'),
    onSettled: () => refresh(calls.analysis),
  })
}

/** Saves or withdraws a drawing. A refusal is shown, and the page asks what is drawn now. */
export function useDraw(done: string) {
  const { calls } = useModality()
  return useMutation({
    mutationFn: (body: InputOf<AnalysisCalls['draw']>) => api(calls.analysis.draw, body),
    onMutate: begun,
    onSuccess: (_, __, of) => showSuccess(of(done)),
    ...useToldFailure('draw.failed'),
    onSettled: () => refresh(calls.analysis),
  })
}

/** Read anew whenever a sitting is opened. Every reading is in the audit log. */
export const draftsQuery = (image_id: string) => ({
  ...callQuery(reportDrafts, { image_id }),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
})
