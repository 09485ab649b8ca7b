import {
  feedbackClassText,
  handleFeedback,
  type DataOf,
  type feedbackDetail,
} from '@mingmou/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { FilesGiven } from './files-given.tsx'
import { FinishDialog } from './finish-dialog.tsx'
import { feedbackChanged, feedbackListChanged, feedbackQueries } from './queries.ts'
import { FeedbackStatus } from './status.tsx'

type Detail = DataOf<typeof feedbackDetail>

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
        <Facts feedback={data} />
      ) : query.isError ? (
        <Failed title={t('detail.failed')} query={query} />
      ) : (
        <Loading />
      )}
    </Modal>
  )
}

function Facts({ feedback }: { feedback: Detail }) {
  const { t } = useTranslation('feedback')
  const { uid, sender, contact, return_time, processing_time, finished_time, result } = feedback
  const fact = (key: string, children: React.ReactNode) => ({
    key,
    label: t(`field.${key}`),
    children: <span className="long-text">{children}</span>,
  })
  const step = (time: string, by: string | null) =>
    [formatInstant(time), by].filter((part) => part !== null).join(' · ')
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={[
          fact('status', <FeedbackStatus status={feedback.status} map={feedback.statusMap} />),
          fact('type_class', feedbackClassText(language(), feedback.type_class)),
          fact('created_at', formatInstant(feedback.created_at)),
          fact('sender', uid === null ? t('sender.none') : (sender ?? '–')),
          fact('contact', contact ?? t('common:state.notRecorded')),
          fact('return_time', return_time ?? t('common:state.notRecorded')),
          ...(processing_time === null
            ? []
            : [fact('processing_time', step(processing_time, feedback.processed_by))]),
          ...(finished_time === null
            ? []
            : [fact('finished_time', step(finished_time, feedback.finished_by))]),
        ]}
      />
      <section className="feedback-part">
        <h3>{t('field.content')}</h3>
        <p className="long-text">{feedback.content}</p>
      </section>
      {feedback.file_list.length > 0 && (
        <section className="feedback-part">
          <h3>{t('field.file_list')}</h3>
          <FilesGiven files={feedback.file_list} />
        </section>
      )}
      {result !== null && (
        <section className="feedback-part">
          <h3>{t('field.result')}</h3>
          <p className="long-text">{result}</p>
        </section>
      )}
    </>
  )
}

/** Each step is made once. Somebody else may have made it meanwhile, so the feedback is fetched again either way. */
function NextStep({ feedback, onClose }: { feedback: Detail; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const uid = useSession()?.uid ?? ''
  const [finishing, setFinishing] = useState(false)
  const { fid, status } = feedback
  const handle = useMutation({
    mutationFn: () => api(handleFeedback, { fid, uid }),
    onError: (error) => showFailure(error, t('handle.failed')),
    onSettled: () => feedbackChanged(),
  })
  return (
    <>
      <Button onClick={onClose}>{t('common:action.close')}</Button>
      {status === 1 && (
        <Button type="primary" loading={handle.isPending} onClick={() => handle.mutate()}>
          {t('handle.ok')}
        </Button>
      )}
      {status === 2 && (
        <Button type="primary" onClick={() => setFinishing(true)}>
          {t('finish.ok')}
        </Button>
      )}
      {finishing && <FinishDialog feedback={feedback} onClose={() => setFinishing(false)} />}
    </>
  )
}
