import type { TrialBatch, TrialFile } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { trialReportPath } from '../../paths.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { onEvent } from '../../lib/live/socket.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { useDelete } from './delete.ts'
import { reportQuery, useNoticeRead } from './queries.ts'
import { Report } from './report.tsx'

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
      {(running || !open) && <Files files={file_list} />}
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

/** Each photograph with its stage, its share, or why it cannot be judged. */
function Files({ files }: { files: readonly TrialFile[] }) {
  const { t } = useTranslation('trial')
  const steps = useSteps()
  return (
    <ul className="trial-thumbs" aria-label={t('files')}>
      {files.map((file) => {
        const { image_index, file_name, thumb_url, status, error, analysis_record_id } = file
        const { stage, share } = steps.get(analysis_record_id) ?? {
          stage: file.stage,
          share: file.progress,
        }
        const running = status === 'running' || (status === 'queued' && share > 0)
        return (
          <li key={image_index} data-status={error === null ? status : 'error'}>
            <img src={thumb_url} alt="" loading="lazy" />
            <span className="ellipsis" title={file_name}>
              {file_name}
            </span>
            {running ? (
              <>
                <Progress
                  percent={Math.round(share * 100)}
                  size="small"
                  showInfo={false}
                  aria-label={`${file_name} ${Math.round(share * 100)}%`}
                />
                <small>{t(`stage.${stage ?? 'decode'}`)}</small>
              </>
            ) : (
              <small>{error ?? t(`status.${status}`)}</small>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Step = Pick<TrialFile, 'stage'> & { share: number }

/** How far each analysis is, as the live connection tells. */
function useSteps() {
  const [steps, setSteps] = useState<ReadonlyMap<string, Step>>(new Map())
  useEffect(
    () =>
      onEvent('anal_progress', ({ analysis_record_id, done, total, stage }) =>
        setSteps((before) =>
          new Map(before).set(analysis_record_id, { stage, share: done / total }),
        ),
      ),
    [],
  )
  return steps
}
