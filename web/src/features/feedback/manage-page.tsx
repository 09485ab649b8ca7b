import {
  FEEDBACK_PAGE_SIZE,
  feedbackClasses,
  feedbackClassText,
  type FeedbackRow,
} from '@mingmou/contract'
import { Badge, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { DetailDialog } from './detail-dialog.tsx'
import { ANY_TOPIC, feedbackList, type FeedbackPage } from './queries.ts'
import { FeedbackStatus } from './status.tsx'
import './feedback.css'

const IN_ADDRESS = ['type_class', 'status']

/** Feedback of visitors and accounts, for administrators. */
export function Component() {
  const { t } = useTranslation('feedback')
  const [shown, show] = useState<string | null>(null)
  const columns = useColumns(show)
  const statuses = Object.fromEntries(['1', '2', '3'].map((key) => [key, t(`status.${key}`)]))
  return (
    <>
      <PageTitle title={t('manage.title')} />
      <ListPage
        label={t('manage.title')}
        list={feedbackList}
        size={FEEDBACK_PAGE_SIZE}
        fields={[
          { name: 'type_class', label: t('field.type_class'), choices: classChoices() },
          { name: 'status', label: t('field.status'), choices: statuses },
        ]}
        inAddress={IN_ADDRESS}
        rowKey="fid"
        columns={columns}
        failed={t('manage.failed')}
        empty={t('manage.empty')}
      />
      {shown !== null && <DetailDialog fid={shown} onClose={() => show(null)} />}
    </>
  )
}

/** Each category with all its topics, and each topic. */
const classChoices = () =>
  Object.fromEntries(
    feedbackClasses(language()).flatMap(({ key, label, topics }) => [
      [`${key}.${ANY_TOPIC}`, label],
      ...topics.map((topic) => [
        `${key}.${topic.key}`,
        feedbackClassText(language(), [key, topic.key]),
      ]),
    ]),
  ) as Record<string, string>

function useColumns(show: (fid: string) => void) {
  const { t } = useTranslation('feedback')
  return (page: FeedbackPage | undefined): TableColumnsType<FeedbackRow> => [
    {
      title: t('field.content'),
      key: 'content',
      render: (_, { content, type_class, is_read }) => (
        <span className="feedback-said">
          <small className="soft">
            {!is_read && <Badge status="processing" text={t('unread')} />}
            {feedbackClassText(language(), type_class)}
          </small>
          <span>{content}</span>
        </span>
      ),
    },
    {
      title: t('field.status'),
      key: 'status',
      render: (_, { status }) => <FeedbackStatus status={status} map={page?.statusMap} />,
    },
    { title: t('field.file_count'), dataIndex: 'file_count' },
    {
      title: t('field.created_at'),
      key: 'created_at',
      render: (_, { created_at }) => formatInstant(created_at),
    },
    {
      title: t('field.return_time'),
      key: 'return_time',
      render: (_, { return_time }) => return_time ?? '–',
    },
    {
      title: t('field.action'),
      key: 'action',
      fixed: 'end',
      render: (_, { fid }) => (
        <RowActions actions={[{ label: t('common:action.detail'), onClick: () => show(fid) }]} />
      ),
    },
  ]
}
