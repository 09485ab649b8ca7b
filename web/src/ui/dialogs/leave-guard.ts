import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useAsk } from './ask.tsx'

/** Asks before the page is left, closed or reloaded while the named form holds what is not sent. */
export function useLeaveGuard(form: string, held: boolean): void {
  const ask = useAsk()
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      held && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (leaving.state !== 'blocked') return
    ask(
      'discard.form',
      'danger',
      form,
      () => leaving.proceed(),
      () => leaving.reset(),
    )
    // Asked once for each time that the page would be left.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [leaving.state])
  useEffect(() => {
    if (!held) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [held])
}
