import { BELL, MAX_PAGE_SIZE } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../ui/states/outcome.tsx'
import { Failed, Nothing } from '../../ui/states/states.tsx'
import { noticeQueries } from './queries.ts'
import { CertificateRow } from './certificate-row.tsx'
import { DriftRow } from './drift-row.tsx'
import { KeptRow } from './kept-row.tsx'

export function BellList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const [size, setSize] = useState<number>(BELL.shown)
  const query = useQuery(noticeQueries.list(size))
  const { data } = query
  if (!data) {
    return (
      <div className="bell-list">
        {query.isError ? <Failed title={t('bell.failed')} query={query} /> : <Loading />}
      </div>
    )
  }
  return (
    <div className="bell-list">
      {data.rows.length + data.drift.length + data.certificates.length === 0 && (
        <Nothing hint={t('bell.empty')} />
      )}
      <ul aria-label={t('bell.title')}>
        {data.certificates.map((notice) => (
          <CertificateRow key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
        {data.drift.map((notice) => (
          <DriftRow key={notice.alarm_id} notice={notice} onLeave={onLeave} />
        ))}
        {data.rows.map((notice) => (
          <KeptRow key={notice.analysis_record_id} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
      {data.more && size < MAX_PAGE_SIZE && (
        <Button block loading={query.isFetching} onClick={() => setSize(MAX_PAGE_SIZE)}>
          {t('bell.more')}
        </Button>
      )}
      <p className="soft">{t('bell.kept', { count: BELL.keptDays })}</p>
    </div>
  )
}
