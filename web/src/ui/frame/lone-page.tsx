import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from './language-switch.tsx'
import './lone-page.css'

/** A page for whoever a paper leads here: no menu, no session. */
export function LonePage({
  className,
  children,
}: {
  className: string
  children: React.ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className="lone-page">
      <header>
        <span>{t('product')}</span>
        <LanguageSwitch />
      </header>
      <main className={`panel ${className}`}>{children}</main>
    </div>
  )
}
