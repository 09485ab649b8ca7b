import { MOST_COUNTED } from '@mingmou/contract'
import { Alert, Tag } from 'antd'
import { useTranslation } from 'react-i18next'

export function StepCounts({ overdue, on }: { overdue: number; on: boolean }) {
  const { t } = useTranslation('recall')
  const n = overdue < MOST_COUNTED ? String(overdue) : `${MOST_COUNTED}+`
  return (
    <>
      {!on && <Alert type="info" showIcon title={t('off')} className="recall-off" />}
      <p className="panel recall-counts" role="status">
        {overdue > 0 ? <Tag color="warning">{t('overdue', { n })}</Tag> : t('noneOverdue')}
      </p>
    </>
  )
}
