import { createHashRouter } from 'react-router'
import { routes } from './routes.tsx'

interface Place {
  /**
   * The index of an entry in the history. The router uses it to tell forward from back, and to hold
   * either.
   */
  idx: number
}

const placeOf = () => (window.history.state as Place | null)?.idx

/**
 * The router, with an index for every entry of the history. An entry made by a plain link or a
 * typed address has none. Without one, leaving by it or by the arrows could not ask about unsaved
 * input.
 */
export function startRouter() {
  let last = 0
  const number = () => {
    if (placeOf() === undefined) window.history.replaceState({ idx: last + 1 }, '')
  }
  // Runs ahead of the router's own listener.
  window.addEventListener('popstate', number)
  const router = createHashRouter(routes)
  const keep = () => {
    last = placeOf() ?? 0
  }
  keep()
  router.subscribe(keep)
  return router
}
