import {
  type AnalysisCalls,
  type AnalysisResult,
  DEFAULT_ORDER,
  diagnosticPatients,
  type ImageNote,
  listImageNotes,
  MODALITY,
  type Modality,
  reportDrafts,
  SIGNED_URL_SECONDS,
  THUMBNAIL_SIZE,
} from '@mingmou/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { readSession } from '../../lib/session/session.ts'

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

export function callerUid(): string {
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

export const refresh = ({ list, result }: AnalysisCalls) => changed(list, result)

/** Read anew whenever a sitting is opened. Every reading is in the audit log. */
export const draftsQuery = (image_id: string) => ({
  ...callQuery(reportDrafts, { image_id }),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
})
