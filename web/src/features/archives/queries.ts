import {
  DEFAULT_ORDER,
  MODALITIES,
  MODALITY,
  patientInfo,
  patientTrends,
  SIGNED_URL_SECONDS,
  THUMBNAIL_SIZE,
  viewerOfPatient,
  type Modality,
} from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

/** Signed addresses are fetched again before they end. */
const FRESH_MS = (SIGNED_URL_SECONDS * 1000 * 2) / 3
const shown = (pid: string) =>
  ({ pid, weight: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, order: DEFAULT_ORDER }) as const

export const archivesQuery = (modality: Modality, pid: string) => ({
  ...callQuery(MODALITY[modality].calls.archive.list, shown(pid)),
  refetchInterval: FRESH_MS,
})
export const analysesQuery = (modality: Modality, pid: string) =>
  callQuery(MODALITY[modality].calls.analysis.list, shown(pid))

export const archivesChanged = () =>
  changed(
    patientInfo,
    patientTrends,
    viewerOfPatient,
    ...MODALITIES.flatMap(({ calls }) => [calls.archive.list, calls.analysis.list]),
  )
