import type { EventData } from '@mingmou/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markNoticesRead, noticeResultShown } from '../../features/notices/queries.ts'
import { patientQuery } from '../../features/patients/queries.ts'
import { noticeList } from '../../lib/notices/notice-list.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { onShownResult, shownResult } from '../../lib/live/shown-result.ts'
import { onEvent } from '../../lib/live/socket.ts'
import { diagnosisPath } from '../../paths.ts'

/**
 * Names every ended analysis by its patient and leads to its result. None is named where the result
 * is on the page already.
 */
export function AnalysisNotices() {
  const client = useQueryClient()
  const uid = useSession()?.uid

  useEffect(() => {
    if (uid === undefined) return
    let over = false
    const announce = async (data: EventData<'anal_system'>) => {
      const { patient_id: pid, image_id, tab_id: tab, anal_status } = data
      void client.invalidateQueries()
      // The event says which record changed, but not its patient. The name is fetched, where the
      // account may know it.
      const patient = await client.query(patientQuery(pid)).catch(() => null)
      // The next user must not read a patient's name.
      if (over) return
      if (shownResult() === image_id) {
        void markNoticesRead(image_id).catch(() => undefined)
        return
      }
      const done = anal_status === 1
      const title = done ? 'analysis_done_title' : 'analysis_failed_title'
      noticeList.gather(
        { key: `analysis-${anal_status}`, tone: done ? 'success' : 'error', title },
        { key: image_id, who: patient?.name ?? '', open: diagnosisPath({ tab, pid, image_id }) },
      )
    }
    const stop = [
      onEvent('anal_system', (data) => void announce(data)),
      onShownResult((image_id) => {
        noticeList.drop(image_id)
        noticeResultShown(image_id)
      }),
    ]
    return () => {
      over = true
      stop.forEach((end) => end())
      noticeList.clear()
    }
  }, [client, uid])
  return null
}
