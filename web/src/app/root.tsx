import { Outlet } from 'react-router'
import { useDocumentTitle } from './document-title.ts'
import { IdleWatch } from './idle-watch.tsx'
import { useShell } from './open-shell.ts'
import { ServiceBanner } from './service-banner.tsx'
import { VersionBanner } from './version-banner.tsx'

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
