import {
  type AnalysisResult,
  createReport,
  DEFAULT_ORDER,
  diagnosticPatients,
  type EventData,
  fundusAnalysis,
  fundusArchive,
  type InputOf,
  patientInfo,
  SIGNED_URL_SECONDS,
  THUMBNAIL_SIZE,
} from '@mingmou/contract'
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { readSession } from '../../lib/session.ts'
import { onEvent } from '../../lib/socket.ts'

const ROOT = 'diagnosis'
/** Without a live connection the state of a running analysis is asked for this often. */
const POLL_MS = 2_500
/** Signed addresses are asked for anew before they end. */
const FRESH_MS = (SIGNED_URL_SECONDS * 1000 * 2) / 3
const thumbnails = { weight: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, order: DEFAULT_ORDER } as const

export const patientsQuery = (keyword: string) =>
  queryOptions({
    queryKey: [ROOT, 'patients', keyword],
    queryFn: ({ signal }) => api(diagnosticPatients, keyword ? { keyword } : {}, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  })

export const patientQuery = (pid: string) =>
  queryOptions({
    queryKey: [ROOT, 'patient', pid],
    queryFn: ({ signal }) => api(patientInfo, { pid }, { signal }),
    enabled: pid !== '',
  })

/** The archives of a patient with their newest analysis. */
export const archivesQuery = (pid: string) =>
  queryOptions({
    queryKey: [ROOT, 'archives', pid],
    queryFn: ({ signal }) => api(fundusAnalysis.list, { pid, ...thumbnails }, { signal }),
    enabled: pid !== '',
    select: ({ rows }) => rows,
    refetchInterval: FRESH_MS,
  })

/** The archives' images: what there is to see before an analysis. */
export const imagesQuery = (pid: string) =>
  queryOptions({
    queryKey: [ROOT, 'images', pid],
    queryFn: ({ signal }) => api(fundusArchive.list, { pid, ...thumbnails }, { signal }),
    enabled: pid !== '',
    select: ({ rows }) => rows,
    refetchInterval: FRESH_MS,
  })

export function isLive(result: Pick<AnalysisResult, 'status'> | undefined): boolean {
  return result?.status === 'queued' || result?.status === 'running'
}

/** Status and findings; the machine's draft comes in the language asked in. */
export const resultQuery = (analysis_record_id: string) =>
  queryOptions({
    queryKey: [ROOT, 'result', analysis_record_id, language()],
    queryFn: ({ signal }) =>
      api(fundusAnalysis.result, { analysis_record_id, uid: ownUid() }, { signal }),
    enabled: analysis_record_id !== '',
    refetchInterval: ({ state }) => (isLive(state.data) ? POLL_MS : FRESH_MS),
  })

function ownUid(): string {
  return readSession()?.uid ?? ''
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: [ROOT] })

/** The live connection: progress as it comes, and everything anew when an analysis ends. */
export function useAnalysisEvents() {
  const client = useQueryClient()
  useEffect(() => {
    const progress = (event: EventData<'anal_progress'>) =>
      client.setQueriesData<AnalysisResult>(
        { queryKey: [ROOT, 'result', event.analysis_record_id] },
        (result) => result && withProgress(result, event),
      )
    const stop = [
      onEvent('anal_progress', progress),
      onEvent('anal_system', () => void refresh(client)),
    ]
    return () => stop.forEach((end) => end())
  }, [client])
}

/** Progress only moves on, and never wakes an analysis that ended. */
export function withProgress(
  result: AnalysisResult,
  event: EventData<'anal_progress'>,
): AnalysisResult {
  if (!isLive(result)) return result
  const share = event.total > 0 ? event.done / event.total : 0
  if (share < result.progress) return result
  return { ...result, status: 'running', stage: event.stage, progress: Math.min(1, share) }
}

export function usePredict() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (image_id: string) => api(fundusAnalysis.predictions, { image_id, uid: ownUid() }),
    onSuccess: () => refresh(client),
  })
}

export function useCancel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (analysis_record_id: string) => api(fundusAnalysis.cancel, { analysis_record_id }),
    onSettled: () => refresh(client),
  })
}

export function useSetEye() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof fundusAnalysis.setEye>) => api(fundusAnalysis.setEye, body),
    onSuccess: () => refresh(client),
  })
}

export function useCreateReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Omit<InputOf<typeof createReport>, 'uid' | 'analysis_type'>) =>
      api(createReport, { ...body, uid: ownUid(), analysis_type: '1' }),
    onSuccess: () => refresh(client),
  })
}
