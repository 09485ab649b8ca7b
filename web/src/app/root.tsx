import { Outlet } from 'react-router'
import { useDocumentTitle } from './routes/document-title.ts'
import { IdleWatch } from './idle-watch.tsx'
import { useShell } from './shell/open-shell.ts'
import { ServiceBanner } from './notices/service-banner.tsx'
import { VersionBanner } from './notices/version-banner.tsx'

/** The frame around every page. */
export function Root() {
  useDocumentTitle()
  const shell = useShell()
  return (
    <>
      <ServiceBanner />
      <VersionBanner />
      {shell && <shell.Connected />}
      <IdleWatch />
      <Outlet />
    </>
  )
}
