import { useTranslation } from 'react-i18next'
import './brand.css'

export function Brand() {
  const { t } = useTranslation()
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path
          d="M2 16C6 8.500 11 5 16 5s10 3.500 14 11c-4 7.500-9 11-14 11S6 23.500 2 16Z"
          fill="currentColor"
        />
        <circle cx="16" cy="16" r="7" fill="#fff" />
        <circle cx="16" cy="16" r="4" fill="currentColor" />
      </svg>
      {t('product')}
    </span>
  )
}
