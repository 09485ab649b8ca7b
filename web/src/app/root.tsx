import { Outlet } from 'react-router'
import { AnalysisNotices } from './analysis-notices.tsx'
import { IdleWatch } from './idle-watch.tsx'
import { LiveConnection } from './live-connection.tsx'
import { useNoticeRoom } from './notice-room.ts'
import { ServiceBanner } from './service-banner.tsx'
import { useDocumentTitle } from './document-title.ts'

/** The frame around every page. */
export function Root() {
  useDocumentTitle()
  useNoticeRoom()
  return (
    <>
      <ServiceBanner />
      <LiveConnection />
      <AnalysisNotices />
      <IdleWatch />
      <Outlet />
    </>
  )
}
