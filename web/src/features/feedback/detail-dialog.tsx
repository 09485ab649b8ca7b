import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { feedbackListChanged, feedbackQueries } from './queries.ts'
import { NextStep } from './next-step.tsx'
import { FeedbackFacts } from './feedback-facts.tsx'

/** One feedback with its next step. Opening it marks it as read. */
export function DetailDialog({ fid, onClose }: { fid: string; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const query = useQuery(feedbackQueries.detail(fid))
  const { data } = query
  const read = data !== undefined
  useEffect(() => {
    if (read) void feedbackListChanged()
  }, [read])
  return (
    <Modal
      open
      centered
      title={t('detail.title')}
      width="7.6rem"
      footer={data ? <NextStep feedback={data} onClose={onClose} /> : null}
      closable={{ 'aria-label': t('common:action.close') }}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'calc(0.7 * var(--page-height))', overflowY: 'auto' } }}
    >
      {data ? (
        <FeedbackFacts feedback={data} />
      ) : query.isError ? (
        <Failed title={t('detail.failed')} query={query} />
      ) : (
        <Loading />
      )}
    </Modal>
  )
}
