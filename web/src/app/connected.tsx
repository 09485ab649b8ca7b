import { AnalysisNotices } from './analysis-notices.tsx'
import { LiveConnection } from './live-connection.tsx'
import { useNoticeRoom } from './notice-room.ts'

/** Beside every page: the live connection of somebody logged in, and room for notices. */
export function Connected() {
  useNoticeRoom()
  return (
    <>
      <LiveConnection />
      <AnalysisNotices />
    </>
  )
}
