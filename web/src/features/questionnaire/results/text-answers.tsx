import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTable } from '../../../ui/lists/page-table.tsx'
import { textsQuery } from '../queries.ts'

/** Answers in words, the newest first, by the day. */
export function TextAnswers({ version, questionId }: { version: number; questionId: number }) {
  const { t } = useTranslation('questionnaire-admin')
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...textsQuery(version, questionId, page),
    placeholderData: keepPreviousData,
  })
  return (
    <PageTable
      label={t('results.texts')}
      query={query}
      rowKey="answer_id"
      columns={[
        { title: t('results.day'), dataIndex: 'day' },
        {
          title: t('results.text'),
          key: 'text',
          render: (_, { text }) => <span className="long-text survey-text">{text}</span>,
        },
      ]}
      onPage={setPage}
      failed={t('results.failed')}
      empty={t('results.empty')}
    />
  )
}
