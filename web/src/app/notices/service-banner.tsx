import { useTranslation } from 'react-i18next'
import { useServiceDown } from '../../lib/calls/service.ts'
import './service-banner.css'

/** Shown while the service does not answer. It disappears by itself. */
export function ServiceBanner() {
  const { t } = useTranslation()
  if (!useServiceDown()) return null
  return (
    <div role="alert" className="service-banner">
      {t('service.down')}
    </div>
  )
}
