import { ERROR } from '@mingmou/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Empty, Result, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-error.ts'

const IDS = ['pid', 'oid', 'image_id', 'analysis_record_id']

/** No such record, or an id that no record can have. */
const isNotThere = (error: unknown) =>
  error instanceof ApiError &&
  (error.errorCode === ERROR.notFound || IDS.some((id) => id in error.fields))

export function Loading() {
  const { t } = useTranslation()
  return (
    <div className="panel" role="status" aria-label={t('state.loading')}>
      <Skeleton active paragraph={{ rows: 6 }} />
    </div>
  )
}

/**
 * Data that could not be fetched: what failed, and a button to try again. A missing record has no
 * such button.
 */
export function Failed(props: {
  title: string
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  extra?: React.ReactNode
}) {
  const { t } = useTranslation()
  const { error, refetch } = props.query
  if (isNotThere(error))
    return (
      <div className="panel">
        <Nothing hint={t('state.notThere')}>{props.extra}</Nothing>
      </div>
    )
  return (
    <Result
      status="warning"
      title={props.title}
      subTitle={t('state.failedHint')}
      extra={
        <>
          <Button type="primary" onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
          {props.extra}
        </>
      }
    />
  )
}

/** An empty list, with the next step. */
export function Nothing({ hint, children }: { hint: string; children?: React.ReactNode }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={hint}>
      {children}
    </Empty>
  )
}
