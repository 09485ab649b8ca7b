import { useEffect, useLayoutEffect, useState } from 'react'
import { RouterProvider } from 'react-router'
import { useSession } from '../lib/session/session.ts'
import { openShell, useShell } from './shell/open-shell.ts'
import { startRouter } from './routes/router.ts'
import { useRootFontSize } from './shell/theme.ts'

let router: ReturnType<typeof startRouter> | null = null

export function Providers() {
  const [started] = useState(() => (router ??= startRouter()))
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
  const pages = <RouterProvider router={started} />
  return shell ? <shell.Shell>{pages}</shell.Shell> : pages
}
