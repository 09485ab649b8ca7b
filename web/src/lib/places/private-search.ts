import { useLocation } from 'react-router'

const kept = new Map<string, unknown>()
const since = Date.now()

/**
 * Search words that may be a patient's. They are kept in memory, beside the page's place in the
 * history. So the way back finds them again, and no address or storage ever holds them.
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
