import { useEffect, useEffectEvent } from 'react'

/** How long an open page may show what does not stand any more. */
const ASKED_EVERY_MS = 60_000

/**
 * Asks again whenever somebody comes back to the page, and every minute that it is looked at, once at a time: a return has
 * two events, and an answer may be on record. `what` names what is shown; null: nothing is.
 */
export function useWhileShown(what: string | null, ask: () => Promise<unknown>): void {
  const again = useEffectEvent(ask)
  useEffect(() => {
    if (what === null) return
    let isAsking = false
    const listen = () => {
      if (isAsking || document.visibilityState === 'hidden') return
      isAsking = true
      void again().finally(() => (isAsking = false))
    }
    const timer = setInterval(listen, ASKED_EVERY_MS)
    document.addEventListener('visibilitychange', listen)
    for (const event of ['focus', 'pageshow', 'online']) window.addEventListener(event, listen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', listen)
      for (const event of ['focus', 'pageshow', 'online']) window.removeEventListener(event, listen)
    }
  }, [what])
}
