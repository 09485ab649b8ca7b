import { AnalysisNotices } from './analysis-notices.tsx'
import { LiveConnection } from './live-connection.tsx'
import { NoticeBar } from './notice-bar.tsx'

/** Beside every page: the live connection of somebody logged in, and the notices. */
export function Connected() {
  return (
    <>
      <LiveConnection />
      <AnalysisNotices />
      <NoticeBar />
    </>
  )
}
