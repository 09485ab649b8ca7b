import type { TrialBatch } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { trialReportPath } from '../../paths.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { useDelete } from './delete.ts'
import { reportQuery, useNoticeRead } from './queries.ts'
import { Report } from './report.tsx'
import { BatchFiles } from './batch-files.tsx'

/** A batch: how far it is, its photographs, and in place what the analysis says of each. */
export function Batch(props: { batch: TrialBatch; open: boolean; onToggle?: () => void }) {
  const { t } = useTranslation('trial')
  const { batch, open, onToggle } = props
  const { anal_id, success_count, ended_count, total_count, file_list } = batch
  const running = ended_count < total_count
  const askDelete = useDelete()
  return (
    <article
      id={anal_id}
      className="panel trial-batch"
      aria-label={formatInstant(batch.created_at)}
      aria-current={open && onToggle !== undefined}
    >
      <header className="trial-head">
        <strong>{formatInstant(batch.created_at)}</strong>
        <span role="status">
          {t(running ? 'running' : 'ended', { ended: ended_count, total: total_count })}
          {' · '}
          {t('success', { success: success_count, total: total_count })}
        </span>
        <span className="soft">{t('deletedOn', { day: batch.deleted_on })}</span>
        <span className="trial-actions">
          {onToggle && (
            <Button aria-expanded={open} onClick={onToggle}>
              {t(open ? 'close' : 'open')}
            </Button>
          )}
          <Button href={`#${trialReportPath(anal_id)}`} disabled={ended_count === 0}>
            {t('print')}
          </Button>
          <Button danger onClick={() => askDelete(anal_id, formatInstant(batch.created_at))}>
            {t('common:action.delete')}
          </Button>
        </span>
      </header>
      {running && (
        <Progress
          percent={Math.round((ended_count / total_count) * 100)}
          status="active"
          aria-label={t('running', { ended: ended_count, total: total_count })}
        />
      )}
      {(running || !open) && <BatchFiles files={file_list} />}
      {open && ended_count > 0 && <Results anal_id={anal_id} />}
    </article>
  )
}

function Results({ anal_id }: { anal_id: string }) {
  const { t } = useTranslation('trial')
  const query = useQuery(reportQuery(anal_id))
  useNoticeRead(query.data !== undefined)
  if (query.isPending) return <Loading />
  if (!query.data) return <Failed title={t('reportFailed')} query={query} />
  return <Report report={query.data.report_data} />
}
