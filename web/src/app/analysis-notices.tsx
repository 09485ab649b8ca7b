import type { EventData } from '@mingmou/contract'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { markNoticesRead, noticeResultShown } from '../features/notices/queries.ts'
import { patientQuery } from '../features/patients/queries.ts'
import { say } from '../lib/say.ts'
import { goTo } from '../lib/navigate.ts'
import { useSession } from '../lib/session.ts'
import { onShownResult, shownResult } from '../lib/shown-result.ts'
import { onEvent } from '../lib/socket.ts'
import { diagnosisPath } from './paths.ts'

const keyOf = (image_id: string) => `analysis-${image_id}`

/**
 * Shows a notice for every ended analysis, with its patient and a link to its result. None is shown
 * where the result is on the page already.
 */
export function AnalysisNotices() {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const uid = useSession()?.uid

  useEffect(() => {
    if (uid === undefined) return
    let over = false
    const open = new Set<string>()
    const announce = async (data: EventData<'anal_system'>) => {
      const { patient_id: pid, image_id, tab_id: tab, anal_status } = data
      void client.invalidateQueries()
      // The event says which record changed, but not its patient. The name is fetched, where the
      // account may know it.
      const patient = await client.query(patientQuery(pid)).catch(() => null)
      if (over) return
      if (shownResult() === image_id) {
        void markNoticesRead(image_id).catch(() => undefined)
        return
      }
      const path = diagnosisPath({ tab, pid, image_id })
      const done = anal_status === 1
      const show = done ? notification.success : notification.error
      open.add(keyOf(image_id))
      show({
        key: keyOf(image_id),
        className: 'notice-link',
        title: <Ended done={done} name={patient?.name ?? ''} path={path} />,
        // Stays until it is closed.
        duration: 0,
        onClick: () => goTo(path),
      })
    }
    const stop = [
      onEvent('anal_system', (data) => void announce(data)),
      onShownResult((image_id) => {
        notification.destroy(keyOf(image_id))
        noticeResultShown(image_id)
      }),
    ]
    return () => {
      over = true
      stop.forEach((end) => end())
      // The next user must not read a patient's name.
      open.forEach((key) => notification.destroy(key))
    }
  }, [client, notification, uid])
  return null
}

function Ended({ done, name, path }: { done: boolean; name: string; path: string }) {
  const { t } = useTranslation()
  return (
    <span className="notice-line">
      {name !== '' && <strong title={name}>{name}</strong>}
      <span>{say(done ? 'analysis_done_title' : 'analysis_failed_title')}</span>
      <a href={`#${path}`}>{t('notice.open')}</a>
    </span>
  )
}
