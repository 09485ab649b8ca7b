import { useTranslation } from 'react-i18next'
import { changeLanguage, showLanguage } from '../../lib/texts/i18n.ts'
import { showError } from '../../lib/notices/notices.ts'
import './button.css'

/** Offers the other language, by its own name: for all pages, or for `here` alone. */
export function LanguageSwitch({ here = false }: { here?: boolean }) {
  const { t, i18n } = useTranslation()
  const change = here ? showLanguage : changeLanguage
  const next = i18n.language === 'en' ? 'zh-CN' : 'en'
  return (
    <button
      type="button"
      className="button button-text"
      lang={next}
      onClick={() => void change(next).catch(() => showError(t('languageFailed')))}
    >
      <svg viewBox="0 0 16 16" className="language-mark" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <path d="M1.5 8h13M8 1.5c4 4 4 9 0 13M8 1.5c-4 4-4 9 0 13" />
      </svg>
      {t('otherLanguage')}
    </button>
  )
}
