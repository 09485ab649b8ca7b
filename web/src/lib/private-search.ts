import { useLocation } from 'react-router'

const kept = new Map<string, unknown>()
const since = Date.now()

/**
 * What was searched for, where the words may be a patient's: kept in memory beside the page's place in the
 * history, so that the way back finds it again and no address or storage ever holds it.
 */
export function usePrivateSearch<T extends object>(none: T) {
  const state = useLocation().state as { search?: string } | null
  const found = state?.search === undefined ? undefined : kept.get(state.search)
  return {
    searched: (found as T | undefined) ?? none,
    /** The state to navigate with. */
    keep: (next: T) => {
      const search = `${since}-${kept.size}`
      kept.set(search, next)
      return { search }
    },
  }
}
