import { createHashRouter } from 'react-router'
import { routes } from './routes.tsx'

interface Place {
  /** Where an entry stands in the history, by which the router tells forth from back and can hold either. */
  idx: number
}

const placeOf = () => (window.history.state as Place | null)?.idx

/**
 * The router, with a place for every entry of the history: one made by a plain link or a typed address has none, and
 * whoever leaves by it, or by the arrows from it, could not be asked about what is unsaved.
 */
export function startRouter() {
  let last = 0
  const number = () => {
    if (placeOf() === undefined) window.history.replaceState({ idx: last + 1 }, '')
  }
  // Ahead of the router's own listener.
  window.addEventListener('popstate', number)
  const router = createHashRouter(routes)
  const keep = () => {
    last = placeOf() ?? 0
  }
  keep()
  router.subscribe(keep)
  return router
}
