import { listDrift } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { onEvent } from '../../lib/live/socket.ts'
import { driftPath } from '../../paths.ts'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

/** The devices that left their band, each with the way to it. */
export function Drift() {
  const { t } = useTranslation('dashboard')
  useEffect(() => onEvent('drift', () => void changed(listDrift)), [])
  const rows = useQuery({ ...callQuery(listDrift, {}), staleTime: 0 }).data?.rows ?? []
  const left = rows.filter(({ state }) => state === 'left')
  if (left.length === 0) return null
  return (
    <p className="panel dashboard-overdue">
      {t('drift.title')}{' '}
      {left.map(({ drift_id, name }) => (
        <a key={drift_id} href={`#${driftPath(drift_id)}`}>
          {name === '' ? t('drift.unnamed') : name}
        </a>
      ))}
    </p>
  )
}
