import { Button, Empty, Result, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'

export function Loading() {
  const { t } = useTranslation()
  return (
    <div className="panel" role="status" aria-label={t('state.loading')}>
      <Skeleton active paragraph={{ rows: 6 }} />
    </div>
  )
}

/** Data that could not be fetched: what failed, and the way to try again. */
export function Failed(props: { title: string; onRetry: () => void; extra?: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <Result
      status="warning"
      title={props.title}
      subTitle={t('state.failedHint')}
      extra={
        <>
          <Button type="primary" onClick={props.onRetry}>
            {t('action.retry')}
          </Button>
          {props.extra}
        </>
      }
    />
  )
}

/** Nothing there yet: says what to do next. */
export function Nothing({ hint, children }: { hint: string; children?: React.ReactNode }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={hint}>
      {children}
    </Empty>
  )
}
