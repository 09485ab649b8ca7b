import { useSyncExternalStore } from 'react'

const NARROW = window.matchMedia('(max-width: 700px)')

function listen(heard: () => void): () => void {
  NARROW.addEventListener('change', heard)
  return () => NARROW.removeEventListener('change', heard)
}

/** On a phone one question is a screen. */
export const useNarrow = (): boolean => useSyncExternalStore(listen, () => NARROW.matches)
