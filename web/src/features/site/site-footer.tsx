import { PRODUCT_VERSION } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import type { SiteFacts } from './site-facts.ts'

/** Below every public page: which version this is, what becomes of data, and whom to ask. */
export function SiteFooter({ facts: { contact } }: { facts: SiteFacts }) {
  const { t } = useTranslation()
  return (
    <footer className="site-footer soft">
      <span>{t('footer.version', { version: PRODUCT_VERSION })}</span>
      <a href={`#${PATHS.admission}`}>{t('title.admission')}</a>
      <a href={`#${PATHS.privacy}`}>{t('title.privacy')}</a>
      {contact !== null && <span>{t('footer.contact', { contact })}</span>}
    </footer>
  )
}
