import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { markNoticesRead } from './queries.ts'

export function BellHead({ unread }: { unread: number }) {
  const { t } = useTranslation()
  const readAll = useMutation({
    mutationFn: () => markNoticesRead(),
    onError: (error) => showFailure(error, t('bell.readFailed')),
  })
  return (
    <div className="bell-head">
      <span>{t('bell.title')}</span>
      <Button
        type="link"
        size="small"
        disabled={unread === 0}
        loading={readAll.isPending}
        onClick={() => readAll.mutate()}
      >
        {t('bell.readAll')}
      </Button>
    </div>
  )
}
