import { STATUS } from '@mingmou/contract'
import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'

export const isRefused = (error: Error | null) =>
  error instanceof ApiError && error.status === STATUS.refused

/** Refused, with the server's reason; or without an answer, with a button to try again. */
export function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation(['reports', 'common'])
  const refused = isRefused(error)
  return (
    <Result
      status={refused ? 'warning' : 'error'}
      title={refused ? error.message : t('failed')}
      subTitle={t(refused ? 'refused_hint' : 'failed_hint')}
      extra={!refused && <Button onClick={onRetry}>{t('common:action.retry')}</Button>}
    />
  )
}
