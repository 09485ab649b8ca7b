import { useEffect, useEffectEvent } from 'react'
import type { OpenSitting } from './use-open-sitting.ts'

/** Tells of each ended analysis that is on the page. */
export function useTellEnded(
  { result, archive }: OpenSitting,
  onResult: ((analysis_record_id: string) => void) | undefined,
) {
  const { analysis_record_id: shown = '', status } = result.data ?? {}
  const ended = status === 'done' || status === 'failed'
  const tell = useEffectEvent((id: string) => onResult?.(id))
  useEffect(() => {
    if (ended && shown !== '' && shown === archive?.analysis_record_id) tell(shown)
  }, [ended, shown, archive?.analysis_record_id])
}
