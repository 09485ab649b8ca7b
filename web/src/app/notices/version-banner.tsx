import { useTranslation } from 'react-i18next'
import { loadVersion, useNewVersion } from '../../lib/places/new-version.ts'
import './service-banner.css'

/** Shown where a part of an open page has gone with an older program. What is entered stays. */
export function VersionBanner() {
  const { t } = useTranslation()
  if (useNewVersion() !== 'there') return null
  return (
    <div role="alert" className="service-banner version-banner">
      <span>{t('service.updated')}</span>
      <button type="button" className="button" onClick={loadVersion}>
        {t('action.reload')}
      </button>
    </div>
  )
}
