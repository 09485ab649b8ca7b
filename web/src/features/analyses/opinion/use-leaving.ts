import { useEffect } from 'react'
import { useBlocker, useLocation, type Location } from 'react-router'
import { readSession } from '../../../lib/session/session.ts'
import { isUnkept, type Written } from './written.ts'

/** The sitting that an address of the workspace names. */
function sittingOf({ search }: Location): string {
  const named = new URLSearchParams(search)
  return ['tab', 'pid', 'image_id'].map((name) => named.get(name)).join(' ')
}

/**
 * Holds whoever leaves what is not kept: a text, or a drawing that is not saved. `isHeld`: something was typed before its
 * opinion was there.
 */
export function useLeaving(of: { drawing: boolean; isHeld: boolean; all: readonly Written[] }) {
  const { drawing, isHeld, all } = of
  const unsent =
    drawing || isHeld || all.some((opinion) => isUnkept(opinion) || opinion.state === 'waiting')

  useEffect(() => {
    if (!unsent) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [unsent])
  // A user whose session has ended leaves, whatever is unsaved.
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      readSession() !== null &&
      (currentLocation.pathname !== nextLocation.pathname
        ? drawing || isHeld || all.some(isUnkept)
        : (drawing && currentLocation.search !== nextLocation.search) ||
          (isHeld && sittingOf(currentLocation) !== sittingOf(nextLocation))),
  )
  const { pathname } = useLocation()
  const isLeavingPage = leaving.state === 'blocked' && leaving.location.pathname !== pathname
  return { leaving, isLeavingPage }
}
