import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { RouterProvider } from 'react-router'
import { useSession } from '../lib/session/use-session.ts'
import { openShell, useShell } from './shell/open-shell.ts'
import { startRouter } from './routes/router.ts'
import { useRootFontSize } from './shell/theme.ts'

type Router = ReturnType<typeof startRouter>
let router: Router | null = null

const flush = (change: () => unknown): undefined => void flushSync(change)

/**
 * The router changes the address at once, and React would draw the page of it when it finds time: a key that came
 * between would reach what is left. So each page is drawn with its address.
 */
function drawnAtOnce(started: Router): Router {
  const subscribe: Router['subscribe'] = (told) =>
    started.subscribe((state, how) => told(state, { ...how, flushSync: true }))
  return Object.assign(Object.create(started) as Router, { subscribe })
}

export function Providers() {
  const [started] = useState(() => (router ??= drawnAtOnce(startRouter())))
  const shell = useShell()
  const isSignedIn = useSession() !== null
  const rootPx = useRootFontSize()
  useLayoutEffect(() => {
    document.documentElement.style.fontSize = `${rootPx}px`
  }, [rootPx])
  useEffect(() => {
    // The guard of the next page says what failed.
    if (isSignedIn) void openShell().catch(() => undefined)
  }, [isSignedIn])
  const pages = <RouterProvider router={started} flushSync={flush} />
  return shell ? <shell.Shell>{pages}</shell.Shell> : pages
}
