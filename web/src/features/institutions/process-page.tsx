import { REVIEW_TAGS } from '@mingmou/contract'
import { Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { DetailDialog } from './detail-dialog.tsx'
import { reviewList, type ReviewPage } from './queries.ts'
import { ReviewDialog } from './review/review-dialog.tsx'
import { searchFields } from './search-fields.ts'
import { useReviewColumns, type ReviewTag } from './review/review-columns.tsx'
import './institutions.css'

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
