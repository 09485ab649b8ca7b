import { feedbackClassText, type DataOf, type feedbackDetail } from '@mingmou/contract'
import { Descriptions } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { FilesGiven } from './files-given.tsx'
import { FeedbackStatus } from './status.tsx'

export type Detail = DataOf<typeof feedbackDetail>

export function FeedbackFacts({ feedback }: { feedback: Detail }) {
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
