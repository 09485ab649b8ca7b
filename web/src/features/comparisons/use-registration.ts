import { analysisEntry, type AnalysisCalls, type DataOf } from '@mingmou/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useIsLive } from '../../lib/live/socket.ts'
import { useModality } from '../../modalities/use-modality.ts'
import type { Vessels } from './change-table.tsx'
import { registrationQuery, useRegistrationEvents } from './queries.ts'
import type { Shown } from './sides.ts'
import type { Modality } from './panes.ts'

export const canRegister = (key: Modality['key']) => analysisEntry(key).registered !== undefined

/** How the vessels of the later picture lie over those of the earlier one. */
export function useRegistration(before: Shown, after: Shown) {
  const { key } = useModality()
  useRegistrationEvents()
  const live = useIsLive()
  const [first, second] = [before.sitting.analysis_record_id, after.sitting.analysis_record_id]
  const pair =
    canRegister(key) && first && second
      ? {
          analysis_record_id: first,
          image_index: before.image.image_index,
          after_record_id: second,
          after_index: after.image.image_index,
        }
      : null
  return useQuery(registrationQuery(key, pair, live))
}

/** A pair that is never looked at, or could not be, is settled. */
export function vesselsOf({
  data,
  isError,
  isEnabled,
}: UseQueryResult<DataOf<AnalysisCalls['register']>>): Vessels {
  if (!isEnabled || isError || data?.status === 'failed') return 'settled'
  if (!data?.registration) return 'aligning'
  return data.registration.reason === 'no_match' ? 'unmatched' : 'settled'
}
