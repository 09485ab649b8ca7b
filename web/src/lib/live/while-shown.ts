import { useEffect, useEffectEvent } from 'react'

/** How long an open page may show what does not stand any more. */
const ASKED_EVERY_MS = 60_000

/**
 * Asks again whenever somebody comes back to the page, and every minute that it is looked at. `what` names what is shown;
 * null: nothing is.
 */
export function useWhileShown(what: string | null, ask: () => Promise<unknown>): void {
  const again = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') void ask()
  })
  useEffect(() => {
    if (what === null) return
    const listen = () => again()
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
