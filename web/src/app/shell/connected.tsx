import { AnalysisNotices } from '../notices/analysis-notices.tsx'
import { LiveConnection } from '../live-connection.tsx'
import { NoticeBar } from '../notices/notice-bar.tsx'

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
