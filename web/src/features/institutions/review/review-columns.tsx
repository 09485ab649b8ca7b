import { REVIEW_TAGS, type Institution } from '@mingmou/contract'
import { Tag, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import { useAreaText } from '../../../ui/forms/areas.tsx'
import { Whole } from '../../../ui/lists/cells.tsx'
import { RowActions } from '../../../ui/lists/row-actions.tsx'
import { institutionColumns } from '../institution-columns.tsx'
import type { ReviewPage } from '../queries.ts'

export type ReviewTag = (typeof REVIEW_TAGS)[number]

export function useReviewColumns(tab: ReviewTag, show: (oid: string) => void) {
  const { t } = useTranslation('institutions')
  const areaText = useAreaText()
  const label = t(tab === 'pending' ? 'review.review' : 'common:action.detail')
  const decided = (page: ReviewPage | undefined): TableColumnsType<Institution> => [
    {
      title: t('field.review_status'),
      key: 'review_status',
      render: (_, { review_status, review_time }) => (
        <span className="two-lines">
          <span>
            <Tag color={review_status === 1 ? 'success' : 'error'}>
              {page?.reviewStatusMap[review_status] ?? review_status}
            </Tag>
          </span>
          <small className="soft">{review_time && formatInstant(review_time)}</small>
        </span>
      ),
    },
    {
      title: t('field.review_msg'),
      key: 'review_msg',
      render: (_, { review_msg }) => <Whole text={review_msg} />,
    },
  ]
  const [name, contact, email, ...others] = institutionColumns(t, areaText)
  return (page: ReviewPage | undefined): TableColumnsType<Institution> => [
    ...[name, contact, email].flatMap((column) => column ?? []),
    // What was decided stands before what a narrow screen scrolls to.
    ...(tab === 'checked' ? decided(page) : []),
    ...others,
    {
      title: t('field.created_at'),
      key: 'created_at',
      render: (_, { created_at }) => formatInstant(created_at),
    },
    {
      title: t('field.action'),
      key: 'action',
      fixed: 'end',
      render: (_, { oid }) => <RowActions actions={[{ label, onClick: () => show(oid) }]} />,
    },
  ]
}
