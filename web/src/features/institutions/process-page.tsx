import { REVIEW_TAGS, type Institution } from '@mingmou/contract'
import { Tabs, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useAreaText } from '../../ui/forms/areas.tsx'
import { Whole } from '../../ui/lists/cells.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { DetailDialog } from './detail-dialog.tsx'
import { institutionColumns } from './institution-columns.tsx'
import { reviewList, type ReviewPage } from './queries.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { searchFields } from './search-fields.ts'
import './institutions.css'

type ReviewTag = (typeof REVIEW_TAGS)[number]

const IN_ADDRESS = ['review_status']
const LISTS = { pending: reviewList('pending'), checked: reviewList('checked') }

/** Sign-ups of institutions: those that wait for a decision, and those decided. */
export function Component() {
  const { t } = useTranslation('institutions')
  const [params, setParams] = useSearchParams()
  const tab = REVIEW_TAGS.find((tag) => tag === params.get('tab')) ?? 'pending'
  const [shown, show] = useState<string | null>(null)
  const columns = useReviewColumns(tab, show)
  const close = () => show(null)
  const choices = Object.fromEntries(['1', '2'].map((key) => [key, t(`review.status.${key}`)]))
  return (
    <>
      <PageTitle title={t('review.pageTitle')} />
      <ListPage
        key={tab}
        label={t(`review.tab.${tab}`)}
        list={LISTS[tab]}
        fields={[
          ...searchFields(t),
          ...(tab === 'checked'
            ? [{ name: 'review_status', label: t('field.review_status'), choices }]
            : []),
        ]}
        inAddress={IN_ADDRESS}
        rowKey="oid"
        columns={columns}
        failed={t('review.listFailed')}
        empty={t(`review.empty.${tab}`)}
        above={(page) => (
          <Tabs
            className="review-tabs"
            activeKey={tab}
            items={REVIEW_TAGS.map((tag) => ({ key: tag, label: tabLabel(tag, page) }))}
            onChange={(next) => setParams({ tab: next })}
          />
        )}
      />
      {shown !== null &&
        (tab === 'pending' ? (
          <ReviewDialog oid={shown} onClose={close} />
        ) : (
          <DetailDialog oid={shown} onClose={close} />
        ))}
    </>
  )

  function tabLabel(tag: ReviewTag, page: ReviewPage | undefined) {
    const label = t(`review.tab.${tag}`)
    return page ? `${label} (${page[`${tag}_count`]})` : label
  }
}

function useReviewColumns(tab: ReviewTag, show: (oid: string) => void) {
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
