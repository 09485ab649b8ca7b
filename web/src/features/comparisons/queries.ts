import {
  DEFAULT_ORDER,
  type InputOf,
  MODALITY,
  type AnalysisCalls,
  type DataOf,
  type Modality,
  SIGNED_URL_SECONDS,
  THUMBNAIL_SIZE,
} from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { readSession } from '../../lib/session/session.ts'
import { onEvent } from '../../lib/live/socket.ts'
import { useModality } from '../../modalities/use-modality.ts'

/** Signed addresses are fetched again before they end. */
const FRESH_MS = (SIGNED_URL_SECONDS * 1000 * 2) / 3
/** While the worker looks at the pictures and no live connection tells its end. */
const POLL_MS = 3000

export const sittingsQuery = (modality: Modality, pid: string) => ({
  ...callQuery(MODALITY[modality].calls.analysis.list, {
    pid,
    weight: THUMBNAIL_SIZE,
    height: THUMBNAIL_SIZE,
    order: DEFAULT_ORDER,
  }),
  enabled: pid !== '',
})

export const resultQuery = (modality: Modality, analysis_record_id: string) => ({
  ...callQuery(MODALITY[modality].calls.analysis.result, {
    analysis_record_id,
    uid: readSession()?.uid ?? '',
  }),
  enabled: analysis_record_id !== '',
  refetchInterval: FRESH_MS,
})

type Registered = DataOf<AnalysisCalls['register']>

/** How the later picture lies over the earlier; every asking is in the audit log. */
export const registrationQuery = (
  modality: Modality,
  pair: InputOf<AnalysisCalls['register']> | null,
  live: boolean,
) => ({
  ...callQuery(
    MODALITY[modality].calls.analysis.register,
    pair ?? { analysis_record_id: '', image_index: 0, after_record_id: '', after_index: 0 },
    { toldInPlace: true },
  ),
  enabled: pair !== null,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchInterval: ({ state }: { state: { data?: Registered | undefined } }) =>
    state.data?.status === 'queued' && !live ? POLL_MS : false,
})

/** Asks again when the worker has looked at a pair. */
export function useRegistrationEvents() {
  const { register } = useModality().calls.analysis
  useEffect(() => onEvent('registered', () => void changed(register)), [register])
}
