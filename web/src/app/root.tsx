import { Outlet } from 'react-router'
import { IdleWatch } from './idle-watch.tsx'
import { LiveConnection } from './live-connection.tsx'
import { ServiceBanner } from './service-banner.tsx'
import { useDocumentTitle } from './document-title.ts'

/** What stands around every page. */
export function Root() {
  useDocumentTitle()
  return (
    <>
      <ServiceBanner />
      <LiveConnection />
      <IdleWatch />
      <Outlet />
    </>
  )
}
