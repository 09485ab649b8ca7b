import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useServiceDown } from '../lib/service.ts'

/** Shown while the service does not answer. It disappears by itself. */
export function ServiceBanner() {
  const { t } = useTranslation()
  if (!useServiceDown()) return null
  return <Alert banner type="error" role="alert" title={t('service.down')} />
}
